import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import longSuites from './long-suites.json' with { type: 'json' };

const root = resolve(import.meta.dirname, '../..');

const MOST_FILES = 30;
const MOST_SIBLINGS = 15;
const MOST_ARROWS = 8;
const MOST_LINES = 300;

/** Rooms of `lib`, the lowest floor first; `scripts/boundaries.cjs` has the same order. */
const floors = [
  ['core'],
  ['i18n'],
  ['context'],
  ['data'],
  ['search'],
  ['audit'],
  ['settings'],
  ['mail'],
  ['language'],
  ['api', 'auth'],
  ['tunnel'],
  ['crm', 'store', 'payments', 'messaging', 'notifications'],
  ['admin'],
  ['web'],
];
const floorOf = (room: string): number => floors.findIndex((rooms) => rooms.includes(room));

type Source = { readonly path: string; readonly text: string };

/** Returns the paths of a folder's product files at any depth: neither tests nor documents. */
const productFiles = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$|\.md$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1));

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

/** Returns the number of files in each folder, subfolders not counted. */
const sizesOf = (paths: readonly string[]): Map<string, number> =>
  new Map([...Map.groupBy(paths, folderOf)].map(([folder, files]) => [folder, files.length]));

const crowded = (paths: readonly string[]): string[] =>
  [...sizesOf(paths)].filter(([, files]) => files > MOST_FILES).map(([folder]) => folder);

/** Returns how many other files a file has beside it, as the mean over all files. */
const meanSiblings = (paths: readonly string[]): number =>
  [...sizesOf(paths).values()].reduce((sum, files) => sum + files * (files - 1), 0) / paths.length;

const foldersNamedRules = (paths: readonly string[]): string[] =>
  [...new Set(paths.map(folderOf))].filter((folder) => folder.split('/').includes('rules'));

/**
 * Returns each pair of rooms where the lower one imports the higher one, such as `core → admin`. Type imports count.
 */
function arrowsUp(files: readonly Source[]): string[] {
  const arrows = files.flatMap(({ path, text }) => {
    const room = path.split('/')[1] ?? '';
    const imported = [...text.matchAll(/\b(?:from|import)\s*\(?\s*'#lib\/([a-z0-9-]+)\//g)].map(
      ([, name]) => name ?? '',
    );
    return imported.filter((name) => floorOf(name) > floorOf(room)).map((name) => `${room} → ${name}`);
  });
  return [...new Set(arrows)].sort();
}

/** Returns the arrows of the table in docs/ARCHITECTURE.md. */
const documentedArrows = (text: string): string[] =>
  [...text.matchAll(/^\| `([a-z0-9-]+)` → `([a-z0-9-]+)` \| `[^`]+` \| [^|\s]/gm)]
    .map(([, a, b]) => `${a} → ${b}`)
    .sort();

const linesOf = (text: string): number => text.split('\n').length - 1;

const tooLong = (files: readonly Source[]): string[] =>
  files
    .filter(({ text }) => linesOf(text) > MOST_LINES)
    .map(({ path }) => path)
    .sort();

const lib = productFiles('lib');

describe('the rooms of the code', () => {
  it('hold at most 30 files each', () => {
    expect(crowded([...lib, ...productFiles('services'), ...productFiles('components')])).toEqual([]);
    expect(crowded(Array.from({ length: 31 }, (_, at) => `lib/store/file-${at}.ts`))).toEqual(['lib/store']);
  });

  it('show on average at most 15 siblings of a file in `lib`', () => {
    expect(meanSiblings(lib)).toBeLessThanOrEqual(MOST_SIBLINGS);
    expect(meanSiblings(['lib/a/one.ts', 'lib/a/two.ts', 'lib/a/three.ts', 'lib/b/four.ts'])).toBe(1.5);
  });

  it('are named after their content, and none is named `rules`', () => {
    expect(foldersNamedRules([...lib, ...productFiles('services'), ...productFiles('components')])).toEqual([]);
    expect(foldersNamedRules(['lib/crm/rules/verdict.ts'])).toEqual(['lib/crm/rules']);
  });

  it('have one floor each', () => {
    const rooms = readdirSync(join(root, 'lib'), { withFileTypes: true }).filter((entry) => entry.isDirectory());

    expect(rooms.map(({ name }) => name).sort()).toEqual(floors.flat().sort());
  });
});

describe('the files of the code', () => {
  const paths = globSync(['*.ts', '{app,components,lib,scripts,services,tests}/**/*.{ts,tsx}'], { cwd: root });
  const files = paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

  it('have at most 300 lines, but for the listed suites', () => {
    expect(tooLong(files)).toEqual(longSuites);
    expect(longSuites.filter((path) => !/\.(test|spec|contract)\.ts$/.test(path))).toEqual([]);
    expect(
      tooLong([
        { path: 'lib/a.ts', text: '\n'.repeat(301) },
        { path: 'lib/b.ts', text: '\n'.repeat(300) },
      ]),
    ).toEqual(['lib/a.ts']);
  });
});

describe('imports from a lower floor to a higher one', () => {
  const arrows = arrowsUp(lib.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })));

  it('are few, and docs/ARCHITECTURE.md explains each', () => {
    const documented = documentedArrows(readFileSync(join(root, 'docs/ARCHITECTURE.md'), 'utf8'));

    expect(arrows.length).toBeLessThanOrEqual(MOST_ARROWS);
    expect(documented).toEqual(arrows);
  });

  it('are found for type imports and dynamic imports', () => {
    const text = [
      "import type { Order } from '#lib/store/schemas/order.ts';",
      "const admin = await import('#lib/admin/users.ts');",
      "import { idText } from '#lib/core/ids.ts';",
    ].join('\n');

    expect(arrowsUp([{ path: 'lib/data/store.ts', text }])).toEqual(['data → admin', 'data → store']);
    expect(documentedArrows('| `data` → `admin` | `admin/users.ts` | |\n')).toEqual([]);
  });
});
