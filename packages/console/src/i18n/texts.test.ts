import { describe, expect, it } from 'vitest';
import { texts as en } from './en/index.ts';
import { texts as zh } from './zh/index.ts';

/** `ui.cancel` … of every text, with plural forms folded into one key. */
function keysOf(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return [path.replace(/_(one|other)$/, '')];
  return Object.entries(value as object).flatMap(([key, inner]) => keysOf(inner, path === '' ? key : `${path}.${key}`));
}

function textsOf(value: unknown, path = ''): Map<string, string> {
  if (typeof value === 'string') return new Map([[path, value]]);
  return new Map(
    Object.entries(value as object).flatMap(([key, inner]) => [
      ...textsOf(inner, path === '' ? key : `${path}.${key}`),
    ]),
  );
}

const placeholders = (text: string | undefined) =>
  [...(text ?? '').matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();

describe('texts', () => {
  it('are the same keys in both languages', () => {
    expect([...new Set(keysOf(zh))].sort()).toEqual([...new Set(keysOf(en))].sort());
  });

  it('take the same values', () => {
    const chinese = textsOf(zh);
    for (const [key, text] of textsOf(en)) {
      if (key.endsWith('_one')) continue;
      expect([key, placeholders(chinese.get(key))]).toEqual([key, placeholders(text)]);
    }
  });

  it('are never empty and never shout', () => {
    for (const [key, text] of [...textsOf(en), ...textsOf(zh)]) {
      expect([key, text.trim() === '']).toEqual([key, false]);
      expect([key, /[!！]/.test(text)]).toEqual([key, false]);
    }
  });
});
