import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compile } from '../compile/compile.ts';
import { compileTemplate } from '../template.ts';
import { testColumns } from '../testing/test-columns.ts';
import { fitsFrom, testSql } from '../testing/test-sql.ts';
import type { Environment } from '../types.ts';
import { canonical } from './canon.ts';
import { type SqlCase, sqlCases, type TemplateCase, templateCases } from './cases.ts';
import { DIFFERENCES, IMPROVEMENTS } from './differences.ts';
import { report } from './report.ts';

/** Answers of a real broker, case by case; see `conformance/README.md`. */

const environment = (): Environment => ({
  now: () => Date.now(),
  node: 'node@127.0.0.1',
  ruleId: 'sql_tester:1f2e3d4c',
  kv: new Map(),
  getenv: () => undefined,
});

const page = new URL('../../DIFFERENCES.md', import.meta.url);

function isSame({ sql, context, mask, status, norm }: SqlCase): boolean {
  const outcome = testSql(sql, context, environment());
  switch (outcome.kind) {
    case 'result':
      return status === 200 && canonical(outcome.json, mask) === norm;
    case 'no_match':
      return status === 412;
    case 'error':
      return status === 400;
  }
}

const load = (name: string): string => readFileSync(new URL(`../../conformance/${name}`, import.meta.url), 'utf8');

const cases = sqlCases(load('sql-cases.jsonl'));
const different = cases.filter((one) => !isSame(one)).map((one) => one.id);
const isError = (one: SqlCase): boolean => one.status !== 200 && one.status !== 412;

function figure(list: readonly SqlCase[]): { equal: number; of: number } {
  return { equal: list.filter((one) => !different.includes(one.id)).length, of: list.length };
}

/** Texts that a republish action renders; `undefined` for parameters that are no template of this package. */
function rendered({
  sql,
  args,
  context,
}: TemplateCase): { topic: string; payload: Uint8Array; qos: number }[] | undefined {
  const columns = testColumns(context, environment());
  const compiled = compile(sql);
  if (!columns.ok || !compiled.ok) return undefined;
  if (columns.topic === undefined || !fitsFrom(compiled.plan.from, columns.topic)) return [];
  const result = compiled.plan.run(columns.event, environment());
  if (result.kind !== 'rows') return [];
  const template = (name: string, otherwise: string): string => String(args[name] ?? otherwise) || '${.}';
  const topic = compileTemplate(template('topic', ''));
  const payload = compileTemplate(template('payload', '${payload}'));
  const qos = compileTemplate(template('qos', '${qos}'));
  return result.rows.map((row) => ({
    topic: topic.render(row),
    payload: payload.renderBytes(row),
    qos: Number(qos.render(row).replace('undefined', '0')),
  }));
}

/** Cases that are about the republish action: its bounds, its loop guard, the connection of a real client. */
const NOT_TEMPLATES = new Set(
  'template-100 template-103 template-104 template-113 template-114 template-115 template-139 template-140 template-141 template-144 template-153 template-156 template-157 template-159 template-163 template-169'.split(
    ' ',
  ),
);

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** A payload that a client published in Base64 is no text of the context. */
const BINARY = new Set(['template-155']);

const templates = templateCases(load('template-cases.jsonl')).filter(
  ({ id }) => !NOT_TEMPLATES.has(id) && !BINARY.has(id),
);
const wrongTemplates = templates.filter((one) => {
  const found = rendered(one)?.map(({ topic, payload, qos }) => `${topic} ${qos} ${base64(payload)}`) ?? [];
  const wanted = (one.messages ?? []).map(({ topic, qos, payload_base64 }) => `${topic} ${qos} ${payload_base64}`);
  return JSON.stringify(found) !== JSON.stringify(wanted);
});

it('gives what the broker gave, but for the differences that are listed', () => {
  const listed = [...DIFFERENCES, ...IMPROVEMENTS].flatMap(({ cases: ids }) => ids);
  expect([...different].sort()).toEqual([...listed].sort());
});

it('lists as improvements only what was an error', () => {
  const errors = new Set(cases.filter(isError).map((one) => one.id));
  expect(IMPROVEMENTS.flatMap(({ cases: ids }) => ids).filter((id) => !errors.has(id))).toEqual([]);
});

it('renders templates as the broker does', () => {
  expect(wrongTemplates.map((one) => one.id)).toEqual([]);
  expect(templates.length).toBeGreaterThan(80);
});

it('passes a binary payload through', () => {
  const bytes = Uint8Array.of(0, 1, 2, 255);
  expect([...compileTemplate('${payload}').renderBytes({ payload: bytes })]).toEqual([...bytes]);
});

it('is described by DIFFERENCES.md', () => {
  const results = figure(cases.filter((one) => !isError(one)));
  const errors = figure(cases.filter(isError));
  expect(results.equal / results.of).toBeGreaterThanOrEqual(0.99);
  expect(errors.equal / errors.of).toBeGreaterThanOrEqual(0.9);
  const text = report({
    results,
    errors,
    templates: { equal: templates.length - wrongTemplates.length, of: templates.length },
  });
  if (process.env.RULESQL_UPDATE) writeFileSync(page, text);
  expect(readFileSync(page, 'utf8')).toBe(text);
});
