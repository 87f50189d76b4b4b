import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTokens, TOKEN_LIFETIME_MS } from '../session/tokens.ts';
import { MIGRATIONS } from './migrations.ts';
import { openStore } from './store.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sluice-store-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe('the store', () => {
  it('keeps everything over a restart', () => {
    const store = openStore(dir);
    store.resources.put({ kind: 'connector', type: 'http', name: 'a', config: { url: 'http://x' } });
    store.settings.put('s', { a: 1 });
    store.close();
    const again = openStore(dir);
    expect(again.resources.all()).toEqual([
      { kind: 'connector', type: 'http', name: 'a', config: { url: 'http://x' } },
    ]);
    expect(again.settings.get('s')).toEqual({ a: 1 });
    again.close();
  });

  it('rolls a failed transaction back whole', () => {
    const store = openStore(dir);
    expect(() =>
      store.transaction(() => {
        store.settings.put('s', 1);
        throw new Error('stop');
      }),
    ).toThrow('stop');
    expect(store.settings.get('s')).toBeUndefined();
    store.close();
  });

  it('is readable by its owner only', () => {
    openStore(dir).close();
    for (const file of ['sluice.db', 'secret.key']) expect(statSync(join(dir, file)).mode & 0o777).toBe(0o600);
  });

  it('encrypts differently each time and refuses another key', () => {
    const store = openStore(dir);
    const [one, two] = [store.cipher.encrypt('hunter2'), store.cipher.encrypt('hunter2')];
    expect(one).not.toBe(two);
    expect(store.cipher.decrypt(one)).toBe('hunter2');
    store.close();
    writeFileSync(join(dir, 'secret.key'), Buffer.alloc(32).toString('base64'));
    const other = openStore(dir);
    expect(() => other.cipher.decrypt(one)).toThrow(/key/);
    other.close();
    expect(readFileSync(join(dir, 'sluice.db')).includes('hunter2')).toBe(false);
  });

  it('belongs to one process at a time', () => {
    const store = openStore(dir);
    expect(() => openStore(dir)).toThrow(/in use by another/);
    store.close();
    openStore(dir).close();
  });

  it('refuses data of a newer version', () => {
    openStore(dir).close();
    const db = new DatabaseSync(join(dir, 'sluice.db'));
    db.exec('PRAGMA user_version = 999');
    db.close();
    expect(() => openStore(dir)).toThrow(/newer version/);
  });

  it('keeps the newest audit entries', () => {
    const store = openStore(dir);
    const actor = { kind: 'user', name: 'a:b', from: '10.0.0.1' } as const;
    for (let i = 0; i < 5; i++)
      store.audit.add({ at: i, actor, verb: 'create', object: { type: 'rule', id: `${i}` }, before: undefined });
    expect(store.audit.page(2, 1)).toEqual([
      { id: 4, at: 3, actor, verb: 'create', object: { type: 'rule', id: '3' } },
      { id: 3, at: 2, actor, verb: 'create', object: { type: 'rule', id: '2' } },
    ]);
    expect(store.audit.count()).toBe(5);
    store.close();
  });

  it('says who changed an object last', () => {
    const store = openStore(dir);
    const [ann, bob] = (['ann', 'bob'] as const).map((name) => ({ kind: 'user' as const, name }));
    if (ann === undefined || bob === undefined) throw new Error('two');
    const object = { type: 'ban', scope: 'clientid', id: 'x' } as const;
    store.audit.add({ at: 1, actor: ann, verb: 'create', object });
    store.audit.add({ at: 2, actor: bob, verb: 'create', object: { ...object, scope: 'username' } });
    store.audit.add({ at: 3, actor: bob, verb: 'reset_metrics', object });
    expect(store.audit.lastChange(object)).toEqual({ at: 1, actor: ann, verb: 'create' });
    expect(store.audit.lastChange({ type: 'ban' })).toBeUndefined();
    store.close();
  });

  it('understands the audit entries of its earlier form', () => {
    const db = new DatabaseSync(join(dir, 'sluice.db'));
    for (const sql of MIGRATIONS.slice(0, 2)) db.exec(sql);
    db.exec('PRAGMA user_version = 2');
    const targets = ['rule r', 'ban clientid a b', 'bans', 'mqtt_rules all', 'mqtt_rules username u', 'mqtt_clients 3'];
    for (const target of [...targets, 'mqtt_client c 1', 'retained all', 'settings rule_engine', 'dead_letters 2'])
      db.prepare("INSERT INTO audit (at, actor, action, target) VALUES (1, 'user:a', 'update', ?)").run(target);
    db.close();
    const store = openStore(dir);
    expect(store.audit.page(20, 0).map(({ object }) => object)).toEqual([
      { type: 'dead_letters', count: 2 },
      { type: 'rule_engine' },
      { type: 'retained' },
      { type: 'mqtt_client', id: 'c 1' },
      { type: 'mqtt_client', count: 3 },
      { type: 'mqtt_rules', scope: 'username', id: 'u' },
      { type: 'mqtt_rules', scope: 'all' },
      { type: 'ban' },
      { type: 'ban', scope: 'clientid', id: 'a b' },
      { type: 'rule', id: 'r' },
    ]);
    expect(store.audit.page(1, 0)[0]).toMatchObject({ actor: { kind: 'user', name: 'a' }, verb: 'update' });
    store.close();
  });
});

describe('tokens', () => {
  it('live for an hour after their last use, and survive a restart', () => {
    let time = 1_000_000;
    const store = openStore(dir);
    store.users.put({ username: 'u', password: '', role: 'viewer', description: '', enable: true });
    const tokens = createTokens(store, () => time);
    const token = tokens.issue('u');
    time += TOKEN_LIFETIME_MS - 1;
    expect(tokens.check(token)).toMatchObject({ kind: 'user', user: { username: 'u' } });
    time += TOKEN_LIFETIME_MS - 1;
    expect(tokens.check(token).kind).toBe('user');
    store.close();
    const again = openStore(dir);
    const later = createTokens(again, () => time);
    expect(later.check(token).kind).toBe('user');
    time += TOKEN_LIFETIME_MS;
    expect(later.check(token).kind).toBe('expired');
    expect(later.check('nonsense').kind).toBe('unknown');
    again.close();
    expect(readFileSync(join(dir, 'sluice.db')).includes(token)).toBe(false);
  });

  it('die with their user', () => {
    const store = openStore(dir);
    const user = { username: 'u', password: '', role: 'viewer', description: '', enable: true } as const;
    store.users.put(user);
    const tokens = createTokens(store);
    const token = tokens.issue('u');
    store.users.put({ ...user, enable: false });
    expect(tokens.check(token).kind).toBe('unknown');
    store.users.put(user);
    tokens.revokeUser('u');
    expect(tokens.check(token).kind).toBe('unknown');
    store.close();
  });
});
