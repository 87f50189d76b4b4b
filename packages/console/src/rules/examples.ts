import type { JsonObject, Text } from '@sluice/contract';

/** A statement to start from, with an event that shows what it does. */
export interface Example {
  readonly id: string;
  readonly title: Text;
  readonly about: Text;
  readonly sql: string;
  /** Columns of the event; `payload` is JSON text. */
  readonly input: JsonObject;
}

export const EXAMPLES: readonly Example[] = [
  {
    id: 'forward',
    title: { en: 'Forward everything on a topic', zh: '转发一个主题的全部消息' },
    about: { en: 'Every message, unchanged, to an output.', zh: '每条消息原样送往输出。' },
    sql: 'SELECT\n  *\nFROM\n  "fleet/+/telemetry"',
    input: { clientid: 'tk-0417', topic: 'fleet/tk-0417/telemetry', qos: 1, payload: '{"temp_c":4.2}' },
  },
  {
    id: 'limit',
    title: { en: 'Alert above a limit', zh: '超过阈值时告警' },
    about: {
      en: 'Picks fields of a JSON payload and passes only what crosses a threshold.',
      zh: '从 JSON 消息内容中取字段，只放行超过阈值的消息。',
    },
    sql: 'SELECT\n  clientid AS truck,\n  payload.temp_c AS temp\nFROM\n  "fleet/+/telemetry"\nWHERE\n  temp > 8',
    input: { clientid: 'tk-0417', topic: 'fleet/tk-0417/telemetry', qos: 1, payload: '{"temp_c":11.5,"door":"open"}' },
  },
  {
    id: 'presence',
    title: { en: 'Follow who is online', zh: '跟踪上线与下线' },
    about: { en: 'Events of the broker instead of messages.', zh: '读取服务器事件，而不是消息。' },
    sql: 'SELECT\n  clientid,\n  event,\n  timestamp\nFROM\n  "$events/client_connected", "$events/client_disconnected"',
    input: { event: 'client.connected', clientid: 'tk-0417', timestamp: 1764_000_000_000 },
  },
  {
    id: 'each',
    title: { en: 'One output for each reading', zh: '数组中每个读数输出一次' },
    about: {
      en: 'FOREACH walks through a list in the payload and makes one row of each element.',
      zh: 'FOREACH 遍历消息内容中的列表，每个元素输出一行。',
    },
    sql: 'FOREACH\n  payload.sensors AS s\nDO\n  clientid,\n  s.name AS name,\n  s.value AS value\nFROM\n  "plant/+/batch"',
    input: {
      clientid: 'plc-3',
      topic: 'plant/3/batch',
      payload: '{"sensors":[{"name":"a","value":1},{"name":"b","value":7}]}',
    },
  },
  {
    id: 'each-if',
    title: { en: 'Only some of the readings', zh: '只输出部分读数' },
    about: {
      en: 'INCASE keeps the elements of the list for which a condition holds.',
      zh: 'INCASE 只保留列表中满足条件的元素。',
    },
    sql: 'FOREACH\n  payload.sensors AS s\nDO\n  s.name AS name,\n  s.value AS value\nINCASE\n  s.value > 5\nFROM\n  "plant/+/batch"',
    input: {
      clientid: 'plc-3',
      topic: 'plant/3/batch',
      payload: '{"sensors":[{"name":"a","value":1},{"name":"b","value":7}]}',
    },
  },
  {
    id: 'case',
    title: { en: 'Turn numbers into words', zh: '把数值变成等级' },
    about: { en: 'CASE chooses a value by conditions.', zh: 'CASE 按条件选择一个值。' },
    sql: "SELECT\n  clientid,\n  CASE\n    WHEN payload.level < 20 THEN 'low'\n    WHEN payload.level > 80 THEN 'high'\n    ELSE 'normal'\n  END AS level\nFROM\n  \"tank/+/level\"",
    input: { clientid: 'tank-7', topic: 'tank/7/level', payload: '{"level":91}' },
  },
  {
    id: 'nested',
    title: { en: 'Reach into lists', zh: '读取列表中的元素' },
    about: {
      en: 'Elements are counted from 1; -1 is the last one.',
      zh: '元素从 1 开始计数，-1 为最后一个。',
    },
    sql: 'SELECT\n  payload.points[1].x AS first_x,\n  payload.points[-1].x AS last_x\nFROM\n  "cnc/+/path"',
    input: { clientid: 'cnc-1', topic: 'cnc/1/path', payload: '{"points":[{"x":1},{"x":5},{"x":9}]}' },
  },
];
