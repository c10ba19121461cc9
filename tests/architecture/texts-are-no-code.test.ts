import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const files = globSync('{app,components,lib,services}/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.test\.tsx?$/.test(file),
);
/** Calls that turn a text into code, markup or an expression of the text's own choice. */
const makers = /\bRegExp\s*\(|\beval\s*\(|\bnew Function\b|\bnode:(vm|child_process)\b|dangerouslySetInnerHTML/;

const matching = (pattern: RegExp): string[] =>
  files.filter((file) => pattern.test(readFileSync(resolve(root, file), 'utf8'))).sort();

describe('outside text', () => {
  it('S31 never becomes a regular expression or a program', () => {
    expect(files.length).toBeGreaterThan(300);
    expect(matching(makers)).toEqual([
      // JSON-LD, with every character escaped that could end its element.
      'components/store/catalog/json-ld.tsx',
      // Joined once, at load, from the word lists beside them.
      'lib/mail/reply/attribution.ts',
      'lib/mail/reply/signature.ts',
    ]);
  });

  it('is searched for with a pattern that finds such code', () => {
    const found = ['new RegExp(search)', 'eval(text)', "import vm from 'node:vm'"].filter((line) => makers.test(line));

    expect(found).toHaveLength(3);
  });
});
