import type { Text } from '@sluice/contract';
import type { Problem, ProblemCode } from './types.ts';

/** What a problem says: the rule, in the words of the field. `{x}` is filled from the parameters. */
const MESSAGES: Readonly<Record<ProblemCode, Text>> = {
  input_required: { en: '{name} is required.', zh: '请填写{name}。' },
  select_required: { en: 'Choose {name}.', zh: '请选择{name}。' },
  common_id: {
    en: 'A letter first, then letters, digits, “-” or “_”.',
    zh: '以字母开头，其后只能使用字母、数字、“-”或“_”。',
  },
  name_length: { en: 'At most {max} characters.', zh: '最多 {max} 个字符。' },
  number: { en: '{name} is a number.', zh: '{name}必须是数字。' },
  integer: { en: '{name} is a whole number.', zh: '{name}必须是整数。' },
  number_range: { en: 'Between {minimum} and {maximum}.', zh: '取值范围为 {minimum} 至 {maximum}。' },
  number_minimum: { en: 'At least {minimum}.', zh: '不得小于 {minimum}。' },
  duration: { en: 'A duration with its unit, such as 15s or 5m.', zh: '请填写带单位的时长，例如 15s 或 5m。' },
  duration_minimum: { en: 'At least {minimum}.', zh: '时长不得小于 {minimum}。' },
  duration_maximum: { en: 'At most {maximum}.', zh: '时长不得大于 {maximum}。' },
  byte_size: { en: 'A size with its unit, such as 256MB.', zh: '请填写带单位的大小，例如 256MB。' },
  byte_size_minimum: { en: 'At least {minimum}.', zh: '大小不得小于 {minimum}。' },
  byte_size_maximum: { en: 'At most {maximum}.', zh: '大小不得大于 {maximum}。' },
  percent: { en: 'A percentage, such as 80%.', zh: '请填写百分比，例如 80%。' },
  rate: { en: 'An amount and a time, such as 100/s or 10MB/m.', zh: '请填写数量与时间，例如 100/s 或 10MB/m。' },
  option: { en: '“{value}” is not one of the choices.', zh: '“{value}”不在可选项中。' },
  topic_empty: { en: 'A topic is required.', zh: '请填写主题。' },
  topic_length: { en: 'A topic has at most 65535 characters.', zh: '主题最多 65535 个字符。' },
  topic_null: { en: 'A topic cannot contain the null character.', zh: '主题不能包含空字符。' },
  topic_name_wildcard: {
    en: 'A topic to publish to cannot contain + or #.',
    zh: '发布主题不能包含 + 或 #。',
  },
  topic_filter_hash: {
    en: '# can only be the whole last level, as in a/b/#.',
    zh: '# 只能单独作为最后一级，例如 a/b/#。',
  },
  topic_filter_plus: { en: '+ can only be a whole level, as in a/+/c.', zh: '+ 只能单独占一级，例如 a/+/c。' },
  url: { en: 'An address that begins with http:// or https://.', zh: '地址须以 http:// 或 https:// 开头。' },
  server: {
    en: 'A host and a port, such as broker.example.com:1883.',
    zh: '请填写主机与端口，例如 broker.example.com:1883。',
  },
  password_partly_masked: {
    en: 'To change it, clear the field and enter the whole new password.',
    zh: '如需修改，请清空后输入完整的新密码。',
  },
  password_masked_in_copy: {
    en: '{name} is hidden and cannot be copied. Enter it again to save a copy.',
    zh: '{name}已隐藏，无法复制。请重新填写后再保存副本。',
  },
  certificate_required: { en: '{name} is required while TLS is on.', zh: '启用 TLS 时必须提供{name}。' },
  map_key_empty: { en: 'A row without a key.', zh: '存在没有键的行。' },
  map_key_twice: { en: 'The key {key} occurs twice.', zh: '键 {key} 重复。' },
  json: { en: 'Not valid JSON: {reason}', zh: 'JSON 无效：{reason}' },
  list_item_number: { en: 'Numbers only.', zh: '只能填写数字。' },
  taken: { en: '{value} exists already.', zh: '{value} 已存在。' },
  connector_gone: {
    en: 'There is no connector {value} of this type any more. Choose another one.',
    zh: '此类型的连接器 {value} 已不存在，请另选一个。',
  },
  refused: { en: 'Not accepted: {reason}', zh: '未被接受：{reason}' },
};

export function problemText(problem: Problem, language: keyof Text): string {
  return MESSAGES[problem.code][language].replace(/\{(\w+)\}/g, (whole, key: string) => {
    const value = problem.params[key];
    if (value === undefined) return whole;
    return typeof value === 'object' ? value[language] : String(value);
  });
}
