import type { Field, Fields } from '@sluice/contract';

/** Fields of a rule and of its built-in outputs, in the language of the systems. */

const text = (en: string, zh: string): { en: string; zh: string } => ({ en, zh });

const template = (en: string, zh: string, value: string): Field => ({
  type: 'string',
  template: true,
  default: value,
  label: text(en, zh),
});

const PLACEHOLDER: Field = { type: 'string', template: true, label: text('Placeholder', '占位符') };

export const REPUBLISH_FIELDS: Fields = {
  topic: { type: 'string', template: true, required: true, label: text('Topic', '主题') },
  qos: {
    type: 'union',
    default: '${qos}',
    label: text('QoS', 'QoS'),
    variants: [{ type: 'enum', symbols: [0, 1, 2], label: text('Fixed', '固定值') }, PLACEHOLDER],
  },
  retain: {
    type: 'union',
    default: '${retain}',
    label: text('Retain', '保留消息'),
    variants: [{ type: 'boolean', label: text('Fixed', '固定值') }, PLACEHOLDER],
  },
  payload: template('Payload', '消息内容', '${payload}'),
  user_properties: template('User properties', '用户属性', '${user_properties}'),
  mqtt_properties: {
    type: 'object',
    ref: 'rule_engine.republish_mqtt_properties',
    default: {},
    label: text('MQTT 5 properties', 'MQTT 5 属性'),
    fields: {
      'Payload-Format-Indicator': { type: 'string', template: true, label: text('Payload format', '载荷格式') },
      'Message-Expiry-Interval': { type: 'string', template: true, label: text('Message expiry', '消息过期') },
      'Content-Type': { type: 'string', template: true, label: text('Content type', '内容类型') },
      'Response-Topic': { type: 'string', template: true, label: text('Response topic', '响应主题') },
      'Correlation-Data': { type: 'string', template: true, label: text('Correlation data', '对比数据') },
    },
  },
  direct_dispatch: {
    type: 'union',
    default: false,
    label: text('Direct dispatch', '直接派发'),
    variants: [{ type: 'boolean', label: text('Fixed', '固定值') }, PLACEHOLDER],
  },
};

/** Of `PUT`: a created rule has an `id` beside these. `actions` is checked apart. */
export const RULE_FIELDS: Fields = {
  name: { type: 'string', default: '', label: text('Name', '名称') },
  sql: { type: 'string', format: 'sql', required: true, label: text('SQL', 'SQL') },
  enable: { type: 'boolean', default: true, label: text('Enabled', '启用') },
  description: { type: 'string', default: '', label: text('Note', '备注') },
};
