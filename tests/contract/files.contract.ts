import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileStore } from '#lib/context/ports/files.ts';

export type FilesBench = { readonly files: FileStore; close(): Promise<void> };

const MIB = 1024 * 1024;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (found: Uint8Array | null): string | null => found && new TextDecoder().decode(found);

async function collect(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The rules that every file store follows. */
export function filesContract(name: string, openBench: () => Promise<FilesBench>): void {
  describe(`the file store: ${name}`, () => {
    let bench: FilesBench;
    let files: FileStore;
    beforeAll(async () => {
      bench = await openBench();
      files = bench.files;
    });
    afterAll(() => bench.close());

    it('returns the bytes it stored, whole and as a stream', async () => {
      const big = Uint8Array.from({ length: 3 * MIB + 7 }, (_, at) => at % 251);
      await files.put('mail/eml_big/raw', big);

      const opened = await files.open('mail/eml_big/raw');

      expect(Buffer.compare((await files.read('mail/eml_big/raw')) ?? bytes(''), big)).toBe(0);
      expect(opened?.sizeBytes).toBe(big.byteLength);
      expect(Buffer.compare(opened ? await collect(opened.bytes) : bytes(''), big)).toBe(0);
    });

    it('returns a byte range, both ends included', async () => {
      await files.put('parts', bytes('0123456789'));

      for (const [from, to, text] of [
        [0, 0, '0'],
        [3, 5, '345'],
        [9, 9, '9'],
        [0, 9, '0123456789'],
      ] as const) {
        const opened = await files.open('parts', { from, to });
        expect([opened?.sizeBytes, opened && textOf(await collect(opened.bytes))]).toEqual([text.length, text]);
      }
      expect(await files.open('nothing/here', { from: 0, to: 1 })).toBeNull();
    });

    it('stores an empty file', async () => {
      await files.put('empty', new Uint8Array());

      expect((await files.read('empty'))?.byteLength).toBe(0);
      const opened = await files.open('empty');
      expect(opened && (await collect(opened.bytes)).byteLength).toBe(0);
    });

    it('returns null for a missing file, and removes one without an error', async () => {
      expect(await files.read('nothing/here')).toBeNull();
      expect(await files.open('nothing/here')).toBeNull();
      await expect(files.remove(['nothing/here', 'nor/here'])).resolves.toBeUndefined();
    });

    it('replaces a whole file', async () => {
      await files.put('again', bytes('first and longer'));
      await files.put('again', bytes('second'));

      expect(textOf(await files.read('again'))).toBe('second');
    });

    it('returns one version and never a mixture during concurrent writes', async () => {
      const versions = Array.from({ length: 12 }, (_, n) => bytes(String(n).repeat(200_000)));
      await files.put('race', versions[0] ?? bytes(''));

      const writes = versions.map((version) => files.put('race', version));
      const reads = versions.map(async () => {
        const seen = textOf(await files.read('race')) ?? '';
        return new Set(seen.match(/1[01]|\d/g)).size;
      });
      await Promise.all(writes);

      expect(new Set(await Promise.all(reads)).size).toBe(1);
      const last = textOf(await files.read('race')) ?? '';
      expect(versions.map((version) => textOf(version))).toContain(last);
    });

    it('removes the given files only, also during a write', async () => {
      await Promise.all(['a', 'b', 'c'].map((key) => files.put(`some/${key}`, bytes(key))));

      await Promise.all([files.remove(['some/a', 'some/b', 'some/c']), files.put('some/d', bytes('d'))]);

      expect(await Promise.all(['some/a', 'some/b', 'some/c'].map((key) => files.read(key)))).toEqual([
        null,
        null,
        null,
      ]);
      expect(textOf(await files.read('some/d'))).toBe('d');
    });

    it('keeps a copy that later changes to the given bytes do not affect', async () => {
      const mine = bytes('before');
      await files.put('mine', mine);
      mine.fill(0);

      expect(textOf(await files.read('mine'))).toBe('before');
    });

    it.each([
      '',
      '/',
      'a/',
      '/a',
      'a//b',
      '../a',
      'a/../b',
      'a.b',
      'a\0b',
      'ä',
      'a b',
      'x'.repeat(129),
      'a/b/c/d/e/f/g/h/i',
    ])('S56 rejects a key outside our format: %j', async (key) => {
      await expect(files.put(key, bytes('x'))).rejects.toThrow('file key');
      await expect(files.read(key)).rejects.toThrow('file key');
      await expect(files.open(key)).rejects.toThrow('file key');
      await expect(files.remove([key])).rejects.toThrow('file key');
    });
  });
}
