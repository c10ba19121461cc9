import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStaticFiles } from './static-files.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'plaza-files-'));
  for (const file of ['public/sw.js', 'public/demo/mug.webp', '.next/static/chunks/[id]/page.js']) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), '');
  }
});
afterEach(() => rmSync(root, { recursive: true }));

it('isFile is true for files of the build and false for everything else', () => {
  const isFile = openStaticFiles(root);
  const there = [
    ...['/sw.js', '/demo/mug.webp', '/demo/mug.webp?v=1', '/_next/static/chunks/%5Bid%5D/page.js', '/favicon.ico'],
    '/_next/image?url=%2Fdemo%2Fmug.webp&w=640&q=75',
  ];
  const missing = [
    ...['/', '/demo', '/demo/nowhere.webp', '/_next/static/nowhere.js', '/_next/image', '/_next/image/nowhere'],
    ...['/_next/image?url=%2Fdemo%2Fnowhere.webp&w=640&q=75', '/public/sw.js', '/demo/../sw.js'],
  ];

  expect(there.filter((url) => !isFile(url))).toEqual([]);
  expect(missing.filter(isFile)).toEqual([]);
});
