import type { Json } from '@sluice/contract';
import { describe, expect, it } from 'vitest';
import { buildForm, buildSettingsForm } from './build.ts';
import { problemText } from './messages.ts';
import { setAt } from './path.ts';
import { initialRecord } from './record.ts';
import { sample } from './sample.test.data.ts';
import type { FormModel, FormRecord, Path } from './types.ts';
import { validate } from './validate.ts';

const http = buildForm(sample, { kind: 'connector', type: 'http', mode: 'create' })!;
const mqtt = buildForm(sample, { kind: 'action', type: 'mqtt', mode: 'create' })!;
const source = buildForm(sample, { kind: 'source', type: 'mqtt', mode: 'create' })!;
const good: FormRecord = { ...initialRecord(http), name: 'a', url: 'http://x' };

function codes(model: FormModel, record: FormRecord): string[] {
  return validate(model, record).map((problem) => `${problem.path.join('/')}: ${problem.code}`);
}
function codeAt(model: FormModel, record: FormRecord, path: Path, value: Json): string | undefined {
  return validate(model, setAt(record, path, value)).find((p) => p.path.join() === path.join())?.code;
}

describe('a certificate', () => {
  const withFile: FormModel = {
    ...http,
    fields: http.fields.map((field) =>
      field.key === 'url' ? { ...field, widget: 'certificate', accept: ['.pem'], required: true } : field,
    ) as FormModel['fields'],
  };
  it('is required, unless there is one from before', () => {
    const empty = { ...good, url: '' };
    expect(codes(withFile, empty)).toEqual(['url: certificate_required']);
    expect(validate(withFile, empty, { stored: { url: '-----BEGIN CERTIFICATE-----' } })).toEqual([]);
  });
});

describe('validation', () => {
  it('accepts a good record', () => expect(codes(http, good)).toEqual([]));

  it('asks for what is required, in words of both languages', () => {
    const [problem] = validate(http, { ...good, name: '' });
    expect(problem?.code).toBe('input_required');
    expect(problemText(problem!, 'en')).toBe('Name is required.');
    expect(problemText(problem!, 'zh')).toBe('请填写名称。');
    expect(codes(mqtt, initialRecord(mqtt))).toEqual([
      'name: input_required',
      'connector: select_required',
      'parameters/topic: input_required',
    ]);
  });

  it.each([
    ['9a', 'a'],
    ['dispatch api', 'dispatch-api'],
    ['-x', 'x'],
    ['名称', undefined],
  ])('refuses the name %j and offers %j', (name, fix) => {
    const [problem] = validate(http, { ...good, name });
    expect(problem?.code).toBe('common_id');
    expect(problem?.fix).toBe(fix);
  });

  it('takes any name that an existing object has', () => {
    const edit = buildForm(sample, { kind: 'connector', type: 'http', mode: 'edit' })!;
    expect(codes(edit, { ...good, name: '9 odd' })).toEqual([]);
  });

  it.each([
    [['pool_size'], 0, 'number_range'],
    [['pool_size'], 1.5, 'integer'],
    [['pool_size'], '1e', 'number'],
    [['connect_timeout'], '15', 'duration_minimum'],
    [['connect_timeout'], '10ms', 'duration_minimum'],
    [['connect_timeout'], 'soon', 'duration'],
    [['connect_timeout'], '1h30m', undefined],
    [['url'], 'x.example/path', 'url'],
    [['url'], 'http://', 'url'],
    [['url'], 'https://x/y?z', undefined],
    [['password'], '***', 'password_partly_masked'],
    [['password'], '******', undefined],
    [['password'], '******new', 'password_partly_masked'],
    [['resource_opts', 'query_mode'], 'maybe', 'option'],
    [['resource_opts', 'request_ttl'], 'infinity', undefined],
    [['resource_opts', 'request_ttl'], 'forever', 'duration'],
  ] as [Path, Json, string | undefined][])('%j = %j: %s', (path, value, code) => {
    expect(codeAt(http, good, path, value)).toBe(code);
  });

  it('bounds a number by 0 and nothing, unless the schema says otherwise', () => {
    const action = buildForm(sample, { kind: 'action', type: 'http', mode: 'create' })!;
    const retries = ['parameters', 'max_retries'];
    expect(codeAt(action, initialRecord(action), retries, -1)).toBe('number_minimum');
    expect(codeAt(action, initialRecord(action), retries, 0)).toBeUndefined();
    expect(codeAt(action, initialRecord(action), retries, 1e15)).toBeUndefined();
  });

  it('says the least and the most that a duration may be', () => {
    const node = { type: 'object', properties: { wait: { type: 'duration', minimum: '1s', maximum: '1m' } } } as const;
    const model = buildSettingsForm(sample, node, 'plain', 'edit');
    const said = (wait: string) => validate(model, { wait }).map((one) => `${one.code}: ${problemText(one, 'en')}`);
    expect(said('10ms')).toEqual(['duration_minimum: At least 1s.']);
    expect(said('2m')).toEqual(['duration_maximum: At most 1m.']);
    expect(said('60s')).toEqual([]);
  });

  it.each([
    ['a/b', undefined],
    ['a/${clientid}/b', undefined],
    ['a/+/b', 'topic_name_wildcard'],
    ['a/#', 'topic_name_wildcard'],
    ['a'.repeat(65_536), 'topic_length'],
  ])('publishes to %s: %s', (topic, code) => {
    expect(codeAt(mqtt, initialRecord(mqtt), ['parameters', 'topic'], topic)).toBe(code);
  });

  it.each([
    ['a/+/#', undefined],
    ['a/b+', 'topic_filter_plus'],
    ['a/#/b', 'topic_filter_hash'],
    ['a#', 'topic_filter_hash'],
  ])('subscribes to %s: %s', (topic, code) => {
    expect(codeAt(source, initialRecord(source), ['parameters', 'topic'], topic)).toBe(code);
  });

  it('looks at the chosen branch and at every row', () => {
    expect(codes(http, { ...good, authentication: { jwt: '' } })).toEqual(['authentication/jwt: input_required']);
    expect(codes(http, { ...good, rows: [{ node: 'n' }, { node: '' }] })).toEqual(['rows/1/node: input_required']);
  });

  it('names every masked value of a copy', () => {
    const record = setAt({ ...good, password: '******' }, ['headers', 'authorization'], '******');
    const problems = validate(http, record, { forCopy: true });
    expect(problems.map((problem) => problem.path)).toEqual([['password'], ['headers', 'authorization']]);
    expect(problemText(problems[0]!, 'en')).toContain('Password is hidden');
  });
});
