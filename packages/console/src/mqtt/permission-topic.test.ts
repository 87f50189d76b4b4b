import { expect, it } from 'vitest';
import { isPermissionTopic } from './PermissionDialog.tsx';

it('a permission is for a filter that may name client and user', () => {
  for (const good of ['a/#', '+/b', 'fleet/${clientid}/x', 'u/${username}/#', 'eq a/#', 'eq #'])
    expect(isPermissionTopic(good), good).toBe(true);
  for (const bad of ['', 'a#', 'a/#/b', 'x/${payload}', 'eq ']) expect(isPermissionTopic(bad), bad).toBe(false);
});
