import { createHash } from 'node:crypto';
import { type AuditObject, type Failure, fail, type JsonObject, ok, REDACTED, type Result } from '@sluice/contract';
import { hashMqttPassword } from '@sluice/engine';
import { z } from 'zod';
import { within } from '../catalog/apply-plan.ts';
import { badRequest } from '../catalog/failure.ts';
import { type Actor, actorText, UNDO } from '../session/actor.ts';
import type { StoredBan } from '../store/mqtt-bans.ts';
import type { StoredRules } from '../store/mqtt-rules.ts';
import type { Store } from '../store/store.ts';
import {
  type Configuration,
  idOf,
  isMqttKind,
  type MqttKind,
  ordered,
  resolveSecrets,
} from '../transfer/configuration.ts';
import type { Step } from '../transfer/plan.ts';
import type { MqttAccessControl } from './access.ts';
import { AUTHORIZATION } from './authorization-form.ts';
import { BAN, banRecord } from './ban-form.ts';
import { mqttName, mqttPassword } from './credentials.ts';
import { PERMISSIONS, toStored, wireRules } from './permission-form.ts';

type MqttConfiguration = Pick<Configuration, MqttKind>;
type Access = Pick<MqttAccessControl, 'settings' | 'setSettings'>;

/** Users, permissions and bans as a document says them; passwords as references and as hashes. */
export function mqttConfiguration(store: Store, access: Access): Required<MqttConfiguration> {
  const scopes = ['clientid', 'username', 'all'] as const;
  const permissions = scopes.flatMap((scope) => store.mqttRules.all(scope)).filter(({ rules }) => rules.length > 0);
  const sorted = (kind: MqttKind, objects: readonly JsonObject[]): JsonObject[] =>
    objects
      .map((object) => ordered(object, `SLUICE_SECRET_MQTT_USER_${variableOf(idOf(kind, object))}`) as JsonObject)
      .sort((a, b) => (idOf(kind, a) < idOf(kind, b) ? -1 : 1));
  return {
    mqtt_users: sorted(
      'mqtt_users',
      store.mqttUsers.all().map(({ username, passwordHash, isSuperuser }) => ({
        username,
        is_superuser: isSuperuser,
        password: REDACTED,
        password_hash: passwordHash,
      })),
    ),
    mqtt_permissions: sorted(
      'mqtt_permissions',
      permissions.map((one) => permissionObject(one)),
    ),
    mqtt_bans: sorted('mqtt_bans', store.mqttBans.active(Date.now()).map(banRecord)),
    mqtt_authorization: sorted('mqtt_authorization', [{ ...access.settings() }]),
  };
}

/** User names are of every kind, and names of variables few: those that could be taken for another one get a number. */
function variableOf(username: string): string {
  if (/^[a-z0-9]+(_[a-z0-9]+)*$/.test(username)) return username;
  return `${username}_${createHash('sha256').update(username).digest('hex').slice(0, 8)}`;
}

/** For giving away: each user with the one or the other. */
export function withPasswords(all: MqttConfiguration, as: 'reference' | 'hash'): MqttConfiguration {
  const without = as === 'hash' ? 'password' : 'password_hash';
  const users = all.mqtt_users?.map(({ [without]: _left, ...user }) => user);
  return { ...all, ...(users !== undefined && { mqtt_users: users }) };
}

function permissionObject({ scope, name, rules }: StoredRules): JsonObject {
  const lines = wireRules({ scope, name, rules }) as unknown as JsonObject[];
  return { for: scope, ...(scope !== 'all' && { name }), rules: lines };
}

