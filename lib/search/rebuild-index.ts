import type { Context } from '#lib/context/context.ts';
import type { Cursor } from '#lib/data/query.ts';
/** A search index that can be rebuilt from the store. */
export type Rebuildable = {
  readonly index: string;
  /** How many rows and entries one page holds. */
  readonly atOnce: number;
  /** Returns the version that the index must have been built with. */
  version(ctx: Context): string;
  /** Returns whether an index of another version stays in use while it is rebuilt. Without it every version does. */
  isUsable?(version: string): boolean;
  /** Returns a page of the rows that the index is built from. */
  page(ctx: Context, limit: number, after?: Cursor): Promise<{ readonly ids: string[]; readonly next: Cursor | null }>;
  /** Returns those of the ids that have no row any more. */
  gone(ctx: Context, ids: readonly string[]): Promise<readonly string[]>;
  /** Updates the entries of these rows from the store. */
  refresh(ctx: Context, ids: readonly string[]): Promise<void>;
};

/** How many rows and entries one slice handles: a few seconds of work. */
const SLICE = 2_000;

/** Where a rebuild continues. It first walks the rows, then the entries to remove those without a row. */
type Place = { readonly phase: 'rows' | 'entries'; readonly after: string | undefined };

export type RebuiltSlice = { readonly seen: number; readonly done: number; readonly next: string | null };

/**
 * Rebuilds a part of an index from the store while the index is in use. The cursor says where the next part begins.
 * Null means that the rebuild is complete. After a crash, the next start rebuilds the index.
 */
export async function rebuildSlice(ctx: Context, of: Rebuildable, cursor?: string): Promise<RebuiltSlice> {
  let place: Place | null = cursor === undefined ? { phase: 'rows', after: undefined } : placeOf(cursor);
  let done = 0;
  while (place !== null && done < SLICE) {
    const step: { readonly seen: number; readonly next: Place | null } =
      place.phase === 'rows' ? await rowsPage(ctx, of, place.after) : await entriesPage(ctx, of, place.after);
    done += step.seen;
    place = step.next;
  }
  if (place === null) await ctx.search.markBuilt(of.index, of.version(ctx));
  return { seen: done, done, next: place === null ? null : JSON.stringify(place) };
}

/**
 * Reads a cursor. An earlier version stored a sort value and an id for the entries. Such a cursor restarts the walk of
 * the entries.
 */
function placeOf(cursor: string): Place {
  const { phase, after } = JSON.parse(cursor) as { readonly phase: Place['phase']; readonly after?: unknown };
  return { phase, after: typeof after === 'string' ? after : undefined };
}

/** Rebuilds several indexes, one after the other. */
export async function rebuildAllSlice(ctx: Context, all: readonly Rebuildable[], cursor = '0'): Promise<RebuiltSlice> {
  const [, at = '0', place] = /^(\d+)(?: (.*))?$/s.exec(cursor) ?? [];
  const of = all[Number(at)];
  if (!of) return { seen: 0, done: 0, next: null };
  const slice = await rebuildSlice(ctx, of, place);
  if (slice.next !== null) return { ...slice, next: `${at} ${slice.next}` };
  const following = Number(at) + 1;
  return { ...slice, next: following < all.length ? String(following) : null };
}

/** Rebuilds a whole index and returns the number of rows and entries read. */
export async function rebuildIndex(ctx: Context, of: Rebuildable): Promise<number> {
  let seen = 0;
  let cursor: string | undefined;
  do {
    const slice: RebuiltSlice = await rebuildSlice(ctx, of, cursor);
    seen += slice.seen;
    cursor = slice.next ?? undefined;
  } while (cursor !== undefined);
  ctx.log('info', 'search.rebuilt', { index: of.index, seen });
  return seen;
}

/** Rebuilds an index that is empty, half built, or built with another version. Runs at startup. */
export async function rebuildIfStale(ctx: Context, of: Rebuildable): Promise<void> {
  if ((await ctx.search.builtAs(of.index)) !== of.version(ctx)) await rebuildIndex(ctx, of);
}

async function rowsPage(ctx: Context, of: Rebuildable, after: string | undefined) {
  const page = await of.page(ctx, of.atOnce, after);
  await of.refresh(ctx, page.ids);
  const next: Place = page.next === null ? { phase: 'entries', after: undefined } : { phase: 'rows', after: page.next };
  return { seen: page.ids.length, next };
}

async function entriesPage(ctx: Context, of: Rebuildable, after: string | undefined) {
  const { ids, next } = await ctx.search.walk(of.index, of.atOnce, after);
  await of.refresh(ctx, await of.gone(ctx, ids));
  const place: Place | null = next === null ? null : { phase: 'entries', after: next };
  return { seen: ids.length, next: place };
}
