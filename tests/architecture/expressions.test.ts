import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const product = globSync('{app,components,lib,services}/**/*.{ts,tsx}', { cwd: root })
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(resolve(root, path), 'utf8') }));

/** A literal that is a repeated class and `$`. It removes the end of a text and is tried from each position of it. */
const TAIL = /(?<=[(,=:\s])\/(?:\[(?:\\.|[^\]\\\n])*\]|\\[swd])[+*]\$\/[a-z]*/g;

/** Files whose texts are kept short by a bound beside the expression. */
const bounded = ['lib/language/summary.ts', 'lib/mail/reply/signature.ts', 'lib/search/stems.ts'];

describe('the handling of outside text', () => {
  it('trims ends with withoutEnd, not with an expression of quadratic time', () => {
    const found = product.flatMap(({ path, text }) => (text.match(TAIL) ?? []).map((literal) => `${path} ${literal}`));

    expect(found.filter((line) => !bounded.some((path) => line.startsWith(`${path} `)))).toEqual([]);
    expect(found).toHaveLength(bounded.length);
  });

  it('normalizes with normalForm alone, which bounds combining marks', () => {
    const found = product.filter(({ text }) => text.includes('.normalize(')).map(({ path }) => path);

    expect(found.toSorted()).toEqual(['lib/core/normal-form.ts']);
  });
});
