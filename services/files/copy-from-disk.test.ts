import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openMemoryFiles } from '#tests/support/memory-files.ts';
import { copyFromDisk, countOnDisk } from './copy-from-disk.ts';
import { openDisk } from './disk.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plaza-files-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('copyFromDisk copies every file under its key and skips other files', async () => {
  const disk = openDisk(folder);
  const keys = Array.from({ length: 20 }, (_, n) => `mail/eml_${n}/raw`);
  for (const key of [...keys, 'att_1']) await disk.put(key, Buffer.from(key));
  writeFileSync(join(folder, 'att_2.bin.123.half'), 'half');
  const to = openMemoryFiles();

  const copied = await copyFromDisk(folder, to);

  const texts = await Promise.all(
    [...keys, 'att_1'].map(async (key) => Buffer.from((await to.read(key)) ?? []).toString()),
  );
  expect(copied).toBe(21);
  expect(texts).toEqual([...keys, 'att_1']);
  expect(await to.read('att_2')).toBeNull();
  expect(await countOnDisk(folder)).toBe(21);
});

it('copyFromDisk finds nothing when the folder is missing', async () => {
  expect(await countOnDisk(join(folder, 'none'))).toBe(0);
  expect(await copyFromDisk(join(folder, 'none'), openMemoryFiles())).toBe(0);
});
