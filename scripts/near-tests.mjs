// Finds the test files that changed files reach, for `npm run test:near`.
//
// Vitest's own `related` follows every import. Every test world imports the composition root, and the root imports every
// domain, so it selects nearly the whole suite. This walk does not pass through the root: a test is near when its own
// imports reach a changed file.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix, relative } from 'node:path';

/** Files that import every domain: the composition root, the list of collections, the effects and the demo data. */
const ROOTS = new Set([
  'services/runtime.ts',
  'services/collections.ts',
  'services/run/effects.ts',
  'services/run/seed.ts',
  'services/run/web.ts',
]);
/** Suites that start servers, workers or the emulator, or walk long histories: they belong to `npm test`. */
const SLOW = /^tests\/(bench|contract|faults|property|server|e2e)\//;
const TEST = /\.test\.tsx?$/;
/** An import that exists when the program runs. Types are checked by `npm run check`, not by running tests. */
const IMPORT =
  /\b(?:import|export)\s+(?!type\b)(?:[\w*\s{},$]+?\s+from\s*)?(['"])((?:\.{1,2}|#\w+)\/[^'"\n]+)\1|\bimport\s*\(\s*(['"])((?:\.{1,2}|#\w+)\/[^'"\n]+)\3/g;

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);

/** Returns the tracked and new files that differ from a commit. */
export const changedSince = (commit) => [
  ...new Set([...git('diff', '--name-only', commit), ...git('ls-files', '--others', '--exclude-standard')]),
];

/** Returns named files as paths from the root of the repository. Throws for a name that is no file there. */
export function filesNamed(names) {
  const missing = names.find((name) => !existsSync(name));
  if (missing) throw new Error(`no such file: ${missing}`);
  return names.map((name) => relative(process.cwd(), name));
}

/** Returns the files that a source file imports, as paths from the root of the repository. */
export function importsOf(file) {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(IMPORT)].map(([, , fixed, , deferred]) => {
    const name = fixed ?? deferred;
    return name.startsWith('#') ? name.slice(1) : posix.join(posix.dirname(file), name);
  });
}

/** Returns every test file there is, committed or new. */
const allTests = () => git('ls-files', '--cached', '--others', '--exclude-standard').filter((file) => TEST.test(file));

/** Returns the test files that reach one of these files by their imports, sorted. A changed test reaches itself. */
export function testsNear(changed, tests = allTests()) {
  const targets = new Set(changed.map((file) => posix.normalize(file)));
  const reaches = new Map();
  function isNear(file) {
    if (targets.has(file)) return true;
    if (ROOTS.has(file) || !existsSync(file)) return false;
    if (!reaches.has(file)) {
      // Imports have no cycles here. In a cycle the second visit would add nothing.
      reaches.set(file, false);
      reaches.set(
        file,
        importsOf(file).some((next) => isNear(next)),
      );
    }
    return reaches.get(file);
  }
  return tests.filter((file) => existsSync(file) && (targets.has(file) || (!SLOW.test(file) && isNear(file)))).sort();
}
