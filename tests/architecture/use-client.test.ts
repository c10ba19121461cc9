import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { importsOf } from '#scripts/near-tests.mjs';

/** The largest share of component files that start code for the browser. */
const MOST_SHARE = 0.35;

const isClient = (file: string): boolean => readFileSync(file, 'utf8').startsWith("'use client'");
const sources = globSync('{app,components,lib}/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file));
const directed = sources.filter(isClient);

/** Returns the files with the directive that files of the server import, or that Next itself opens in the browser. */
function entriesOfBrowser(): ReadonlySet<string> {
  const entries = new Set(directed.filter((file) => file.startsWith('app/')));
  const met = new Set<string>();
  const open = sources.filter((file) => file.startsWith('app/') && !isClient(file));
  for (let file = open.pop(); file; file = open.pop()) {
    if (met.has(file)) continue;
    met.add(file);
    for (const next of importsOf(file).filter((one: string) => /\.tsx?$/.test(one) && existsSync(one)))
      if (isClient(next)) entries.add(next);
      else open.push(next);
  }
  return entries;
}

it('`use client` marks only browser entry points, and at most a third of the components run there', () => {
  const entries = entriesOfBrowser();
  const components = sources.filter((file) => file.endsWith('.tsx'));

  expect(directed.filter((file) => !entries.has(file))).toEqual([]);
  expect(components.filter(isClient).length / components.length).toBeLessThanOrEqual(MOST_SHARE);
});
