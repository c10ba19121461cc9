import type { Context } from '#lib/context/context.ts';
import { mapInTurns } from '#lib/core/turns.ts';
import { type Cursor, from } from '#lib/data/query.ts';
import type { Row } from '#lib/data/store.ts';
import { Messages } from '#lib/messaging/collections.ts';
import type { Message } from '#lib/messaging/schemas/message.ts';
import type { Rebuildable } from '#lib/search/rebuild-index.ts';
import type { SearchEntry } from '#lib/search/search-index.ts';
import { indexTokens } from '#lib/search/terms.ts';

/** The name of the index: one entry for each message with text. */
export const MESSAGE_INDEX = 'messages';
export const conversationFacet = (id: string): string => `in:${id}`;

const MAX_TOKENS = 1_000;
/** Increase this when entries are built differently: the next start then rebuilds the index. */
const ENTRY_VERSION = '1';

/** Updates the index entries of messages from the store. Deleted and blocked messages have no entries. */
export async function indexMessages(ctx: Pick<Context, 'data' | 'search'>, ids: readonly string[]): Promise<void> {
  const rows = (await ctx.data.getMany(Messages, ids)).filter((row) => row !== undefined);
  const entries = await mapInTurns(
    rows.filter(({ data }) => isFound(data)),
    entryOf,
  );
  const kept = new Set(entries.map(({ id }) => id));
  const gone = ids.filter((id) => !kept.has(id));
  if (entries.length > 0) await ctx.search.put(MESSAGE_INDEX, entries);
  if (gone.length > 0) await ctx.search.remove(MESSAGE_INDEX, gone);
  // Reads the rows again, because a concurrent change may have made these entries stale. Changed messages are indexed
  // again.
  const now = await ctx.data.getMany(Messages, ids);
  const changed = ids.filter((id, at) => now[at]?.version !== rows.find((row) => row.id === id)?.version);
  if (changed.length > 0) await indexMessages(ctx, changed);
}

const isFound = ({ type, content, deletedAt, blockedAt }: Message): boolean =>
  type !== 'system' && content !== '' && deletedAt === null && blockedAt === null;

const entryOf = ({ id, data }: Row<Message>): SearchEntry => ({
  id,
  terms: [{ weight: 'A', tokens: indexTokens(data.content).slice(0, MAX_TOKENS) }],
  words: [],
  facets: [conversationFacet(data.conversationId)],
  fields: { seq: data.seq },
  card: '',
});

const everyMessage = (limit: number, after?: Cursor) => from(Messages).limit(limit).after(after);

/** The index of messages, for the job that rebuilds it. */
export const messageIndex: Rebuildable = {
  index: MESSAGE_INDEX,
  atOnce: 100,
  version: () => ENTRY_VERSION,
  async page({ data }, limit, after) {
    const { rows, next } = await data.find(everyMessage(limit, after));
    return { ids: rows.map(({ id }) => id), next };
  },
  async gone({ data }, ids) {
    const rows = await data.getMany(Messages, ids);
    return ids.filter((_, at) => rows[at] === undefined);
  },
  refresh: indexMessages,
};
