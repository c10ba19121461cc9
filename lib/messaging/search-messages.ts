import type { UserContext } from '#lib/core/context.ts';
import { invalid } from '#lib/core/errors.ts';
import { hashOf, ID_PATTERN } from '#lib/core/ids.ts';
import type { SearchRequest } from '#lib/data/search-index.ts';
import { searchTerms } from '#lib/data/search-terms.ts';
import type { Mine } from './access.ts';
import { Messages } from './collections.ts';
import { conversationFacet, MESSAGE_INDEX } from './message-index.ts';
import type { FoundMessages, SearchQuery } from './schemas/message-input.ts';
import { messageViewOf } from './views.ts';

const nothing: FoundMessages = { messages: [], pagination: { nextCursor: null, hasMore: false } };

/** Messages of one conversation with all these words, the last of them as a beginning; newest first. */
export async function searchMessages(ctx: UserContext, { row }: Mine, query: SearchQuery): Promise<FoundMessages> {
  const terms = searchTerms(query.q).map(({ term }) => term);
  // No search knows of a hidden tool conversation.
  if (terms.length === 0 || !row.data.listed) return nothing;
  const place = query.cursor === undefined ? undefined : placeOf(query.q, query.cursor);
  const page = await ctx.search.search(MESSAGE_INDEX, {
    terms,
    facets: [[conversationFacet(row.id)]],
    sort: { field: 'seq', direction: 'desc' },
    limit: query.limit,
    ...(place && { after: place }),
  });
  const found = await ctx.data.getMany(
    Messages,
    page.hits.map(({ id }) => id),
  );
  const last = page.hits.at(-1);
  return {
    // The index follows a moment later; the rows are right.
    messages: found.flatMap((message) =>
      message && message.data.deletedAt === null && message.data.blockedAt === null ? [messageViewOf(message)] : [],
    ),
    pagination: { nextCursor: page.more && last ? cursorOf(query.q, last) : null, hasMore: page.more },
  };
}

type Place = NonNullable<SearchRequest['after']>;
const markOf = (q: string): string => hashOf('q', q).slice(0, 10);
const cursorOf = (q: string, { value, id }: Place): string =>
  Buffer.from(JSON.stringify([markOf(q), value, id])).toString('base64url');

function placeOf(q: string, cursor: string): Place {
  const [mark, value, id] = unpacked(cursor);
  if (mark !== markOf(q) || typeof value !== 'number' || typeof id !== 'string' || !ID_PATTERN.test(id))
    throw invalid('The cursor belongs to another query', { cursor: 'does not fit' }, { code: 'InvalidCursor' });
  return { value, id };
}

function unpacked(text: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
