import { conflict, invalid } from '#lib/core/errors.ts';
import { pagesOf } from '#lib/data/read-all.ts';
import type { Reader, Row } from '#lib/data/store.ts';
import { categoriesByPosition } from '#lib/store/catalog/queries.ts';
import { CategorySlugs } from '#lib/store/collections.ts';
import { MAX_CATEGORIES, MAX_CATEGORY_DEPTH } from '#lib/store/limits.ts';
import type { Category } from '#lib/store/schemas/category.ts';

type CategoryRow = Row<Category>;
const READ_AT_ONCE = 500;

/**
 * Reads every category, siblings in their order. Within a transaction, two administrators therefore never change the
 * same tree at once.
 */
export async function readTree(reader: Reader): Promise<readonly CategoryRow[]> {
  const rows: CategoryRow[] = [];
  for await (const page of pagesOf(reader, (after) => categoriesByPosition(READ_AT_ONCE, after))) rows.push(...page);
  return rows;
}

/** Throws SlugTaken when a slug is or was that of another category. */
export async function assertSlugFree(
  reader: Reader,
  rows: readonly CategoryRow[],
  { slug, categoryId }: { readonly slug: string; readonly categoryId: string },
): Promise<void> {
  const claim = await reader.get(CategorySlugs, slug);
  const holders = [claim?.data.categoryId, rows.find(({ data }) => data.slug === slug)?.id];
  if (holders.some((holder) => holder !== undefined && holder !== categoryId))
    throw conflict(`The slug ${slug} belongs to another category`, { code: 'SlugTaken' });
}

export function assertRoom(rows: readonly CategoryRow[]): void {
  if (rows.length >= MAX_CATEGORIES)
    throw conflict(`A shop has at most ${MAX_CATEGORIES} categories`, { code: 'TooManyCategories' });
}

/**
 * Returns the path of a category under a parent. `height` is the number of levels that it brings with it. Rejects a
 * parent that does not exist, that is being deleted, or below which there is no room for that many levels.
 */
export function pathUnder(
  rows: readonly CategoryRow[],
  { id, parentId, height }: { readonly id: string; readonly parentId: string | null; readonly height: number },
): string[] {
  if (parentId === null) return [id];
  const parent = rows.find((row) => row.id === parentId);
  if (!parent) throw wrongParent('is not a category');
  if (parent.data.movedInto !== null) throw wrongParent('is being deleted');
  if (parent.data.path.includes(id)) throw wrongParent('is the category itself or below it');
  if (parent.data.path.length + height > MAX_CATEGORY_DEPTH)
    throw wrongParent(`has no room for more than ${MAX_CATEGORY_DEPTH} levels`);
  return [...parent.data.path, id];
}

const wrongParent = (why: string) => invalid('The category cannot be placed there', { parentId: why });

export type Place = {
  readonly position: number;
  /** The positions that siblings get, by their ids. */
  readonly shifted: ReadonlyMap<string, number>;
};

/**
 * Returns the position of a category that is to stand before the first of its siblings at or after `position`, or at
 * the end without one. Only siblings without a gap before them are shifted.
 */
export function placeAmong(siblings: readonly CategoryRow[], position: number | undefined): Place {
  const shifted = new Map<string, number>();
  if (position === undefined) return { position: (siblings.at(-1)?.data.position ?? -1) + 1, shifted };
  let free = position + 1;
  for (const { id, data } of siblings) {
    if (data.position < position) continue;
    if (data.position >= free) break;
    shifted.set(id, free);
    free += 1;
  }
  return { position, shifted };
}
