import { expect, it } from 'vitest';
import { compileTemplate } from './template.ts';
import { Float } from './value/value.ts';

const row = { payload: '{"unit":{"temp":71.25},"n":"{\\"in\\":1}"}', one: new Float(1), bytes: new Uint8Array([255]) };

it('renders paths, looking into one text of JSON', () => {
  expect(compileTemplate('a${payload.unit.temp}b${one}').render(row)).toBe('a71.25b1.0');
  expect(compileTemplate('${payload.n.in}').render(row)).toBe('undefined');
  expect(compileTemplate('${payload.unit}').render(row)).toBe('{"temp":71.25}');
});

it('leaves alone what is no placeholder', () => {
  expect(compileTemplate('${a-b} ${a[1]} ${ a } ${a').render(row)).toBe('${a-b} ${a[1]} ${ a } ${a');
});

it('passes bytes through', () => {
  expect([...compileTemplate('<${bytes}>').renderBytes(row)]).toEqual([60, 255, 62]);
});
