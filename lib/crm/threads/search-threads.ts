import type { Context } from '#lib/context/context.ts';
import { ID_PATTERN } from '#lib/core/id-pattern.ts';
import { idPrefix } from '#lib/core/ids.ts';
import { EmailDrafts, EmailMessages, EmailMsgids, EmailTasks, EmailThreads } from '#lib/crm/collections.ts';
import type { ThreadFilter } from '#lib/crm/queries.ts';
import type { EmailThread } from '#lib/crm/schemas/thread.ts';
import type { Row } from '#lib/data/store.ts';
import { isMailAddress } from '#lib/mail/headers/address.ts';
import { messageIdOf } from '#lib/mail/headers/ids.ts';
import { msgidKey } from '#lib/mail/identity.ts';
import { searchCursor, searchPlaceOf } from '#lib/search/cursor.ts';
import type { SearchFilter } from '#lib/search/search-index.ts';
import { searchTerms } from '#lib/search/terms.ts';
import { getLivingThread } from './living-thread.ts';
import { addressFacet, channelFacet, EMAIL_INDEX } from './thread-index.ts';

/**
 * How many hits each turn after the first reads, and how many turns a page may take. The status is read from the store,
 * because the store is always current. The first turn reads one page of hits, because usually all of them match.
 */
const TURN = 100;
const MOST_TURNS = 10;

export type FoundPage = { readonly rows: readonly Row<EmailThread>[]; readonly next: string | null };
type Asked = { readonly q: string; readonly limit: number; readonly cursor?: string | undefined };

/**
 * Returns living threads that match a text, the latest mail first. The text is an exact id, an address, or words of
 * which the last may be a prefix.
 */
export async function searchThreads(
  ctx: Context,
  filter: ThreadFilter,
  { q, limit, cursor }: Asked,
): Promise<FoundPage> {
  const exact = await threadsByExactId(ctx, q.trim());
  if (exact) return { rows: exact.filter((row) => fits(row, filter)), next: null };
  const asked = filterOf(q, filter);
  if (!asked) return { rows: [], next: null };

  const rows: Row<EmailThread>[] = [];
  let place = cursor === undefined ? undefined : searchPlaceOf(q, cursor);
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const sort = { field: 'latest', direction: 'desc' } as const;
    const size = turn === 0 ? limit : TURN;
    const page = await ctx.search.search(EMAIL_INDEX, { ...asked, sort, limit: size, ...(place && { after: place }) });
    const found = await ctx.data.getMany(
      EmailThreads,
      page.hits.map(({ id }) => id),
    );
    for (const [at, { id, value }] of page.hits.entries()) {
      const row = found[at];
      place = { value, id };
      if (row && fits(row, filter)) rows.push(row);
      if (rows.length === limit) {
        const isLast = !page.more && at === page.hits.length - 1;
        return { rows, next: isLast ? null : searchCursor(q, place) };
      }
    }
    if (!page.more) return { rows, next: null };
  }
  return { rows, next: place ? searchCursor(q, place) : null };
}

const fits = ({ data }: Row<EmailThread>, { status, sourceChannel }: ThreadFilter): boolean =>
  data.mergedInto === null &&
  data.erasedAt === null &&
  (status === undefined || data.status === status) &&
  (sourceChannel === undefined || data.sourceChannel === sourceChannel);

function filterOf(q: string, { sourceChannel }: ThreadFilter): SearchFilter | null {
  const channel = sourceChannel === undefined ? [] : [[channelFacet(sourceChannel)]];
  const address = q.trim();
  if (isMailAddress(address)) return { facets: [[addressFacet(address)], ...channel] };
  const terms = searchTerms(q).map(({ term }) => term);
  return terms.length === 0 ? null : { terms, facets: channel };
}

/**
 * Returns the threads of one of our ids or of a Message-ID. Returns null when the text is neither, or has no thread.
 */
async function threadsByExactId(ctx: Context, text: string): Promise<readonly Row<EmailThread>[] | null> {
  const ids = await threadIdsOf(ctx, text);
  const known = (await ctx.data.getMany(EmailThreads, [...new Set(ids)])).filter((row) => row !== undefined);
  if (known.length === 0) return null;
  const living = await Promise.all(known.map(({ id }) => getLivingThread(ctx.data, id)));
  return [...new Map(living.map((row) => [row.id, row])).values()];
}

async function threadIdsOf({ data, channels }: Context, text: string): Promise<readonly string[]> {
  if (ID_PATTERN.test(text)) {
    if (text.startsWith(idPrefix('thread'))) return [text];
    for (const [kind, collection] of [
      ['email', EmailMessages],
      ['draft', EmailDrafts],
      ['task', EmailTasks],
    ] as const)
      if (text.startsWith(idPrefix(kind)))
        return [(await data.get<{ threadId: string }>(collection as never, text))?.data.threadId ?? []].flat();
  }
  const mid = text.includes('@') ? messageIdOf(text) : null;
  if (mid === null) return [];
  const entries = await data.getMany(
    EmailMsgids,
    channels.all.map(({ id }) => msgidKey(id, mid)),
  );
  return entries.flatMap((entry) => entry?.data.threadId ?? []);
}
