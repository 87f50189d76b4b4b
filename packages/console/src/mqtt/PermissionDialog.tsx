import { topicFilterFault } from '@sluice/contract';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type MqttPermission, type PermissionList, type PermissionScope, useSavePermissions } from '../api/mqtt.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { Segments } from '../ui/Segments.tsx';
import { toastDone } from '../ui/toast-store.ts';

const FIRST: MqttPermission = { permission: 'allow', action: 'all', topic: '' };

/** A filter that may name the client and the user, and may be meant as it is written (`eq a/#`). */
export function isPermissionTopic(text: string): boolean {
  const plain = text.replace(/^eq /, '').replaceAll(/\$\{(clientid|username)\}/g, 'x');
  return !plain.includes('${') && topicFilterFault(plain) === undefined;
}

/** The lines of one client, one user or everybody, in the order in which they are looked at. */
export function PermissionDialog({
  list,
  taken,
  onClose,
}: {
  /** Absent: a new list. */
  readonly list: PermissionList | undefined;
  readonly taken: (scope: PermissionScope, name: string) => boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['mqtt', 'ui']);
  const save = useSavePermissions();
  const [scope, setScope] = useState<PermissionScope>(list?.scope ?? 'users');
  const [name, setName] = useState(list?.name ?? '');
  const [rules, setRules] = useState<readonly MqttPermission[]>(list?.rules.length ? list.rules : [FIRST]);
  const [checked, setChecked] = useState(false);
  const isNew = list === undefined;
  const nameError =
    !isNew || scope === 'all'
      ? undefined
      : name === ''
        ? t('permission.nameRequired')
        : taken(scope, name)
          ? t('permission.taken', { name })
          : undefined;
  const isGood = rules.every((rule) => isPermissionTopic(rule.topic));
  const change = (index: number, next: Partial<MqttPermission>) =>
    setRules(rules.map((rule, at) => (at === index ? ({ ...rule, ...next } as MqttPermission) : rule)));

  function submit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (nameError !== undefined || !isGood) return;
    save.mutate(
      { scope, name, rules, isNew },
      {
        onSuccess: () => {
          toastDone(t('permission.saved'));
          onClose();
        },
      },
    );
  }

  return (
    <Dialog
      opened
      onClose={onClose}
      width={680}
      title={isNew ? t('permission.newTitle') : `${t(`permission.scope.${list.scope}`)} ${list.name}`}
      foot={
        <>
          <Button look="ghost" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button look="primary" type="submit" form="permission-form" busy={save.isPending && t('ui:saving')}>
            {t('ui:save')}
          </Button>
        </>
      }
    >
      <form id="permission-form" className="stack" onSubmit={submit} noValidate>
        {isNew && (
          <>
            <Field label={t('permission.for')} group>
              {() => (
                <Segments
                  label={t('permission.for')}
                  value={scope}
                  options={(['users', 'clients'] as const).map((value) => ({
                    value,
                    label: t(`permission.scope.${value}`),
                  }))}
                  onChange={setScope}
                />
              )}
            </Field>
            <Field label={scope === 'clients' ? t('client.id') : t('user.name')} required error={checked && nameError}>
              {(control) => (
                <input
                  {...control}
                  className="input mono"
                  data-autofocus
                  autoComplete="off"
                  spellCheck={false}
                  value={name}
                  onChange={(event) => setName(event.target.value)}
                />
              )}
            </Field>
          </>
        )}
        <Field label={t('permission.lines')} help={t('permission.linesHelp')} group>
          {() => (
            <div className="stack tight">
              {rules.map((rule, index) => {
                const isBad = checked && !isPermissionTopic(rule.topic);
                const n = index + 1;
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
                  <div key={index}>
                    <div className="permission-row">
                      <select
                        className="input"
                        aria-label={t('permission.permissionAt', { index: n })}
                        value={rule.permission}
                        onChange={(event) => change(index, { permission: event.target.value as 'allow' | 'deny' })}
                      >
                        <option value="allow">{t('permission.allow')}</option>
                        <option value="deny">{t('permission.deny')}</option>
                      </select>
                      <select
                        className="input"
                        aria-label={t('permission.actionAt', { index: n })}
                        value={rule.action}
                        onChange={(event) => change(index, { action: event.target.value as MqttPermission['action'] })}
                      >
                        {(['all', 'publish', 'subscribe'] as const).map((action) => (
                          <option key={action} value={action}>
                            {t(`permission.action.${action}`)}
                          </option>
                        ))}
                      </select>
                      <input
                        className="input mono"
                        aria-label={t('permission.topicAt', { index: n })}
                        aria-invalid={isBad || undefined}
                        placeholder="fleet/${clientid}/#"
                        spellCheck={false}
                        value={rule.topic}
                        onChange={(event) => change(index, { topic: event.target.value })}
                      />
                      <IconButton
                        icon="close"
                        small
                        label={t('permission.removeAt', { index: n })}
                        onClick={() => setRules(rules.filter((_, at) => at !== index))}
                      />
                    </div>
                    {isBad && <div className="err">{t('permission.topicBad')}</div>}
                  </div>
                );
              })}
              <div>
                <Button size="sm" icon="plus" onClick={() => setRules([...rules, FIRST])}>
                  {t('permission.add')}
                </Button>
              </div>
            </div>
          )}
        </Field>
      </form>
    </Dialog>
  );
}
