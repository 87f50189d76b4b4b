import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../api/channels.ts';
import { useSchema } from '../api/schemas.ts';
import { buildForm } from '../forms/model/build.ts';
import type { FormModel } from '../forms/model/types.ts';
import { SchemaForm } from '../forms/SchemaForm.tsx';
import { useSchemaForm } from '../forms/use-schema-form.ts';

/** The settings of an action or source that exists, to look at; nothing while its description is not there. */
export function ChannelPreview({ channel }: { readonly channel: Channel }) {
  const schema = useSchema('actions').data;
  const model = useMemo(
    () =>
      schema === undefined ? undefined : buildForm(schema, { kind: channel.kind, type: channel.type, mode: 'view' }),
    [schema, channel.kind, channel.type],
  );
  return model === undefined ? null : <Filled model={model} channel={channel} />;
}

function Filled({ model, channel }: { readonly model: FormModel; readonly channel: Channel }) {
  const { t } = useTranslation('actions');
  const form = useSchemaForm(model, channel.record);
  return (
    <section className="panel channel-preview" aria-label={t('preview', { name: channel.name })}>
      <SchemaForm form={form} />
    </section>
  );
}
