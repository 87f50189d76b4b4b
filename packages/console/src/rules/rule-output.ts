import type { Json, JsonObject, RepublishArgs } from '@sluice/contract';

/**
 * An output of a rule as the console handles it. What a backend sends that this build does not know (a function with
 * another name, extra arguments) is kept and sent back as it came.
 */
export type Output =
  | { readonly kind: 'action'; readonly id: string; readonly raw: Json }
  | { readonly kind: 'republish'; readonly args: RepublishArgs; readonly raw: Json }
  | { readonly kind: 'console'; readonly raw: Json }
  | { readonly kind: 'other'; readonly name: string; readonly raw: Json };

/** What EMQX takes when an argument is absent (reference facts §2.3). */
const REPUBLISH_DEFAULTS: RepublishArgs = {
  topic: '',
  qos: '${qos}',
  retain: '${retain}',
  payload: '${payload}',
  user_properties: '${user_properties}',
  mqtt_properties: {},
  direct_dispatch: false,
};

export function outputOf(raw: Json): Output {
  if (typeof raw === 'string') return { kind: 'action', id: raw, raw };
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return { kind: 'other', name: String(raw), raw };
  const { function: name, args } = raw as JsonObject;
  if (name === 'console') return { kind: 'console', raw };
  if (name === 'republish') {
    const given = typeof args === 'object' && args !== null && !Array.isArray(args) ? (args as JsonObject) : {};
    return { kind: 'republish', args: { ...REPUBLISH_DEFAULTS, ...given } as RepublishArgs, raw };
  }
  return { kind: 'other', name: typeof name === 'string' ? name : JSON.stringify(raw), raw };
}

export function actionOutput(id: string): Output {
  return outputOf(id);
}

export function consoleOutput(): Output {
  return outputOf({ function: 'console' });
}

/** Arguments this build does not know stay when an output is edited. */
export function republishOutput(args: RepublishArgs, before?: Output): Output {
  const old = before?.kind === 'republish' ? ((before.raw as JsonObject).args as JsonObject | undefined) : undefined;
  return outputOf({ function: 'republish', args: { ...old, ...args } as JsonObject });
}

/** What a new republish starts with: everything as it came. */
export function newRepublish(): RepublishArgs {
  return { ...REPUBLISH_DEFAULTS, qos: 0, retain: false, payload: '', user_properties: '' };
}

/** How an output reads in a list. */
export function outputName(output: Output): string {
  switch (output.kind) {
    case 'action':
      return output.id;
    case 'republish':
      return output.args.topic;
    case 'console':
      return 'console';
    case 'other':
      return output.name;
  }
}
