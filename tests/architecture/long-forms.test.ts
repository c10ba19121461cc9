import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const guide = readFileSync('CONTRIBUTING.md', 'utf8');
/** The files that the guide names by a path of their own; `tests/api/*` names no suite. */
const named = [...guide.matchAll(/`([\w/{},.-]+\.(?:test|spec)\.ts)`/g)].map(([, path = '']) => path);
const files = new Set(
  named.flatMap((path) => {
    if (path.includes('/')) return globSync(path);
    return globSync(path.endsWith('.spec.ts') ? `tests/e2e/${path}` : `tests/faults/${path}`);
  }),
);
const textOf = (file: string) => readFileSync(file, 'utf8');

describe('the list of long forms in CONTRIBUTING.md', () => {
  it('names every suite whose size or cases depend on TEST_FORM', () => {
    const suites = globSync('{lib,services,components,tests}/**/*.test.{ts,tsx}');
    const withForm = suites.filter((file) => /support\/(form|fuzz-seeds)\.ts/.test(textOf(file)));
    const unnamed = withForm.filter((file) => !files.has(file));

    expect(withForm.length).toBeGreaterThan(10);
    expect(unnamed.filter((file) => !file.endsWith('long-forms.test.ts'))).toEqual([]);
  });

  it('names every browser suite that has tests of the long form only', () => {
    const withLong = globSync('tests/e2e/*.spec.ts').filter((file) => /\blong,\s|lookIn\(/.test(textOf(file)));

    expect(withLong.length).toBeGreaterThan(10);
    expect(withLong.filter((file) => !files.has(file))).toEqual([]);
  });
});

describe('a browser test that checks a page’s look', () => {
  it('also runs in the long form, with both themes and widths', () => {
    const missed = globSync('tests/e2e/*.spec.ts').flatMap((file) =>
      textOf(file)
        .split(/^(?=\s*test(?:\.describe)?\()/m)
        .filter((part) => part.includes('expectSound('))
        .map((part) => part.split('async', 1)[0] ?? '')
        .filter((head) => !/\bsound\b|\b(?:long|looks),\s*$/.test(head))
        .map((head) => `${file}: ${head.trim().slice(0, 80)}`),
    );

    expect(missed).toEqual([]);
  });
});
