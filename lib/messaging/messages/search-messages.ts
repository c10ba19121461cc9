import type { UserContext } from '#lib/context/context.ts';
import { Messages } from '#lib/messaging/collections.ts';
import type { Mine } from '#lib/messaging/conversations/access.ts';
import { messageViewAt } from '#lib/messaging/conversations/views.ts';
import type { FoundMessages, SearchQuery } from '#lib/messaging/schemas/message-input.ts';
import { searchCursor, searchPlaceOf } from '#lib/search/cursor.ts';
import { searchTerms } from '#lib/search/terms.ts';
import { conversationFacet, MESSAGE_INDEX } from './message-index.ts';

const nothing: FoundMessages = { messages: [], pagination: { nextCursor: null, hasMore: false } };

/**
 * Returns the messages of one conversation that contain all these words, newest first. The last word matches as a
 * prefix.
 */
export async function searchMessages(ctx: UserContext, { row }: Mine, query: SearchQuery): Promise<FoundMessages> {
  const terms = searchTerms(query.q).map(({ term }) => term);
  // Search excludes hidden tool conversations.
  if (terms.length === 0 || !row.data.listed) return nothing;
  const place = query.cursor === undefined ? undefined : searchPlaceOf(query.q, query.cursor);
  const page = await ctx.search.search(MESSAGE_INDEX, {
    terms,
    facets: [[conversationFacet(row.id)]],
    sort: { field: 'seq', direction: 'desc' },
    limit: query.limit,
    ...(place && { after: place }),
  });
  const at = ctx.now().toISOString();
  const found = await ctx.data.getMany(
    Messages,
    page.hits.map(({ id }) => id),
  );
  const last = page.hits.at(-1);
  return {
    // The index lags slightly behind, so the rows decide.
    messages: found.flatMap((message) =>
      message && message.data.deletedAt === null && message.data.blockedAt === null ? [messageViewAt(message, at)] : [],
    ),
    pagination: { nextCursor: page.more && last ? searchCursor(query.q, last) : null, hasMore: page.more },
  };
}
