import { type JsonObject, type RepublishArgs, topicNameFault } from '@sluice/contract';
import { compileTemplate, type Template, type Value } from '@sluice/rulesql';
import type { RuleInput } from './event-columns.ts';
import { publishProperties } from './mqtt-properties.ts';
import type { Rehearsed, RuleTarget } from './output.ts';
import type { OwnBridges } from './own-bridges.ts';

/** What republishing asks of the broker. */
export interface Republisher {
  publish(message: RepublishedMessage): void | Promise<void>;
}

interface RepublishedMessage {
  readonly topic: string;
  readonly payload: Uint8Array;
  readonly qos: 0 | 1 | 2;
  readonly retain: boolean;
  readonly properties: Readonly<Record<string, unknown>> | undefined;
  readonly hops: number;
  readonly via: readonly string[];
  /** To subscribers only, not through the rules. */
  readonly direct: boolean;
}

/** A message is republished at most this often, however long the chain of rules. */
const MAX_HOPS = 16;

type Rendered =
  | { readonly ok: true; readonly message: RepublishedMessage }
  | { readonly ok: false; readonly message: string /** The rules go round in a circle. */; readonly loop: boolean };

/** Publishes each row to the broker, as the arguments' templates say. */
export function republishOutput(
  ruleId: string,
  args: RepublishArgs,
  to: Republisher,
  bridges: Pick<OwnBridges, 'isTakenAgain'>,
): RuleTarget {
  const alone = [ruleId];
  const topic = compileTemplate(String(args.topic));
  const payload = payloadTemplate(args.payload ?? '${payload}');
  const qos = choice(args.qos ?? '${qos}', readQos);
  const retain = choice(args.retain ?? '${flags.retain}', readFlag);
  const direct = choice(args.direct_dispatch ?? false, readFlag);
  const userProperties = userPropertyReader(args.user_properties ?? '');
  const properties = Object.entries(args.mqtt_properties ?? {}).map(
    ([name, text]) => [name, compileTemplate(String(text))] as const,
  );

  function render(row: Value, input: RuleInput): Rendered {
    if (input.via.includes(ruleId)) {
      const others = input.via.slice(input.via.indexOf(ruleId) + 1).join(', ');
      const way = others === '' ? 'came from this rule itself' : `came from this rule, by way of ${others}`;
      return refuse(`The message ${way}: republishing it would go round in a circle.`, true);
    }
    if (input.hops >= MAX_HOPS) {
      return refuse(`The message was republished ${MAX_HOPS} times already: that is the most.`, true);
    }
    const name = topic.render(row);
    const fault = topicNameFault(name);
    if (fault !== undefined) return refuse(`"${name}" is no topic to publish to (${fault.replaceAll('_', ' ')}).`);
    if (bridges.isTakenAgain(name, input.via)) {
      return refuse(
        `The message came in through a bridge to this broker itself, which would take "${name}" again.`,
        true,
      );
    }
    const level = qos(row, input);
    if (level === undefined) return refuse('The QoS must be 0, 1 or 2.');
    const keep = retain(row, input);
    if (keep === undefined) return refuse('The retain flag must be true or false.');
    return {
      ok: true,
      message: {
        topic: name,
        payload: payload.renderBytes(row),
        qos: level as 0 | 1 | 2,
        retain: keep === 1,
        properties: renderProperties(row),
        hops: input.hops + 1,
        via: input.via.length === 0 ? alone : [...input.via, ruleId],
        direct: direct(row, input) === 1,
      },
    };
  }

  function renderProperties(row: Value): Readonly<Record<string, unknown>> | undefined {
    const user = userProperties(row);
    if (properties.length === 0) return user === undefined ? undefined : { userProperties: user };
    const rendered = publishProperties(
      Object.fromEntries(properties.map(([name, template]) => [name, template.render(row)])),
    );
    if (user !== undefined) rendered.userProperties = user;
    return rendered;
  }

  return {
    name: 'republish',
    send(row, input, counters, follow) {
      counters.action();
      const rendered = render(row, input);
      if (!rendered.ok) {
        counters.actionFailed();
        follow?.({ state: rendered.loop ? 'loop' : 'rejected', message: rendered.message });
        return;
      }
      follow?.({ state: 'pending', request: view(rendered.message) });
      try {
        const settled = to.publish(rendered.message);
        counters.actionSucceeded();
        follow?.({ state: 'delivered' });
        return settled;
      } catch (error) {
        // A property that MQTT cannot write.
        counters.actionFailed();
        follow?.({ state: 'rejected', message: 'MQTT cannot carry this message.', raw: String(error) });
      }
    },
    rehearse(row, input): Rehearsed {
      const rendered = render(row, input);
      return rendered.ok ? { ok: true, request: view(rendered.message) } : { ok: false, message: rendered.message };
    },
  };
}

function refuse(message: string, loop = false): Rendered {
  return { ok: false, message, loop };
}

/** A message as people see it. */
function view({ payload, properties, hops: _hops, via: _via, direct, ...rest }: RepublishedMessage): JsonObject {
  return {
    ...rest,
    payload: Buffer.from(payload).toString('utf8'),
    direct_dispatch: direct,
    ...(properties === undefined ? {} : { properties: JSON.parse(JSON.stringify(properties)) }),
  };
}

/** An empty payload means the whole row. */
export function payloadTemplate(text: string | undefined): Template {
  return compileTemplate(text === undefined || text === '' ? '${.}' : String(text));
}

/** An argument that is a fixed value or a template; the reader gives `undefined` for what is out of range. */
function choice(
  argument: number | boolean | string,
  read: (text: string, input: RuleInput) => number | undefined,
): (row: Value, input: RuleInput) => number | undefined {
  const template = compileTemplate(String(argument));
  if (template.placeholders.length > 0) return (row, input) => read(template.render(row), input);
  return (_row, input) => read(template.source, input);
}

function readQos(text: string): number | undefined {
  if (text === '0' || text === '1' || text === '2') return Number(text);
  // The field was not selected.
  return text === 'undefined' ? 0 : undefined;
}

function readFlag(text: string): number | undefined {
  if (text === 'true' || text === '1') return 1;
  if (text === 'false' || text === '0' || text === 'undefined') return 0;
  return undefined;
}

/**
 * User properties come from one placeholder that names a map; anything else gives none. Here, and only here, keys of the
 * path may be quoted: `${pub_props.'User-Property'}`.
 */
function userPropertyReader(text: string): (row: Value) => Readonly<Record<string, string>> | undefined {
  const path = /^\$\{([^{}]+)\}$/.exec(text.trim())?.[1]?.split('.');
  if (path === undefined) return () => undefined;
  const keys = path.map((key) => key.replace(/^'(.*)'$/, '$1'));
  return (row) => {
    let value = row;
    for (const key of keys) value = isPlainMap(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    if (!isPlainMap(value)) return undefined;
    const entries = Object.entries(value);
    return entries.length === 0
      ? undefined
      : Object.fromEntries(entries.map(([key, one]) => [key, typeof one === 'string' ? one : String(one)]));
  };
}

function isPlainMap(value: Value): value is Readonly<Record<string, Value>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
