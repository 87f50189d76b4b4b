import { describe, expect, it } from 'vitest';
import { ApiError, errorOfAnswer, faultsOf } from '../../api/errors.ts';
import { buildForm } from './build.ts';
import { problemText } from './messages.ts';
import { problemsOf } from './refusal.ts';
import { sample } from './sample.test.data.ts';

const model = buildForm(sample, { kind: 'connector', type: 'http', mode: 'create' })!;
const answer = (detail: object, code = 'BAD_REQUEST') =>
  errorOfAnswer(400, JSON.stringify({ code, message: JSON.stringify(detail) }));
const shown = (error: ApiError, record = {}) =>
  problemsOf(faultsOf(error), model, record).map((one) => [one.path.join('.'), problemText(one, 'en')]);

describe('what the backend refuses is said at its field', () => {
  it('one fault, as EMQX names it', () => {
    const error = answer({
      kind: 'validation_error',
      reason: 'required_field',
      path: 'root.url',
      matched_type: 'bridge_http:post_connector',
    });
    expect(shown(error)).toEqual([['url', 'URL is required.']]);
    expect(
      shown(answer({ kind: 'validation_error', reason: { expected: 'pos_integer()' }, path: 'root.pool_size' })),
    ).toEqual([['pool_size', 'Not accepted: pos_integer()']]);
    expect(shown(answer({ kind: 'validation_error', reason: 'Name cannot be empty string' }))).toEqual([
      ['name', 'Not accepted: Name cannot be empty string'],
    ]);
  });

  it('all faults of one answer, as Sluice lists them', () => {
    const error = answer({
      kind: 'validation_error',
      reason: 'bad_url',
      path: 'root.url',
      message: 'two sentences',
      errors: [
        {
          reason: 'bad_url',
          expected: 'a URL that begins with http:// or https://',
          value: 'ftp://x',
          path: 'root.url',
        },
        { reason: 'out_of_range', expected: 'at least 1', value: 0, path: 'root.pool_size' },
      ],
    });
    expect(shown(error)).toEqual([
      ['url', 'An address that begins with http:// or https://.'],
      ['pool_size', 'Not accepted: at least 1'],
    ]);
  });

  it('a name that is taken', () => {
    const error = errorOfAnswer(
      400,
      '{"code":"ALREADY_EXISTS","message":"There is already a connector named \\"a\\"."}',
    );
    expect(shown(error, { name: 'a' })).toEqual([['name', 'a exists already.']]);
  });

  it('a value inside a map at the map, a path the form does not know nowhere', () => {
    expect(
      shown(answer({ kind: 'validation_error', reason: 'wrong_type', expected: 'a text', path: 'root.headers.x' })),
    ).toEqual([['headers', 'Not accepted: a text']]);
    expect(shown(answer({ kind: 'validation_error', reason: 'wrong_type', path: 'root.no_such.thing' }))).toEqual([]);
    expect(faultsOf(errorOfAnswer(400, '{"code":"BAD_REQUEST","message":"plain"}'))).toEqual([]);
    expect(faultsOf(errorOfAnswer(400, '{"code":"BAD_REQUEST","message":"{not json"}'))).toEqual([]);
    expect(faultsOf(errorOfAnswer(500, '{"message":"{\\"kind\\":\\"validation_error\\"}"}'))).toEqual([]);
    expect(faultsOf(new ApiError('network', 0, '', 'Network error'))).toEqual([]);
  });
});
