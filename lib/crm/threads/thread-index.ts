import type { Context } from '#lib/context/context.ts';
import { EmailThreads } from '#lib/crm/collections.ts';
import { everyThread, messagesNewestFirst } from '#lib/crm/queries.ts';
import type { EmailMessage } from '#lib/crm/schemas/message.ts';
import type { EmailThread } from '#lib/crm/schemas/thread.ts';
import type { Row } from '#lib/data/store.ts';
import type { Rebuildable } from '#lib/search/rebuild-index.ts';
import type { SearchEntry } from '#lib/search/search-index.ts';
import { indexTokens } from '#lib/search/terms.ts';
import { idsOfThread } from './living-thread.ts';

/** The name of the index, which has one entry for each living thread. */
export const EMAIL_INDEX = 'email';

export const addressFacet = (email: string): string => `address:${email.toLowerCase()}`;
export const channelFacet = (id: string): string => `channel:${id}`;

/** The newest messages are indexed. Earlier messages of a long thread are not. */
const MAX_MESSAGES = 60;
const MAX_TOKENS = { A: 400, B: 400, C: 1_500 } as const;

/** Increased when entries are built differently. The next start then rebuilds the index. */
const ENTRY_VERSION = '1';

/**
 * Updates the index entry of a thread from the store. A merged or erased thread has no entry. Of two concurrent runs,
 * the later read wins.
 */
export async function indexThread(ctx: Context, threadId: string): Promise<void> {
  const thread = await ctx.data.get(EmailThreads, threadId);
  if (!thread || thread.data.mergedInto !== null || thread.data.erasedAt !== null)
    await ctx.search.remove(EMAIL_INDEX, [threadId]);
  else {
    const { rows } = await ctx.data.find(messagesNewestFirst(idsOfThread(thread), MAX_MESSAGES));
    await ctx.search.put(EMAIL_INDEX, [entryOf(thread, rows)]);
  }
  // A run that indexed an outdated read notices the change here and runs again.
  const now = await ctx.data.get(EmailThreads, threadId);
  if (now?.version !== thread?.version) await indexThread(ctx, threadId);
}

/** The rebuildable search index of the inbox. It holds living threads. */
export const emailIndex: Rebuildable = {
  index: EMAIL_INDEX,
  atOnce: 100,
  version: () => ENTRY_VERSION,
  async page({ data }, limit, after) {
    const { rows, next } = await data.find(everyThread(limit, after));
    return { ids: rows.map(({ id }) => id), next };
  },
  async gone({ data }, ids) {
    const rows = await data.getMany(EmailThreads, ids);
    return ids.filter((_, at) => rows[at] === undefined);
  },
  async refresh(ctx, ids) {
    for (const id of ids) await indexThread(ctx, id);
  },
};

function entryOf({ id, data }: Row<EmailThread>, messages: readonly Row<EmailMessage>[]): SearchEntry {
  const people = [data.contact, ...data.participants].flatMap(({ email, name }) => [name ?? '', email]);
  const shown = messages.filter(({ data: row }) => row.erasedAt === null).map(({ data: row }) => row);
  const names = shown.flatMap(({ attachments }) => attachments.map(({ filename }) => filename ?? ''));
  const tokens = (weight: keyof typeof MAX_TOKENS, ...texts: readonly string[]) => ({
    weight,
    tokens: indexTokens(...texts).slice(0, MAX_TOKENS[weight]),
  });
  return {
    id,
    terms: [
      tokens('A', data.subject, ...people),
      tokens('B', ...shown.map(({ subject }) => subject), ...names),
      tokens('C', ...shown.map(({ textPreview }) => textPreview)),
    ],
    words: [],
    facets: [...new Set(data.participants.map(({ email }) => addressFacet(email))), channelFacet(data.sourceChannel)],
    fields: { latest: Date.parse(data.lastMessageAt) },
    card: '',
  };
}
