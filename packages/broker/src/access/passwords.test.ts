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

  it('of too many clients at once are not worked on: they may come back', async () => {
    const passwords = createPasswords([{ username: 'ann', passwordHash: await hashPassword('one') }]);
    const verdicts = await Promise.all(
      Array.from({ length: 260 }, () => passwords.verify('nobody', Buffer.from('x')).then(({ outcome }) => outcome)),
    );
    expect(verdicts.filter((outcome) => outcome === 'busy')).toHaveLength(2);
  }, 60_000);

  it('are hashed with a salt of their own', async () => {
    expect(await hashPassword('a')).not.toBe(await hashPassword('a'));
  });
});
