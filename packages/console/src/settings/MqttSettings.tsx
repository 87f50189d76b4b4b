import type { JsonObject } from '@sluice/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCapabilities } from '../api/backend.ts';
import { useUpdateZone, useZone } from '../api/cluster-settings.ts';
import { useSchema } from '../api/schemas.ts';
import { useMayWrite } from '../api/session.ts';
import { useFormDraft } from '../forms/form-draft.ts';
import { buildSettingsForm } from '../forms/model/build.ts';
import { isObject } from '../forms/model/path.ts';
import { nodeOfValues, settingsNode, withTexts } from '../forms/model/settings-schema.ts';
import { toBody } from '../forms/model/submit.ts';
import type { FormModel } from '../forms/model/types.ts';
import { RestoredNote } from '../forms/RestoredNote.tsx';
import { SchemaForm } from '../forms/SchemaForm.tsx';
import { useSchemaForm } from '../forms/use-schema-form.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { LeaveGuard } from '../ui/LeaveGuard.tsx';
import { LoadError, Note } from '../ui/Note.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import { toastDone } from '../ui/toast-store.ts';
import { MQTT_TEXTS } from './mqtt-texts.ts';

type Part = 'mqtt' | 'session';

function Edit({
  part,
  model,
  zone,
  mqtt,
}: {
  readonly part: Part;
  readonly model: FormModel;
  readonly zone: JsonObject;
  readonly mqtt: JsonObject;
}) {
  const { t } = useTranslation(['settings', 'ui']);
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const form = useSchemaForm(model, mqtt);
  const draft = useFormDraft(`settings.${part}`, form);
  const update = useUpdateZone();
  const [asking, setAsking] = useState(false);

  function save(): void {
    const settings = toBody(model, form.record, 'settings');
    update.mutate(
      { ...zone, mqtt: settings },
      {
        onSuccess: () => {
          draft.forget();
          form.reset(settings);
          toastDone(t('mqtt.saved'));
        },
        onError: (error) => form.refuse(error, ['mqtt']),
        onSettled: () => setAsking(false),
      },
    );
  }

  return (
    <form
      className="panel settings-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (viewer === undefined && form.dirty && form.check({ stored: mqtt })) setAsking(true);
      }}
    >
      {draft.restored && (
        <div className="form-note">
          <RestoredNote draft={draft} />
        </div>
      )}
      <SchemaForm form={form} locked={model.mode === 'view' ? t('mqtt.fixed') : viewer} />
      {model.mode === 'edit' && (
        <div className="action-bar">
          <span className="grow" />
          <Button
            look="primary"
            type="submit"
            busy={update.isPending && t('ui:saving')}
            disabledReason={viewer ?? (form.dirty ? undefined : t('mqtt.nothing'))}
          >
            {t('ui:save')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('mqtt.askTitle')}
        confirm={{
          label: t('mqtt.askConfirm'),
          busyLabel: t('ui:saving'),
          busy: update.isPending,
          danger: false,
          onConfirm: save,
        }}
      >
        <p>{t('mqtt.askText')}</p>
      </ConfirmDialog>
      <LeaveGuard when={form.dirty} onLeave={draft.forget} />
    </form>
  );
}

/** Form kinds `mqtt` and `session`: the same settings of the cluster, in two parts. Read-only where they are fixed. */
export function MqttSettings({ part }: { readonly part: Part }) {
  const { t } = useTranslation(['settings', 'ui']);
  const zone = useZone();
  const schema = useSchema('hotconf');
  const capabilities = useCapabilities().data;
  const isFixed = capabilities?.backend === 'embedded';
  const values = isObject(zone.data?.mqtt) ? zone.data.mqtt : undefined;
  const model = useMemo(() => {
    if (values === undefined || schema.data === undefined || capabilities === undefined) return undefined;
    const described = settingsNode(schema.data, '/configs/global_zone', 'mqtt') ?? nodeOfValues(values);
    return buildSettingsForm(schema.data, withTexts(described, MQTT_TEXTS), part, isFixed ? 'view' : 'edit');
  }, [values, schema.data, capabilities, part, isFixed]);

  const error = zone.error ?? schema.error;
  if (error !== null && (zone.data === undefined || schema.data === undefined)) {
    const retry = () => void (zone.error === null ? schema.refetch() : zone.refetch());
    return <LoadError what={t('mqtt.what')} error={error} onRetry={retry} />;
  }
  if (zone.data === undefined || values === undefined || model === undefined)
    return (
      <div className="panel settings-form">
        <SkeletonLines count={12} />
      </div>
    );
  return (
    <>
      {isFixed && (
        <div className="head-note settings-form">
          <Note tone="info">
            <p>{t('mqtt.fixed')}</p>
          </Note>
        </div>
      )}
      <Edit key={part} part={part} model={model} zone={zone.data} mqtt={values} />
    </>
  );
}
