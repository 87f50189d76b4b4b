import { expect, it } from 'vitest';
import { completePlaceholder } from './placeholders.ts';

const fields = ['clientid', 'payload', 'payload.temp'];
const offered = (text: string, position = text.length) => completePlaceholder(text, position, fields);

it('offers fields after $ and after ${', () => {
  expect(offered('a/$')?.items).toHaveLength(3);
  expect(offered('a/${pay')).toMatchObject({ from: 2, items: [{ label: '${payload}' }, { label: '${payload.temp}' }] });
});

it('does not double a brace that is there', () => {
  expect(offered('x ${cl}', 6)).toMatchObject({ from: 2, items: [{ insert: '${clientid' }] });
});

it('is silent elsewhere', () => {
  expect(offered('plain')).toBeUndefined();
  expect(offered('${clientid} ')).toBeUndefined();
  expect(offered('${nothing')).toBeUndefined();
});
