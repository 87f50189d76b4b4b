import type { ResourceKind } from '../ids.ts';
import type { Text } from '../text.ts';
import type { Field, Fields, RecordSpec, SystemSpec } from './language.ts';

/** `post` creates (type and name in the body), `put` replaces (type and name in the path). */
export type RecordVerb = 'post' | 'put';

const text = (en: string, zh: string): Text => ({ en, zh });

const enable: Field = {
  type: 'boolean',
  default: true,
  label: text('Enabled', '启用'),
  help: text('A disabled object keeps its settings and does nothing.', '停用后保留配置，但不工作。'),
};
const description: Field = { type: 'string', default: '', label: text('Description', '描述') };
const tags: Field = {
  type: 'array',
  items: { type: 'string', label: text('Tag', '标签') },
  label: text('Tags', '标签'),
  advanced: true,
};
const name: Field = {
  type: 'string',
  required: true,
  label: text('Name', '名称'),
  help: text('Letters, digits, "-" and "_".', '字母、数字、“-”与“_”。'),
};
const connector: Field = {
  type: 'string',
  required: true,
  label: text('Connector', '连接器'),
  help: text('The connection it goes through.', '所使用的连接。'),
};
/** Times that clients send back from what they read: accepted and ignored. */
const ignoredTime: Field = { type: 'integer', hidden: true, label: text('Time', '时间') };

/** EMQX took messages of this topic without a rule once: accepted and kept, without effect. */
const ignoredTopic: Field = { type: 'string', hidden: true, label: text('Local topic', '本地主题') };

/** The record of a system that belongs to `kind`; `undefined` when the system has none. */
export function recordSpec(system: SystemSpec, kind: ResourceKind): RecordSpec | undefined {
  switch (kind) {
    case 'connector':
      return system.connector;
    case 'action':
      return system.action;
    case 'source':
      return system.source;
  }
}

/** All fields of a request body for one kind of record, the common ones included. */
export function recordFields(system: SystemSpec, kind: ResourceKind, verb: RecordVerb): Fields | undefined {
  const spec = recordSpec(system, kind);
  if (spec === undefined) return undefined;
  const identity: Fields =
    verb === 'post'
      ? { type: { type: 'enum', symbols: [system.type], required: true, label: text('Type', '类型') }, name }
      : {};
  const common: Fields = { enable, description, tags };
  if (kind === 'connector') return { ...identity, ...common, ...spec.fields };
  return {
    ...identity,
    connector,
    ...common,
    ...(kind === 'action' && { local_topic: ignoredTopic }),
    ...spec.fields,
    created_at: ignoredTime,
    last_modified_at: ignoredTime,
  };
}
