import type { Collection } from './collection.ts';
import type { Reader, Row } from './store.ts';

/** How much further each look goes than the one before. */
const FURTHER = 4;

/**
 * Reads documents whose ids are numbered from 0 without a gap, up to the first that is missing. A transaction so sees each
 * of them, and that there is no further one, without a query. `most` is how many there are as a rule.
 */
export async function readNumbered<T extends object>(
  reader: Pick<Reader, 'getMany'>,
  collection: Collection<T>,
  idOf: (n: number) => string,
  most: number,
): Promise<Row<T>[]> {
  const found: Row<T>[] = [];
  for (let count = most; ; count *= FURTHER) {
    const ids = Array.from({ length: count }, (_, i) => idOf(found.length + i));
    const rows = await reader.getMany(collection, ids);
    const missing = rows.indexOf(undefined);
    found.push(...rows.slice(0, missing < 0 ? count : missing).filter((row) => row !== undefined));
    if (missing >= 0) return found;
  }
}
