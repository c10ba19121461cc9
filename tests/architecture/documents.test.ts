import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
const isThere = (path: string): boolean => existsSync(join(root, path));

const MOST_WORDS = { architecture: 1_300, room: 550 };
const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;

const roomsOf = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
const domains = roomsOf('lib');
const readmes = [...domains.map((name) => `lib/${name}`), 'services', 'components', 'tests'].map(
  (folder) => `${folder}/README.md`,
);

/** Documents that say how things are today. A decision stays as it was taken, and a changelog names what was. */
const living = [...globSync('*.md', { cwd: root }), ...globSync('docs/*.md', { cwd: root }), ...readmes].filter(
  (path) => path !== 'CHANGELOG.md',
);
const code = globSync('{app,components,lib,services,tests,scripts}/**/*.{ts,tsx,mjs,cjs}', { cwd: root }).filter(
  (path) => path !== 'tests/architecture/documents.test.ts',
);
const everyFile = globSync('{app,components,lib,services,tests,scripts,docs,public}/**/*.*', { cwd: root });

/** Returns the files of this repository that a document names, as `` `path/file.ts` `` or as a link. */
const filesNamed = (text: string): { named: string[]; linked: string[] } => ({
  named: [...text.matchAll(/`((?:[\w@.()[\]-]+\/)*[\w.[\]-]+\.(?:tsx?|mjs|cjs|json|md))`/g)].map(
    ([, path = '']) => path,
  ),
  linked: [...text.matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)].map(([, path = '']) => path),
});

/**
 * Whether a document names a file that is there: by its path from the root, or in a README from the room on. A README may
 * name a file without its path; elsewhere such a name may be that of a file outside of the sources.
 */
function isKnown(document: string, path: string): boolean {
  const isReadme = readmes.includes(document);
  if (!path.includes('/')) return !isReadme || everyFile.some((file) => file.endsWith(`/${path}`));
  return isThere(path) || (isReadme && isThere(join(dirname(document), path)));
}

/** Places a reader cannot open: documents that are no part of the repository. */
const OUTSIDE = /(?<![\w/#-])(?:spec|design|facts)\/[\w-]+\.md|\/work\/\w/;

describe('docs/ARCHITECTURE.md', () => {
  it('has at most 1,300 words', () => {
    expect(wordsIn(textOf('docs/ARCHITECTURE.md'))).toBeLessThanOrEqual(MOST_WORDS.architecture);
    expect(wordsIn('one two\nthree')).toBe(3);
  });
});

describe('the README of a room', () => {
  it.each(readmes)('exists and fits on one page: %s', (path) => {
    expect(wordsIn(textOf(path))).toBeLessThanOrEqual(MOST_WORDS.room);
  });

  it.each(domains)('names every room of lib/%s', (domain) => {
    const text = textOf(`lib/${domain}/README.md`);

    expect(roomsOf(`lib/${domain}`).filter((room) => !text.includes(`\`${room}/\``))).toEqual([]);
  });
});

describe('a document', () => {
  it.each(living)('names only existing files: %s', (path) => {
    const { named, linked } = filesNamed(textOf(path));

    expect(named.filter((file) => !isKnown(path, file))).toEqual([]);
    expect(linked.filter((link) => !isThere(join(dirname(path), link)))).toEqual([]);
  });

  it.each(globSync('docs/decisions/*.md', { cwd: root }))('of a decision links only to existing files: %s', (path) => {
    const { linked } = filesNamed(textOf(path));

    expect(linked.filter((link) => !isThere(join(dirname(path), link)))).toEqual([]);
  });

  it('is searched with patterns that find files and links', () => {
    expect(filesNamed('`lib/a.ts`, `app/x/[id]/route.ts`, `npm start` and [b](docs/b.md#c)')).toEqual({
      named: ['lib/a.ts', 'app/x/[id]/route.ts'],
      linked: ['docs/b.md'],
    });
  });
});

describe('code and documents', () => {
  it('refer to no document outside the repository', () => {
    const paths = [...code, ...living, ...globSync('docs/decisions/*.md', { cwd: root })];

    expect(paths.filter((path) => OUTSIDE.test(textOf(path)))).toEqual([]);
    expect(
      ['see spec/store.md', '(facts/mail.md 3)', "'#lib/x/design/a.ts'"].map((text) => OUTSIDE.test(text)),
    ).toEqual([true, true, false]);
  });

  it('refer only to existing decisions, each with a unique number', () => {
    const numbers = readdirSync(join(root, 'docs/decisions')).map((name) => name.slice(0, 4));
    const known = new Set(numbers);
    expect(numbers).toEqual([...known]);
    const missing = code.flatMap((path) =>
      [...textOf(path).matchAll(/\bdecisions\/(\d{4})/g)]
        .filter(([, number = '']) => !known.has(number))
        .map(([text]) => `${path}: ${text}`),
    );

    expect(missing).toEqual([]);
  });
});
