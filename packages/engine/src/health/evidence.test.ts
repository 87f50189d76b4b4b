import { expect, it } from 'vitest';
import { createEvidence } from './evidence.ts';

const FAULT = { code: 'http_status', message: 'HTTP 500' } as const;
const TIMED_OUT = { code: 'slow_answer', message: 'no answer in time' } as const;

function clocked() {
  let now = 0;
  const evidence = createEvidence(() => now);
  return {
    evidence,
    pass(seconds: number): void {
      now += seconds * 1000;
    },
  };
}

it('takes three faults in a row for a bad target, and one good answer for a good one', () => {
  const { evidence } = clocked();
  evidence.answered(FAULT);
  evidence.answered(FAULT);
  expect(evidence.verdict()).toBeUndefined();
  evidence.answered(FAULT);
  expect(evidence.verdict()).toBe(FAULT);
  evidence.answered(undefined);
  expect(evidence.verdict()).toBeUndefined();
});

it('takes ten seconds of silence for a hung target', () => {
  const { evidence, pass } = clocked();
  pass(9);
  evidence.silentFor(9_000);
  expect(evidence.verdict()).toBeUndefined();
  pass(2);
  evidence.silentFor(11_000);
  expect(evidence.verdict()).toMatchObject({ code: 'target_silent', data: { seconds: 11 } });
});

it('does not take a request that timed out for a sign of life', () => {
  const { evidence, pass } = clocked();
  pass(12);
  evidence.silentFor(12_000);
  pass(4);
  evidence.answered(TIMED_OUT);
  expect(evidence.verdict()).toBe(TIMED_OUT);
  evidence.answered(undefined);
  expect(evidence.verdict()).toBeUndefined();
});

it('forgets what is long past, so that an action without traffic is not bad for ever', () => {
  const { evidence, pass } = clocked();
  for (let n = 0; n < 3; n++) evidence.answered(FAULT);
  pass(60);
  expect(evidence.verdict()).toBe(FAULT);
  pass(40);
  expect(evidence.verdict()).toBeUndefined();
});

it('knows whether something good came after a moment', () => {
  const { evidence, pass } = clocked();
  expect(evidence.goodSince(0)).toBe(false);
  pass(1);
  evidence.answered(undefined);
  expect(evidence.goodSince(500)).toBe(true);
  expect(evidence.goodSince(1_500)).toBe(false);
});
