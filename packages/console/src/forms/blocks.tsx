import type { Json } from '@sluice/contract';
import { useTranslation } from 'react-i18next';
import { usePick } from '../i18n/index.ts';
import { Switch } from '../ui/Button.tsx';
import { Segments } from '../ui/Segments.tsx';
import { FieldFrame } from './FieldFrame.tsx';
import { FieldList } from './FieldList.tsx';
import { FieldView } from './FieldView.tsx';
import { controlId, pathKey, useFormContext, useFormState } from './form-context.ts';
import { branchOf, switchBranch } from './model/choice.ts';
import { initialObject, initialOf } from './model/initial.ts';
import { getAt } from './model/path.ts';
import type { Field, FormRecord } from './model/types.ts';
import type { FieldOf } from './widget.ts';

/** Fields that hold other fields. */

/** A switch with its label beside it. */
export function BooleanLine({ field }: { readonly field: FieldOf<'boolean'> }) {
  const { id, set, locked, mode } = useFormContext();
  const { record } = useFormState();
  const pick = usePick();
  const control = controlId(id, field.path);
  const help = field.help === undefined ? undefined : `${control}-help`;
  const label = pick(field.label);
  return (
    <div className="field switch-field">
      <div className="field-label">
        <Switch
          id={control}
          label={label}
          checked={getAt(record, field.path) === true}
          describedBy={help}
          onChange={(on) => set(field.path, on)}
          {...(mode === 'view' || locked !== undefined || field.locked ? { disabledReason: locked ?? label } : {})}
        />
        <span>{label}</span>
      </div>
      {field.help !== undefined && (
        <div className="help" id={help}>
          {pick(field.help)}
        </div>
      )}
    </div>
  );
}

export function ObjectBlock({ field }: { readonly field: FieldOf<'object'> }) {
  const pick = usePick();
  return (
    <fieldset className="block wide">
      <legend className="block-head">
        {pick(field.label)}
        {field.help !== undefined && <span className="help">{pick(field.help)}</span>}
      </legend>
      <div className="fields">
        <FieldList fields={field.fields} />
      </div>
    </fieldset>
  );
}

/** Verification is one of two fixed values: it reads better as two words side by side. */
function VerifyField({ field }: { readonly field: FieldOf<'enum'> }) {
  const { t } = useTranslation('forms');
  const { set, locked } = useFormContext();
  const { record, problems } = useFormState();
  const pick = usePick();
  const value = getAt(record, field.path);
  return (
    <FieldFrame field={field} problem={problems.get(pathKey(field.path))} group>
      {(control) => (
        <Segments
          id={control.id}
          label={pick(field.label)}
          value={String(value ?? '')}
          disabled={locked !== undefined}
          options={[
            { value: 'verify_peer', label: t('tlsVerify') },
            { value: 'verify_none', label: t('tlsNoVerify') },
          ]}
          onChange={(next) => set(field.path, next)}
        />
      )}
    </FieldFrame>
  );
}

/** TLS: one switch, and what belongs to it while it is on. Switched off it goes back to its default form. */
export function SslBlock({ field }: { readonly field: FieldOf<'ssl'> }) {
  const { t } = useTranslation('forms');
  const { id, set, locked, mode } = useFormContext();
  const { record } = useFormState();
  const pick = usePick();
  const enable = field.fields.find((one) => one.key === 'enable');
  const on = enable !== undefined && getAt(record, enable.path) === true;
  const verify = field.fields.find((one) => one.key === 'verify');
  const verifying = verify === undefined || getAt(record, verify.path) !== 'verify_none';
  const client = field.fields.filter((one) => one.key === 'certfile' || one.key === 'keyfile');
  const rest = field.fields.filter(
    (one) => one !== enable && one !== verify && !client.includes(one) && (one.key !== 'cacertfile' || verifying),
  );
  const hasClient = client.some((one) => Boolean(getAt(record, one.path)));

  function toggle(next: boolean): void {
    if (enable === undefined) return;
    if (next) set(enable.path, true);
    else set(field.path, { ...initialObject(field.fields, field.path, field.default), enable: false });
  }

  return (
    <fieldset className="block wide">
      <div className="block-head">
        {enable !== undefined && (
          <Switch
            id={controlId(id, enable.path)}
            label={pick(field.label)}
            checked={on}
            onChange={toggle}
            {...(locked !== undefined || mode === 'view' ? { disabledReason: locked ?? pick(field.label) } : {})}
          />
        )}
        {pick(field.label)}
        {!on && <span className="help">{t(isHttps(record) ? 'tlsByUrl' : 'tlsOff')}</span>}
      </div>
      {on && (
        <div className="fields">
          {verify?.widget === 'enum' ? (
            <VerifyField field={verify} />
          ) : (
            verify !== undefined && <FieldView field={verify} />
          )}
          <FieldList fields={rest} />
          {client.length > 0 && (
            <details className="wide" open={hasClient || undefined}>
              <summary className="link">{t('clientCertificate')}</summary>
              <div className="fields inner">
                <FieldList fields={client} />
              </div>
            </details>
          )}
        </div>
      )}
    </fieldset>
  );
}

/** Does the address itself ask for TLS? */
function isHttps(record: FormRecord): boolean {
  return typeof record.url === 'string' && /^https:/i.test(record.url.trim());
}

/** One of several shapes at the same place; switching keeps what both have. */
export function ChoiceBlock({ field }: { readonly field: FieldOf<'choice'> }) {
  const { set, mode, locked } = useFormContext();
  const { record, problems } = useFormState();
  const pick = usePick();
  const branch = branchOf(field, record);
  const disabled = mode === 'view' || locked !== undefined || field.locked;

  function choose(id: string): void {
    const next = field.branches.find((one) => one.id === id);
    if (next === undefined || next === branch) return;
    set(field.path, next.constant ?? switchBranch(branch, next, getAt(record, field.path)));
  }

  const hasFields = (branch?.fields.length ?? 0) > 0;
  return (
    <>
      <FieldFrame field={field} problem={problems.get(pathKey(field.path))} wide={hasFields}>
        {(control) => (
          <select
            {...control}
            className="input choice-select"
            disabled={disabled}
            value={branch?.id ?? ''}
            onChange={(event) => choose(event.target.value)}
          >
            {field.branches.map((one) => (
              <option key={one.id} value={one.id}>
                {pick(one.label)}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
      {hasFields && (
        <div className="fields inner wide branch">
          <FieldList key={branch?.id} fields={branch?.fields ?? []} />
        </div>
      )}
    </>
  );
}

/** Off is a fixed word (`infinity`), on is a value; switching takes the old problems away. */
export function SwitchableBlock({ field }: { readonly field: FieldOf<'switchable'> }) {
  const { set, mode, locked } = useFormContext();
  const { record } = useFormState();
  const pick = usePick();
  const value = getAt(record, field.path);
  const on = value !== field.symbol && value !== undefined;
  const inner: Field = field.inner;
  const start = (): Json => initialOf(inner) ?? '';
  return (
    <FieldView
      field={inner}
      label={pick(field.label)}
      hidden={!on}
      hint={
        <span className="row switch-hint">
          {!on && <span className="mono">{field.symbol}</span>}
          <Switch
            label={pick(field.label)}
            checked={on}
            onChange={(next) => set(field.path, next ? start() : field.symbol)}
            {...(mode === 'view' || locked !== undefined ? { disabledReason: locked ?? pick(field.label) } : {})}
          />
        </span>
      }
    />
  );
}
