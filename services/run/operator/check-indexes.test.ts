import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { checkIndexes } from './check-indexes.ts';

it('checkIndexes accepts the current index file, and reports a missing or incomplete one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plaza-indexes-'));
  const file = join(folder, 'firestore.indexes.json');
  const { indexes, ...rest } = JSON.parse(readFileSync(resolve('firestore.indexes.json'), 'utf8'));

  expect(checkIndexes()).toMatchObject({ state: 'ok' });
  expect(checkIndexes(file)).toMatchObject({ state: 'bad', says: expect.stringContaining('cannot be read') });
  writeFileSync(file, `${JSON.stringify({ indexes: indexes.slice(1), ...rest }, null, 2)}\n`);
  expect(checkIndexes(file)).toMatchObject({ state: 'bad', next: expect.stringContaining('npm run indexes') });
  rmSync(folder, { recursive: true });
});
