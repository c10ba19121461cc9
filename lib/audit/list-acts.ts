import type { Context } from '#lib/context/context.ts';
import { cursorAfter } from '#lib/data/cursor.ts';
import type { Cursor } from '#lib/data/query.ts';
import { pagesOf } from '#lib/data/read-all.ts';
import type { Row } from '#lib/data/store.ts';
import { auditNewestFirst, leadingFilters } from './queries.ts';
import { type AuditEntry, type AuditFilter, auditEntry } from './schemas/audit.ts';

/** One page reads at most this many rows. */
const MOST_READ = 2_000;
/** Rows of the first read, where rows are skipped. Each further one reads twice as many, up to a page of all acts. */
const FIRST_READ = 100;
/** Rows of one read of all acts. */
const PAGE = 500;

export type Act = { readonly id: string } & AuditEntry;
export type ActPage = {
  readonly acts: readonly Act[];
  readonly nextCursor: Cursor | null;
  /** The time of the last row read, where the page was not filled before the limit of rows. */
  readonly searchedBackTo: string | null;
};

/**
 * Lists recorded acts, newest first. The most selective filter leads along its index, and the others are compared row by
 * row: a page reads at most 2,000 rows. `nextCursor` continues the search from there.
 */
export async function listActs(
  { data }: Pick<Context, 'data'>,
  filter: AuditFilter,
  { limit, cursor }: { readonly limit: number; readonly cursor?: Cursor | undefined },
): Promise<ActPage> {
  const matches = residueOf(filter);
  const acts: Act[] = [];
  let place = cursor;
  let last: string | null = null;
  let size = matches ? FIRST_READ : limit;
  for (let read = 0; read < MOST_READ; size = Math.min(2 * size, PAGE, MOST_READ - read)) {
    const query = auditNewestFirst(filter, size, place);
    const { rows, next } = await data.find(query);
    for (const [at, row] of rows.entries()) {
      if (!matches || matches(row)) acts.push(actOf(row));
      if (acts.length < limit) continue;
      const isEnd = next === null && at === rows.length - 1;
      return { acts, nextCursor: isEnd ? null : cursorAfter(query, row), searchedBackTo: null };
    }
    read += rows.length;
    last = rows.at(-1)?.data.at ?? last;
    if (next === null) return { acts, nextCursor: null, searchedBackTo: null };
    place = next;
  }
  return { acts, nextCursor: place ?? null, searchedBackTo: last };
}

/** Yields all recorded acts of a filter, newest first, page by page. */
export async function* everyAct({ data }: Pick<Context, 'data'>, filter: AuditFilter): AsyncGenerator<readonly Act[]> {
  const matches = residueOf(filter);
  for await (const rows of pagesOf(data, (after) => auditNewestFirst(filter, PAGE, after)))
    yield (matches ? rows.filter(matches) : rows).map(actOf);
}

/** The action shown for a row that was changed by hand and does not fit its schema any more. */
export const UNREADABLE = 'unreadable';

function actOf({ id, data }: Row<AuditEntry>): Act {
  const parsed = auditEntry.safeParse(data);
  if (parsed.success) return { id, ...parsed.data };
  return {
    ...{ id, at: String(data.at), actorId: null, actorRole: null, via: 'system', action: UNREADABLE, result: 'error' },
    ...{ targetType: '', targetId: '', before: null, after: null, reason: null },
    ...{ requestId: '', ipPrefixHash: null, device: '' },
  };
}

/** Returns whether a row passes the filters that no index compares, or null when there are none. */
function residueOf(filter: AuditFilter): ((row: Row<AuditEntry>) => boolean) | null {
  const [, ...others] = leadingFilters.filter((name) => filter[name] !== undefined);
  return others.length === 0 ? null : ({ data }) => others.every((name) => data[name] === filter[name]);
}
