import { type ChannelConfig, type Json, type JsonObject, ok, type Result } from '@sluice/contract';
import { compileTemplate, decodeJson, encodeJson, type Value } from '@sluice/rulesql';
import type { Fault, Request, RequestView } from '../driver.ts';
import { toBuffer } from '../stream/encoding.ts';

export interface HubEvent {
  readonly topic: string;
  /** `null`: without key. */
  readonly key: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly value: Buffer;
}

/** Turns rows into events for one action. The request's `meta` is `[topic, key, headers]` as JSON. */
export interface HubEvents {
  render(row: Value): Result<Request, Fault>;
  read(request: Request): HubEvent;
  describe(request: Request): RequestView;
}

type Headers = Record<string, string>;

export function hubEvents(action: ChannelConfig): HubEvents {
  const { parameters } = action;
  const message = (parameters.message ?? {}) as JsonObject;
  const topic = compileTemplate(String(parameters.topic ?? ''));
  const key = compileTemplate(templateText(message.key, '${.clientid}'));
  const value = compileTemplate(templateText(message.value, '${.}'));
  const headers = compileTemplate(templateText(parameters.kafka_headers, ''));
  const asJson = parameters.kafka_header_value_encode_mode === 'json';
  const more = (Array.isArray(parameters.kafka_ext_headers) ? parameters.kafka_ext_headers : []).map((entry: Json) => {
    const { kafka_ext_header_key: name, kafka_ext_header_value: text } = entry as JsonObject;
    return [compileTemplate(String(name ?? '')), compileTemplate(String(text ?? ''))] as const;
  });

  function encode(item: Value): string {
    return typeof item === 'string' && !asJson ? item : encodeJson(item);
  }

  function keyOf(row: Value): string | null {
    const found = key.value(row);
    if (found === undefined || found === null || found === '') return null;
    return typeof found === 'string' ? found : key.render(row);
  }

  function headersOf(row: Value): Result<Headers, Fault> {
    const all: Headers = {};
    if (headers.source !== '') {
      const found = listed(headers.value(row));
      if (found === undefined) {
        const text = 'The headers must be an object or a list of {"key", "value"}. Check their template.';
        return { ok: false, error: { code: 'headers_invalid', data: {}, message: text } };
      }
      for (const [name, item] of found) all[name] = encode(item);
    }
    for (const [name, text] of more) {
      all[name.render(row)] = encode(text.value(row));
    }
    return ok(all);
  }

  function read(request: Request): HubEvent {
    const [name, rowKey, rowHeaders] = JSON.parse(request.meta) as [string, string | null, Headers?];
    const { body } = request;
    const bytes = typeof body === 'string' ? Buffer.from(body) : toBuffer(body);
    return { topic: name, key: rowKey, headers: rowHeaders ?? {}, value: bytes };
  }

  return {
    render(row) {
      const found = topic.value(row);
      const name = found === undefined || found === null ? '' : topic.render(row);
      if (!/^[A-Za-z0-9._-]{1,249}$/.test(name)) {
        const text = `"${name}" is no name for an event hub: letters, digits, ".", "_" and "-" only. Check its template.`;
        return { ok: false, error: { code: 'object_name_invalid', data: { object: name }, message: text } };
      }
      const all = headersOf(row);
      if (!all.ok) return all;
      const meta = Object.keys(all.value).length === 0 ? [name, keyOf(row)] : [name, keyOf(row), all.value];
      return ok({ meta: JSON.stringify(meta), body: value.renderBytes(row) });
    },
    read,
    describe(request) {
      const event = read(request);
      return { topic: event.topic, key: event.key, headers: event.headers, value: event.value.toString() };
    },
  };
}

function templateText(given: Json | undefined, otherwise: string): string {
  return typeof given === 'string' && given !== '' ? given : otherwise;
}

/** Names and values of an object, of a list of `{key, value}`, or of JSON text of either. */
function listed(value: Value): [string, Value][] | undefined {
  if (value === undefined || value === null || value === '') return [];
  if (typeof value === 'string') {
    const read = decodeJson(value);
    return read.ok && typeof read.value === 'object' ? listed(read.value) : undefined;
  }
  if (Array.isArray(value)) {
    const pairs = value.map((item) => (isMap(item) ? ([String(item.key), item.value] as [string, Value]) : undefined));
    return pairs.every((pair) => pair !== undefined) ? pairs : undefined;
  }
  return isMap(value) ? Object.entries(value) : undefined;
}

function isMap(value: Value): value is Readonly<Record<string, Value>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);
}
