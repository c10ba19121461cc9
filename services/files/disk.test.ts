import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { insideTransaction } from '#lib/data/in-transaction.ts';
import { filesContract } from '#tests/contract/files.contract.ts';
import { openMemoryFiles } from '#tests/support/memory-files.ts';
import { openDisk } from './disk.ts';

const openFolder = () => mkdtempSync(join(tmpdir(), 'plaza-files-'));

filesContract('disk', async () => {
  const folder = openFolder();
  return { files: openDisk(folder), close: async () => rmSync(folder, { recursive: true }) };
});
filesContract('memory', async () => ({ files: openMemoryFiles(), close: async () => {} }));

describe('the files on disk', () => {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });
  const fresh = () => {
    const folder = openFolder();
    folders.push(folder);
    return { folder, files: openDisk(folder) };
  };
  const everything = (folder: string) => readdirSync(folder, { recursive: true }).map(String).sort();

  it('are readable by the owner alone', async () => {
    const { folder, files } = fresh();

    await files.put('mail/one/raw', new Uint8Array([1]));

    expect(statSync(join(folder, 'mail')).mode & 0o077).toBe(0);
    expect(statSync(join(folder, 'mail/one/raw.bin')).mode & 0o077).toBe(0);
  });

  it('leave no half-written files and no empty folders behind', async () => {
    const { folder, files } = fresh();
    await Promise.all(Array.from({ length: 8 }, (_, n) => files.put('mail/one/raw', new Uint8Array([n]))));
    expect(everything(folder)).toEqual(['mail', 'mail/one', 'mail/one/raw.bin']);

    await files.remove(['mail/one/raw']);

    expect(everything(folder)).toEqual(['mail']);
  });

  it('are freed from half-written files of a crash, but not from those being written', async () => {
    const { folder, files } = fresh();
    mkdirSync(join(folder, 'mail'));
    const [old, young] = [join(folder, 'mail/a.bin.1.half'), join(folder, 'mail/b.bin.2.half')];
    for (const path of [old, young]) writeFileSync(path, 'half');
    utimesSync(old, new Date(0), new Date(0));

    await files.put('mail/c', new Uint8Array([1]));

    expect(everything(folder)).toEqual(['mail', 'mail/b.bin.2.half', 'mail/c.bin']);
  });

  it('can be cancelled after opening and then removed', async () => {
    const { files } = fresh();
    await files.put('one', new Uint8Array(MANY_BYTES));

    const opened = await files.open('one');
    await opened?.bytes.cancel();

    await files.remove(['one']);
    expect(await files.read('one')).toBeNull();
  });

  it('are never written or removed inside a transaction, which may run again', async () => {
    const { files } = fresh();

    await expect(insideTransaction(() => files.put('one', new Uint8Array()))).rejects.toThrow('inside a transaction');
    await expect(insideTransaction(() => files.remove(['one']))).rejects.toThrow('inside a transaction');
  });
});

const MANY_BYTES = 300_000;
