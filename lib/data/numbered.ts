import type { Collection } from './collection.ts';
import type { Reader, Row } from './store.ts';

/** Each further read requests this many times as many documents as the read before. */
const GROWTH = 4;

/**
 * Returns the documents whose ids are numbered from 0 without a gap, up to the first missing id. The function needs no
 * query, so a transaction can call it. The transaction also reads the missing document, and a document created
 * meanwhile is a conflict. `usual` is the usual number of documents, and the size of the first read.
 */
export async function readNumbered<T extends object>(
  reader: Pick<Reader, 'getMany'>,
  collection: Collection<T>,
  idOf: (n: number) => string,
  usual: number,
): Promise<Row<T>[]> {
  const found: Row<T>[] = [];
  for (let count = usual; ; count *= GROWTH) {
    const ids = Array.from({ length: count }, (_, i) => idOf(found.length + i));
    const rows = await reader.getMany(collection, ids);
    const missing = rows.indexOf(undefined);
    found.push(...rows.slice(0, missing < 0 ? count : missing).filter((row) => row !== undefined));
    if (missing >= 0) return found;
  }
}
