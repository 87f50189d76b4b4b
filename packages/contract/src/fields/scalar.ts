import type { Json } from '../entities.ts';
import { topicFilterFault, topicNameFault } from '../topics.ts';
import { parseByteSize, parseDuration } from '../units.ts';
import type { FieldFault } from './fault.ts';
import type { Field } from './language.ts';

type Fault = Omit<FieldFault, 'path' | 'value'>;
type Format = NonNullable<Extract<Field, { type: 'string' }>['format']>;

/** Text of a scalar: EMQX takes numbers and booleans where a text is wanted. */
export function scalarText(value: Json): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return undefined;
}

/** `3`, `"3"`; `undefined` for anything else. */
export function scalarNumber(value: Json): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || !/^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value)) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** `true`, `"true"`; `undefined` for anything else. */
export function scalarBoolean(value: Json): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (value === 'true') return true;
  if (value === 'false') return false;
  return undefined;
}

const PLACEHOLDER = /\$\{[^}]*\}/g;

export function formatFault(format: Format | undefined, text: string, isTemplate: boolean): Fault | undefined {
  switch (format) {
    case 'url':
      return urlFault(text);
    case 'server':
      return serverFault(text);
    case 'topic_name':
      return topicFault(topicNameFault(isTemplate ? text.replace(PLACEHOLDER, 'x') : text), 'topic without wildcards');
    case 'topic_filter':
      return topicFault(topicFilterFault(text), 'topic filter with "#" and "+" as whole levels only');
    case 'sql':
    case 'file':
    case 'code':
    case undefined:
      return undefined;
  }
}

function topicFault(fault: string | undefined, expected: string): Fault | undefined {
  if (fault === undefined) return undefined;
  if (fault === 'empty') return { reason: 'empty_string_not_allowed' };
  return { reason: 'bad_topic', expected: `a ${expected}` };
}

const URL_FORM = /^https?:\/\/(?:[^\s/?#@]*@)?(?:\[[0-9a-fA-F:.%]+\]|[^\s/?#:@[\]]+)(?::\d{1,5})?(?:[/?#]\S*)?$/i;

function urlFault(text: string): Fault | undefined {
  if (URL_FORM.test(text.replace(PLACEHOLDER, 'x'))) return undefined;
  return { reason: 'bad_url', expected: 'a URL that begins with http:// or https://' };
}

/** `host`, `host:port`, `[v6]:port`, or several of them with commas. */
function serverFault(text: string): Fault | undefined {
  const expected = 'an address such as broker.example.com:1883';
  if (text.trim() === '') return { reason: 'bad_host_port', expected };
  for (const part of text.split(',')) {
    const match = /^(?:[a-z][a-z0-9+]*:\/\/)?(?:\[[0-9a-fA-F:.%]+\]|[^\s:/[\]]+)(?::(\d{1,5}))?$/.exec(part.trim());
    if (match === null || (match[1] !== undefined && (Number(match[1]) < 1 || Number(match[1]) > 65_535))) {
      return { reason: 'bad_host_port', expected };
    }
  }
  return undefined;
}

export function rangeFault(
  kind: 'number' | 'duration' | 'byteSize',
  value: string | number,
  minimum: number | string | undefined,
  maximum: number | string | undefined,
): Fault | undefined {
  const size = (bound: string | number): number | undefined =>
    kind === 'number' ? Number(bound) : kind === 'duration' ? parseDuration(bound) : parseByteSize(bound);
  const actual = size(value);
  if (actual === undefined) return undefined;
  const low = minimum === undefined ? undefined : size(minimum);
  const high = maximum === undefined ? undefined : size(maximum);
  if ((low === undefined || actual >= low) && (high === undefined || actual <= high)) return undefined;
  const expected =
    minimum === undefined
      ? `at most ${maximum}`
      : maximum === undefined
        ? `at least ${minimum}`
        : `between ${minimum} and ${maximum}`;
  return { reason: 'out_of_range', expected };
}
