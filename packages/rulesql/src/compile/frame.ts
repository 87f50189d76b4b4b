import type { Environment, EventColumns } from '../types.ts';
import { Fault, faultMessage } from '../value/fault.ts';
import { readJson, readPayload } from '../value/json-decode.ts';
import { skimMembers } from '../value/json-skim.ts';
import { getSteps } from '../value/path.ts';
import { getKey, isMap } from '../value/value.ts';

/** From this length on a payload is skimmed first: reading it whole takes long, and rules seldom look at all of it. */
const LARGE = 16_384;

/** What one run of a rule works on. */
export class Frame {
  readonly event: EventColumns;
  readonly environment: Environment;
  /** The row that SELECT or DO is making. */
  row: Record<string, unknown> = {};
  /** What FOREACH selected, below the row of DO. */
  selection: Record<string, unknown> = {};
  /** The item of FOREACH at hand. */
  item: unknown = undefined;
  #scratch: Map<string, unknown> | undefined = undefined;
  #payload: { readonly value: unknown } | undefined = undefined;
  /** The first text that was looked into, while it is only skimmed. */
  #skimmed: string | undefined = undefined;

  constructor(event: EventColumns, environment: Environment) {
    this.event = event;
    this.environment = environment;
  }

  /** Values of proc_dict_* functions; they live as long as the run. */
  get scratch(): Map<string, unknown> {
    this.#scratch ??= new Map();
    return this.#scratch;
  }

  /**
   * What lies inside a payload. The first text that is read as JSON is kept for the whole run, whatever text stands in
   * for the payload later.
   */
  inside(payload: unknown): unknown {
    if (typeof payload !== 'string' && !(payload instanceof Uint8Array)) return payload;
    this.#payload ??= { value: this.decode(this.#skimmed ?? payload) };
    return this.#payload.value;
  }

  /** A member of what lies inside a payload. Of a large one nothing else is read. */
  member(payload: unknown, key: string): unknown {
    const members = this.#membersOf(payload);
    if (members) return members.get(key);
    const inside = this.inside(payload);
    return isMap(inside) ? getKey(inside, key) : getSteps(inside, [{ kind: 'key', key }]);
  }

  /** Makes sure that something lies inside a payload: one that is no JSON is a fault. */
  open(payload: unknown): void {
    if (!this.#membersOf(payload)) this.inside(payload);
  }

  #membersOf(payload: unknown): EventColumns['members'] {
    const text = this.#skimmed ?? payload;
    if (typeof text !== 'string' || text.length < LARGE || this.#payload) return undefined;
    const event = this.event;
    if (event.decoded || event.members === null || text !== event.get('payload')) return undefined;
    event.members ??= skimMembers(text) ?? null;
    if (event.members) this.#skimmed = text;
    return event.members;
  }

  /** Text read as JSON; the payload of the event is read once for all rules. */
  decode(payload: string | Uint8Array): unknown {
    const event = this.event;
    if (payload !== event.get('payload')) return readJson(validText(payload, 'The text'));
    if (event.decoded === undefined) {
      try {
        event.decoded = { ok: true, value: decodePayload(payload) };
      } catch (thrown) {
        event.decoded = { ok: false, message: faultMessage(thrown) };
      }
    }
    if (!event.decoded.ok) throw new Fault(event.decoded.message);
    return event.decoded.value;
  }
}

function validText(source: string | Uint8Array, what: string): string {
  if (typeof source !== 'string') throw new Fault(`${what} is not valid UTF-8, so nothing inside it can be read.`);
  return source;
}

function decodePayload(payload: string | Uint8Array): unknown {
  const text = validText(payload, 'The payload');
  try {
    return readPayload(text);
  } catch (thrown) {
    throw new Fault(`The payload cannot be read as JSON: ${faultMessage(thrown)}`);
  }
}

export type Evaluate = (frame: Frame) => unknown;
export type Test = (frame: Frame) => boolean;
