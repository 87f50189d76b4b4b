import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { functionReference } from '../packages/rulesql/src/index.ts';

/** Generated pages are committed, so that they can be read where the code is; this keeps them true. */
it.each(['en', 'zh'] as const)('the function reference (%s) is what the function table says', (language) => {
  const path = join(import.meta.dirname, '..', 'docs', language === 'en' ? 'functions.md' : 'functions.zh.md');
  const text = functionReference(language);
  if (process.env.DOCS_UPDATE === '1') writeFileSync(path, text);
  expect(readFileSync(path, 'utf8'), 'run DOCS_UPDATE=1 npx vitest run scripts/docs.test.ts').toBe(text);
});
