import type { Collection } from './collection.ts';
import type { Reader, Row } from './store.ts';

/** Each further read takes so many times as many documents as the one before. */
const GROWTH = 4;

/**
 * Returns the documents whose ids are numbered from 0 without a gap, up to the first that is missing. It needs no query, so
 * a transaction can use it: the missing document is read too, and one that appears meanwhile is a conflict. `usual` is how
 * many there usually are, and how many are read first.
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
