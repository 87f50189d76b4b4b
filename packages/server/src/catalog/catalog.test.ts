import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ok } from '@sluice/contract';
import { createEngine, type EngineHost, SYSTEMS } from '@sluice/engine';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../store/store.ts';
import { type Catalog, createCatalog } from './catalog.ts';

let dir: string;
let store: Store;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sluice-catalog-'));
  store = openStore(dir);
});
afterEach(() => {
  store.close();
  rmSync(dir, { recursive: true });
});

const TEST = { kind: 'user', name: 'test' } as const;
const rule = (catalog: Catalog, id: string, sql = 'SELECT * FROM "a"') =>
  catalog.change(TEST, (view) => {
    const made = catalog.rules.create(view, { id, sql });
    return made.ok ? ok({ changes: [{ op: 'put_rule', rule: made.value }], value: id }) : made;
  });

describe('the catalog', () => {
  it('undoes in the store and the engine what the engine did not take', async () => {
    const applied: string[] = [];
    // the real engine, with a fault in the middle of a change
    const engine: EngineHost = {
      ...createEngine(),
      apply: async (changes) => {
        applied.push(changes.map((change) => change.kind).join());
        if (applied.length === 2) throw new Error('out of memory');
      },
    };
    const catalog = createCatalog(store, SYSTEMS, engine);
    expect((await rule(catalog, 'one')).ok).toBe(true);
    const failed = await rule(catalog, 'two');
    expect(failed).toMatchObject({ ok: false, error: { code: 'SERVICE_UNAVAILABLE', raw: 'out of memory' } });
    expect(applied).toEqual(['put_rule', 'put_rule', 'remove_rule']);
    expect(catalog.view.rule('two')).toBeUndefined();
    expect(store.rules.all().map(({ id }) => id)).toEqual(['one']);
    expect((await rule(catalog, 'two')).ok).toBe(true);
    expect(store.audit.page(9, 0).map(({ actor, verb }) => `${actor.kind}:${actor.name} ${verb}`)).toEqual([
      'user:test create',
      'system:undo delete',
      'user:test create',
      'user:test create',
    ]);
  });

  it('takes changes one after the other, each seeing the ones before', async () => {
    const catalog = createCatalog(store, SYSTEMS, { ...createEngine(), apply: async () => {} });
    const results = await Promise.all(Array.from({ length: 20 }, () => rule(catalog, 'same')));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it('reads back what it wrote, secrets and all', async () => {
    const engine: EngineHost = { ...createEngine(), apply: async () => {} };
    const first = createCatalog(store, SYSTEMS, engine);
    await first.change(TEST, (view) => {
      const made = first.resources.create(view, 'connector', {
        type: 'mqtt',
        name: 'm',
        server: 'x:1',
        password: 'hunter2',
        pool_size: '2',
      });
      return made.ok ? ok({ changes: [{ op: 'put', entry: made.value }], value: undefined }) : made;
    });
    const second = createCatalog(store, SYSTEMS, engine);
    expect(second.view.resource('connector', 'mqtt:m')).toEqual(first.view.resource('connector', 'mqtt:m'));
    expect(second.engineConfig().connectors).toMatchObject([
      { type: 'mqtt', name: 'm', password: 'hunter2', pool_size: 2 },
    ]);
    expect(JSON.stringify(store.resources.all())).not.toContain('hunter2');
  });
});
