import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePick } from '../i18n/index.ts';
import { Glyph } from '../ui/Glyph.tsx';
import { Icon } from '../ui/Icon.tsx';
import { changedCount } from './changed-count.ts';
import { FieldList } from './FieldList.tsx';
import { FormContext, type FormContextValue, FormStateContext } from './form-context.ts';
import type { FieldGroup } from './model/types.ts';
import type { SchemaForm as Form } from './use-schema-form.ts';

export interface SchemaFormProps {
  readonly form: Form;
  /** Nothing can be changed, and why. */
  readonly locked?: string | undefined;
  readonly templateFields?: readonly string[];
  readonly createConnector?: FormContextValue['createConnector'];
  /** Under a field set, such as the node list of a cluster that is joined by hand. */
  readonly children?: ReactNode;
}

const NO_FIELDS: readonly string[] = [];

function isTroubled(group: FieldGroup, form: Form): boolean {
  return group.fields.some((field) =>
    [...form.problems.values()].some((problem) => field.path.every((key, index) => problem.path[index] === key)),
  );
}

function Advanced({ group, form }: { readonly group: FieldGroup; readonly form: Form }) {
  const { t } = useTranslation('forms');
  const pick = usePick();
  const [open, setOpen] = useState(false);
  const troubled = isTroubled(group, form);
  useEffect(() => {
    if (troubled) setOpen(true);
  }, [troubled]);
  const changed = changedCount(group.fields, form.record);
  const count = group.fields.length;
  return (
    <details className="advanced" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="disclosure">
        <Icon name={open ? 'chevronDown' : 'chevronRight'} small />
        {pick(group.label)}
        <span className="help">
          {changed === 0 ? t('advancedDefaults', { count }) : t('advancedChanged', { count, changed })}
        </span>
      </summary>
      <div className="fields">
        <FieldList fields={group.fields} />
      </div>
    </details>
  );
}

/** A tab for each group; the one with the first problem comes forward by itself. */
function Tabs({ groups, form }: { readonly groups: readonly FieldGroup[]; readonly form: Form }) {
  const { t } = useTranslation('forms');
  const pick = usePick();
  const [active, setActive] = useState(groups[0]?.id);
  const shown = groups.find((group) => group.id === active) ?? groups[0];
  const troubled = groups.filter((group) => isTroubled(group, form));
  const wanted = troubled[0]?.id;
  useEffect(() => {
    if (wanted !== undefined) setActive(wanted);
  }, [wanted]);
  const tabs = useRef<HTMLDivElement>(null);

  function move(event: KeyboardEvent, index: number): void {
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: index + 1,
      ArrowLeft: index - 1,
      Home: 0,
      End: groups.length - 1,
    };
    const target = steps[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const at = (target + groups.length) % groups.length;
    setActive(groups[at]?.id);
    tabs.current?.querySelectorAll<HTMLElement>('[role=tab]')[at]?.focus();
  }

  return (
    <>
      <div className="tabs form-tabs" role="tablist" ref={tabs}>
        {groups.map((group, index) => (
          <button
            key={group.id}
            type="button"
            role="tab"
            aria-selected={group === shown}
            tabIndex={group === shown ? 0 : -1}
            onClick={() => setActive(group.id)}
            onKeyDown={(event) => move(event, index)}
          >
            {pick(group.label)}
            {troubled.includes(group) && (
              <>
                <Glyph shape="diamond" tone="bad" />
                <span className="sr">{t('tabTroubled')}</span>
              </>
            )}
          </button>
        ))}
      </div>
      {shown !== undefined && (
        <div className="fields" role="tabpanel" aria-label={pick(shown.label)}>
          <FieldList fields={shown.fields} />
        </div>
      )}
    </>
  );
}

/** The fields of a form: the basic ones, a block for each object, and "Advanced", which starts closed. */
export function SchemaForm({ form, locked, templateFields = NO_FIELDS, createConnector, children }: SchemaFormProps) {
  const { model } = form;
  const shared = useMemo(
    (): FormContextValue => ({
      id: form.id,
      type: model.type,
      mode: model.mode,
      locked,
      set: form.set,
      templateFields,
      createConnector,
    }),
    [form.id, form.set, model.type, model.mode, locked, templateFields, createConnector],
  );
  const state = useMemo(() => ({ record: form.record, problems: form.problems }), [form.record, form.problems]);
  return (
    <FormContext value={shared}>
      <FormStateContext value={state}>
        {model.tabs ? (
          <Tabs groups={model.groups} form={form} />
        ) : (
          model.groups.map((group) =>
            group.kind === 'advanced' ? (
              <Advanced key={group.id} group={group} form={form} />
            ) : (
              <div className="fields" key={group.id}>
                <FieldList fields={group.fields} />
              </div>
            ),
          )
        )}
        {children}
      </FormStateContext>
    </FormContext>
  );
}
