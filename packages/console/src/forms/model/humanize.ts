import type { Text } from '@sluice/contract';

const ACRONYMS: Readonly<Record<string, string>> = {
  id: 'ID',
  url: 'URL',
  uri: 'URI',
  ip: 'IP',
  qos: 'QoS',
  ssl: 'TLS',
  tls: 'TLS',
  sql: 'SQL',
  mqtt: 'MQTT',
  http: 'HTTP',
  api: 'API',
  ttl: 'TTL',
  aws: 'AWS',
  acl: 'ACL',
  cpu: 'CPU',
  csv: 'CSV',
  json: 'JSON',
  jwt: 'JWT',
  utf8: 'UTF-8',
};

/** `max_retries` → “Max retries”: the label of last resort, in both languages. */
export function humanize(key: string): Text {
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s_\-.]+/)
    .filter((word) => word !== '')
    .map((word) => ACRONYMS[word.toLowerCase()] ?? word.toLowerCase());
  const text = words.join(' ');
  const label = text === '' ? key : text.charAt(0).toUpperCase() + text.slice(1);
  return { en: label, zh: label };
}
