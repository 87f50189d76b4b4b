import { describe, expect, it } from 'vitest';
import { parseBody } from './request-body.ts';

describe('parseBody', () => {
  it.each([
    [undefined, false],
    ['application/json', true],
    ['application/json;charset=UTF-8', true],
    ['application/JSON', false],
  ])('reads JSON sent as %s', (type, exact) => {
    expect(parseBody('{"a":1}', type, exact)).toEqual({ value: { a: 1 } });
  });

  it.each([
    ['text/plain', false, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['application/xml', false, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['application/JSON', true, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['application/json-patch+json', true, 400, 'BAD_REQUEST'],
    ['application/json-patch+json', false, 400, 'BAD_REQUEST'],
  ])('refuses %s (exact: %s)', (type, exact, status, code) => {
    expect(parseBody('{}', type, exact)).toMatchObject({ answer: { status, body: { code } } });
  });

  it('answers forms with an empty 400, as EMQX', () => {
    expect(parseBody('{}', 'multipart/form-data; boundary=x', false)).toEqual({ answer: { status: 400 } });
  });

  it.each(['{', '[1,]', 'undefined', '\u0000'])('refuses %j', (text) => {
    expect(parseBody(text, 'application/json', false)).toMatchObject({ answer: { body: { code: 'BAD_REQUEST' } } });
  });

  it('refuses a million brackets without falling over', () => {
    const deep = '['.repeat(500_000) + ']'.repeat(500_000);
    expect(parseBody(deep, 'application/json', false)).toMatchObject({ answer: { status: 400 } });
  });

  it('is not misled by brackets inside texts', () => {
    const text = JSON.stringify({ a: '['.repeat(500), b: '\\"[' });
    expect(parseBody(text, undefined, false)).toEqual({ value: JSON.parse(text) });
  });

  it('refuses keys that would change the prototype', () => {
    expect(parseBody('{"__proto__":{"x":1}}', undefined, false)).toMatchObject({ answer: { status: 400 } });
    expect(parseBody('{"a":"__proto__"}', undefined, false)).toEqual({ value: { a: '__proto__' } });
  });
});