/** Hashes of the passwords that a document gives, by user name. Takes a moment for each. */
export async function hashedPasswords(
  wanted: MqttConfiguration,
  secrets: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, string>> {
  const hashes = new Map<string, string>();
  for (const user of wanted.mqtt_users ?? []) {
    const { password } = resolveSecrets(user, secrets).object;
    if (mqttPassword.safeParse(password).success && password !== REDACTED) {
      hashes.set(String(user.username), await hashMqttPassword(String(password)));
    }
  }
  return hashes;
}

/** One change of the store and its way back, each with its line in the audit log. */
interface Edit {
  write(): void;
  undo(): void;
}

/** What the steps that concern MQTT change, checked; nothing has happened yet. `undefined`: nothing. */
export function planMqtt(
  store: Store,
  access: Access,
  actor: Actor,
  steps: readonly Step[],
  hashes: ReadonlyMap<string, string>,
): Result<Edit | undefined> {
  const edits: Edit[] = [];
  for (const step of steps) {
    if (!isMqttKind(step.kind)) continue;
    const edit = editOf(step, step.kind);
    if (!edit.ok) return fail(within(step, edit.error));
    edits.push(edit.value);
  }
  if (edits.length === 0) return ok(undefined);
  return ok({
    write() {
      for (const edit of edits) edit.write();
    },
    undo() {
      for (const edit of edits.toReversed()) edit.undo();
    },
  });

  /** Puts `after` in the place of `before`; either may be missing. */
  function edit<T>(
    object: AuditObject,
    before: T | undefined,
    after: T | undefined,
    table: { put(value: T): void; remove(value: T): void },
    shown: (value: T) => JsonObject,
  ): Result<Edit> {
    const move = (who: Actor, from: T | undefined, to: T | undefined): void => {
      if (to !== undefined) table.put(to);
      else if (from !== undefined) table.remove(from);
      const verb = to === undefined ? 'delete' : from === undefined ? 'create' : 'update';
      store.audit.add({ actor: who, verb, object, before: from && shown(from), after: to && shown(to) });
    };
    return ok({ write: () => move(actor, before, after), undo: () => move(UNDO, after, before) });
  }

  function editOf(step: Step, kind: MqttKind): Result<Edit> {
    switch (kind) {
      case 'mqtt_users':
        return userEdit(step);
      case 'mqtt_permissions':
        return permissionEdit(step);
      case 'mqtt_bans':
        return banEdit(step);
      case 'mqtt_authorization': {
        const settings = checked(AUTHORIZATION, step.object);
        if (!settings.ok) return settings;
        const table = { put: access.setSettings, remove: () => undefined };
        const { no_match, deny_action } = settings.value;
        const after = { no_match, deny_action };
        return edit({ type: 'mqtt_authorization' }, access.settings(), after, table, (value) => ({ ...value }));
      }
    }
  }

  function userEdit({ id, verb, object }: Step): Result<Edit> {
    const before = store.mqttUsers.get(id);
    const table = { put: store.mqttUsers.put, remove: () => store.mqttUsers.remove(id) };
    const shown = (user: { isSuperuser: boolean }) => ({ user_id: id, is_superuser: user.isSuperuser });
    const audited: AuditObject = { type: 'mqtt_user', id };
    if (verb === 'delete') return edit(audited, before, undefined, table, shown);
    const form = checked(USER, object);
    if (!form.ok) return form;
    const { password, password_hash, is_superuser } = form.value;
    // one that is given is hashed before anything is changed, and not at all for a look at the plan
    const promised = password === undefined || password === REDACTED ? undefined : '';
    const passwordHash = hashes.get(id) ?? password_hash ?? before?.passwordHash ?? promised;
    if (passwordHash === undefined) return badRequest('A new user needs a "password" or a "password_hash".');
    const after = { username: id, passwordHash, isSuperuser: is_superuser };
    return edit(audited, before, after, table, shown);
  }

  function permissionEdit({ verb, object = {}, id }: Step): Result<Edit> {
    const form = verb === 'delete' ? ok(undefined) : checked(PERMISSION, object);
    if (!form.ok) return form;
    const space = id.indexOf(' ');
    const scope = (space === -1 ? id : id.slice(0, space)) as StoredRules['scope'];
    const name = space === -1 ? '' : id.slice(space + 1);
    const before = store.mqttRules.get(scope, name);
    const after = form.value && { scope, name, rules: form.value.rules.map(toStored) };
    const table = { put: store.mqttRules.put, remove: () => store.mqttRules.remove(scope, name) };
    const audited: AuditObject = { type: 'mqtt_rules', scope, ...(scope !== 'all' && { id: name }) };
    return edit(audited, before, after, table, (value) => ({ rules: wireRules(value) as unknown as JsonObject[] }));
  }

  function banEdit({ verb, object = {}, id }: Step): Result<Edit> {
    const [as, who] = [id.slice(0, id.indexOf(' ')) as StoredBan['as'], id.slice(id.indexOf(' ') + 1)];
    const before = store.mqttBans.get(as, who);
    const table = { put: store.mqttBans.put, remove: () => store.mqttBans.remove(as, who) };
    const audited: AuditObject = { type: 'ban', scope: as, id: who };
    if (verb === 'delete') return edit(audited, before, undefined, table, banRecord);
    const form = checked(BAN, object);
    if (!form.ok) return form;
    const { by = actorText(actor), reason, at = Date.now(), until } = form.value;
    const after: StoredBan = { as, who, by, reason, at, ...(until !== undefined && { until }) };
    return edit(audited, before, after, table, banRecord);
  }
}

const USER = z.strictObject({
  username: mqttName,
  is_superuser: z.boolean().default(false),
  password: mqttPassword.optional(),
  password_hash: z
    .string()
    .regex(/^scrypt\$16384\$8\$1\$[A-Za-z0-9+/]{22}==\$[A-Za-z0-9+/]{43}=$/, 'must be a hash as an export gives it')
    .optional(),
});

const PERMISSION = z.discriminatedUnion('for', [
  z.strictObject({ for: z.enum(['clientid', 'username']), name: mqttName, rules: PERMISSIONS }),
  z.strictObject({ for: z.literal('all'), rules: PERMISSIONS }),
]);

function checked<T extends z.ZodType>(form: T, object: unknown): Result<z.infer<T>, Failure> {
  const parsed = form.safeParse(object);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  const path = issue?.path.join('.') ?? '';
  return badRequest(`${path === '' ? '' : `"${path}": `}${issue?.message ?? 'is not valid'}.`);
}
