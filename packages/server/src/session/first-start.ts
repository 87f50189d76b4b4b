import type { Store } from '../store/store.ts';
import { hashPassword, randomPassword } from './password.ts';

/**
 * Makes the user `admin` when there is no user yet, with `given` or a random password.
 * Gives the random password, which is shown once and stored nowhere.
 */
export async function ensureAdministrator(store: Store, given: string | undefined): Promise<string | undefined> {
  if (store.users.all().length > 0) return undefined;
  const generated = given === undefined || given === '' ? randomPassword() : undefined;
  const password = await hashPassword(generated ?? given ?? '');
  store.users.put({ username: 'admin', password, role: 'administrator', description: 'administrator', enable: true });
  return generated;
}
