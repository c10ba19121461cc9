import { FILE_KEY, type FileStore } from '#lib/context/ports/files.ts';

/** A file store in memory that ends with the test. `keys` lists its files. */
export type MemoryFiles = FileStore & { keys(): readonly string[] };

export function openMemoryFiles(): MemoryFiles {
  const files = new Map<string, Uint8Array>();
  const checked = (key: string): string => {
    if (!FILE_KEY.test(key)) throw new Error('a file key must consist of parts with letters, digits, _ and -');
    return key;
  };
  return {
    put: async (key, bytes) => void files.set(checked(key), bytes.slice()),
    read: async (key) => files.get(checked(key))?.slice() ?? null,
    open: async (key, part) => {
      const bytes = files.get(checked(key))?.slice(part?.from, part && part.to + 1);
      return bytes === undefined ? null : { sizeBytes: bytes.byteLength, bytes: new Blob([bytes]).stream() };
    },
    remove: async (keys) => {
      for (const key of keys) files.delete(checked(key));
    },
    keys: () => [...files.keys()].sort(),
  };
}
