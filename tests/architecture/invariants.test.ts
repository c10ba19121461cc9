import { existsSync, globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const textOf = (path: string): string => readFileSync(resolve(root, path), 'utf8');

const holds = (path: string): boolean => /\.(test|spec|contract)\.tsx?$/.test(path);
const isTest = (path: string): boolean => path.startsWith('tests/') || holds(path);
/** A number as text writes it; `=C3=A4` and `%C3` are bytes. */
const NUMBER = /(?<![\w=%#])(?:SI|[SIFC])\d{1,2}(?![\w=%])/g;
const COMMENT = /^\s*\*.*$|\/\*.*$|\/\/.*$/gm;
const AUDITED = /'SI\d{1,2}'/g;

/** Returns the numbers that a file names: a test anywhere, product code in its comments and in what an audit reports. */
function numbersIn(path: string, text: string): string[] {
  if (isTest(path)) return text.match(NUMBER) ?? [];
  const comments = (text.match(COMMENT) ?? []).join('\n');
  return [...(comments.match(NUMBER) ?? []), ...(text.match(AUDITED) ?? []).map((quoted) => quoted.slice(1, -1))];
}

type Line = { readonly number: string; readonly tests: readonly string[] };

/** Returns the lines of docs/INVARIANTS.md: a number, its rule and the test files that hold it. */
const linesOf = (page: string): Line[] =>
  [...page.matchAll(/^\| ([A-Z]+\d+) \| [^|]+ \| ([^|]+) \|$/gm)].map(([, number = '', cell = '']) => ({
    number,
    tests: [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
  }));

const lines = linesOf(textOf('docs/INVARIANTS.md'));
const own = 'tests/architecture/invariants.test.ts';
const files = [
  ...globSync('{app,components,lib,services,tests,scripts}/**/*.{ts,tsx,mjs,cjs}', { cwd: root }),
  'CONTRIBUTING.md',
].filter((path) => path !== own);

describe('docs/INVARIANTS.md', () => {
  it('has a line for every rule number in code or tests, and no unused line', () => {
    const named = new Set(files.flatMap((path) => numbersIn(path, textOf(path))));

    expect([...named].sort()).toEqual(lines.map(({ number }) => number).sort());
  });

  it('names existing test files that contain the number', () => {
    const wrong = lines.flatMap(({ number, tests }) =>
      tests
        .filter(
          (path) => !holds(path) || !existsSync(resolve(root, path)) || !numbersIn(path, textOf(path)).includes(number),
        )
        .map((path) => `${number}: ${path}`),
    );

    expect(wrong).toEqual([]);
    expect(lines.filter(({ tests }) => tests.length === 0)).toEqual([]);
  });
});

describe('the search for rule numbers', () => {
  it('finds numbers in titles, comments and audits, and ignores encoded bytes', () => {
    expect(numbersIn('lib/a.test.ts', "it('S39 S40 opens', …); 'caf=C3=A9 %C3%A9'")).toEqual(['S39', 'S40']);
    expect(
      numbersIn('lib/a.ts', "/** SI4: sums. */\n  return findingsOf('SI6', id); // S25\nconst d = 'M3 C4';"),
    ).toEqual(['SI4', 'S25', 'SI6']);
    expect(linesOf('| S1 | A rule. | `lib/a.test.ts`, `lib/b.test.ts` |\n')).toEqual([
      { number: 'S1', tests: ['lib/a.test.ts', 'lib/b.test.ts'] },
    ]);
  });
});
