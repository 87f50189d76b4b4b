import { describe, expect, it } from 'vitest';
import { createPasswords, hashPassword } from './passwords.ts';

describe('passwords', () => {
  it('let in who knows them', async () => {
    const passwords = createPasswords([
      { username: 'ann', passwordHash: await hashPassword('s3cret'), isSuperuser: true },
      { username: 'odd', passwordHash: 'md5$whatever' },
    ]);
    const verify = async (name: string, password: string) =>
      (await passwords.verify(name, Buffer.from(password))).outcome;
    expect(await verify('ann', 's3cret')).toBe('right');
    expect(await verify('ann', 's3cret')).toBe('right');
    expect(await verify('ann', 'S3cret')).toBe('wrong');
    expect(await verify('bob', 's3cret')).toBe('wrong');
    expect(await verify('odd', 'whatever')).toBe('wrong');
    expect((await passwords.verify('ann', Buffer.from('s3cret'))).user).toMatchObject({ isSuperuser: true });
  });

  it('that were right are wrong at once when they change', async () => {
    const first = { username: 'ann', passwordHash: await hashPassword('one') };
    const passwords = createPasswords([first]);
    const verify = async (password: string) => (await passwords.verify('ann', Buffer.from(password))).outcome;
    expect(await verify('one')).toBe('right');
    const late = verify('one');
    const underWay = verify('two');
    passwords.replace([{ username: 'ann', passwordHash: await hashPassword('two') }]);
    expect(await late).toBe('right');
    expect(await underWay).toBe('wrong');
    expect(await verify('one')).toBe('wrong');
    expect(await verify('two')).toBe('right');
    passwords.replace([]);
    expect(await verify('two')).toBe('wrong');
  });

  it('of more clients than can be worked on in time are not worked on: they may come back', async () => {
    const passwords = createPasswords([{ username: 'ann', passwordHash: await hashPassword('one') }]);
    let isOver = false;
    const asked = Array.from({ length: 2000 }, (_, i) =>
      passwords.verify('nobody', Buffer.from(`x${i}`), () => !isOver).then(({ outcome }) => outcome),
    );
    isOver = true;
    const outcomes = await Promise.all(asked);
    const busy = outcomes.filter((outcome) => outcome === 'busy').length;
    expect(busy).toBeGreaterThan(1000);
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(2000 - busy);
  });

  it('of many clients with one account are looked at once', async () => {
    const passwords = createPasswords([{ username: 'ann', passwordHash: await hashPassword('one') }]);
    const outcomes = await Promise.all(
      Array.from({ length: 5000 }, () => passwords.verify('ann', Buffer.from('one')).then(({ outcome }) => outcome)),
    );
    expect(new Set(outcomes)).toEqual(new Set(['right']));
  });

  it('are looked at for who still waits when another with the same has gone', async () => {
    const passwords = createPasswords([{ username: 'ann', passwordHash: await hashPassword('one') }]);
    // Both places are taken, so that the third has to wait and is gone when its turn comes.
    const others = ['x', 'y'].map((other) => passwords.verify('ann', Buffer.from(other)));
    const gone = passwords.verify('ann', Buffer.from('one'), () => false);
    const here = passwords.verify('ann', Buffer.from('one'));
    expect((await gone).outcome).toBe('wrong');
    expect((await here).outcome).toBe('right');
    await Promise.all(others);
  });

  it('are hashed with a salt of their own', async () => {
    expect(await hashPassword('a')).not.toBe(await hashPassword('a'));
  });
});
