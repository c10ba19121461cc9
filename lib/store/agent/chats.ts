import type { UserContext } from '#lib/context/context.ts';
import { conflict } from '#lib/core/errors.ts';
import { hashOf } from '#lib/core/ids.ts';
import { after } from '#lib/core/time.ts';
import type { Row, Tx } from '#lib/data/store.ts';
import { AGENT_ANSWER_MS, AGENT_KEPT_MS, MOST_AGENT_MESSAGES } from '#lib/store/limits.ts';
import type { AgentChat, AgentChatMessage, AgentMessage } from '#lib/store/schemas/agent.ts';
import { AgentChats, AgentMessages } from './collections.ts';
import { chatsOf, messagesBefore } from './queries.ts';
import type { AgentMode } from './values.ts';

const RETRY_SECONDS = 2;

export const chatIdOf = (userId: string, productId: string): string => hashOf('agent', userId, productId);
export const messageIdOf = (chatId: string, seq: number): string => hashOf(chatId, String(seq));
const laneOf = (chatId: string): string => `${AgentChats.name}/${chatId}`;

/** Returns the refusal of a caller while another question of the chat is being answered. */
export const answerRunning = () =>
  conflict('The answer to your last question is still being written', {
    code: 'AnswerRunning',
    retryAfter: RETRY_SECONDS,
  });

/** The place of an answer that is being written. No other answer to the chat begins before it is finished. */
export type Turn = {
  readonly chatId: string;
  readonly seq: number;
  /** The id that the answer will have. */
  readonly answerId: string;
  readonly question: AgentMessage;
};

type Written = Pick<AgentChatMessage, 'role' | 'text' | 'mode' | 'state'> &
  Partial<Pick<AgentChatMessage, 'sources' | 'proposals' | 'provider'>>;

const messageRow = (chatId: string, seq: number, now: Date, written: Written): AgentChatMessage => ({
  ...{ chatId, seq, sources: [], proposals: [], provider: null },
  ...written,
  at: now.toISOString(),
  expiresAt: after(now, AGENT_KEPT_MS),
});

/** An answer of which nothing is left. */
const CUT: Written = { role: 'assistant', text: '', mode: 'page', state: 'interrupted' };

export function toAgentMessage(id: string, row: AgentChatMessage): AgentMessage {
  const { role, text, sources, proposals, mode, state, at } = row;
  return { id, role, text, sources, proposals, mode, state, createdAt: at };
}

/**
 * Stores a question and claims the place of its answer in one transaction. Throws AnswerRunning while another answer to
 * the chat is being written. An answer whose time is over becomes `interrupted`.
 */
export async function beginTurn(ctx: UserContext, productId: string, text: string, mode: AgentMode): Promise<Turn> {
  const chatId = chatIdOf(ctx.user.id, productId);
  return ctx.data.tx(
    async (t) => {
      const now = ctx.now();
      const held = (await t.get(AgentChats, chatId))?.data;
      const running = held?.answering ?? null;
      if (running && running.until > now.toISOString()) throw answerRunning();
      if (running) {
        t.set(AgentMessages, messageIdOf(chatId, running.seq), messageRow(chatId, running.seq, now, CUT));
      }
      const asked = (held?.lastSeq ?? 0) + 1;
      const seq = asked + 1;
      const question = messageRow(chatId, asked, now, { role: 'user', text, mode, state: 'done' });
      t.set(AgentMessages, messageIdOf(chatId, asked), question);
      forgetOldest(t, chatId, seq);
      t.set(AgentChats, chatId, {
        ...{ userId: ctx.user.id, productId, lastSeq: seq, count: Math.min(seq, MOST_AGENT_MESSAGES) },
        answering: { seq, until: after(now, AGENT_ANSWER_MS) },
        updatedAt: now.toISOString(),
        expiresAt: after(now, AGENT_KEPT_MS),
      });
      const id = messageIdOf(chatId, asked);
      return { chatId, seq, answerId: messageIdOf(chatId, seq), question: toAgentMessage(id, question) };
    },
    { lane: laneOf(chatId) },
  );
}

/** Deletes the pair that is too old for the chat. `seq` has no gaps, so its place is known. */
function forgetOldest(t: Tx, chatId: string, lastSeq: number): void {
  const oldest = lastSeq - MOST_AGENT_MESSAGES;
  if (oldest < 1) return;
  for (const seq of [oldest - 1, oldest]) t.delete(AgentMessages, messageIdOf(chatId, seq));
}

export type Ending = Pick<AgentChatMessage, 'text' | 'mode' | 'state'> &
  Partial<Pick<AgentChatMessage, 'sources' | 'proposals' | 'provider'>>;

/**
 * Stores the answer of a turn, however it ended, and frees the chat. Stores nothing and returns null when the turn was
 * taken over or the user has been purged meanwhile.
 */
export function endTurn(
  ctx: UserContext,
  { chatId, seq, answerId }: Turn,
  ending: Ending,
): Promise<AgentMessage | null> {
  return ctx.data.tx(
    async (t) => {
      const now = ctx.now();
      const row = messageRow(chatId, seq, now, { role: 'assistant', ...ending });
      const held = (await t.get(AgentChats, chatId))?.data;
      if (held?.answering?.seq !== seq) return null;
      t.set(AgentMessages, answerId, row);
      t.set(AgentChats, chatId, {
        ...held,
        answering: null,
        updatedAt: now.toISOString(),
        expiresAt: after(now, AGENT_KEPT_MS),
      });
      return toAgentMessage(answerId, row);
    },
    { lane: laneOf(chatId) },
  );
}

type Span = { readonly limit: number; readonly before?: number | undefined };

/** Returns the messages of the caller's chat before a place, oldest first, and the place before which there are more. */
export async function readMessages(
  ctx: UserContext,
  productId: string,
  { limit, before }: Span,
): Promise<{ readonly messages: AgentMessage[]; readonly nextCursor: string | null }> {
  const chatId = chatIdOf(ctx.user.id, productId);
  const chat = await ctx.data.get(AgentChats, chatId);
  if (!chat) return { messages: [], nextCursor: null };
  const end = Math.min(before ?? chat.data.lastSeq + 1, chat.data.lastSeq + 1);
  const { rows } = await ctx.data.find(messagesBefore(chatId, end, limit + 1));
  const shown = rows.slice(0, limit);
  const oldest = shown.at(-1)?.data.seq;
  const messages = shown.map(({ id, data }) => toAgentMessage(id, data)).reverse();
  const cut = before === undefined ? cutAnswer(ctx, chatId, chat.data) : null;
  return {
    messages: cut ? [...messages, cut] : messages,
    nextCursor: rows.length > limit && oldest !== undefined ? String(oldest) : null,
  };
}

/** Returns the answer whose process ended before it stored anything. The next question stores it. */
function cutAnswer({ now }: UserContext, chatId: string, { answering, updatedAt }: AgentChat): AgentMessage | null {
  if (!answering || answering.until > now().toISOString()) return null;
  const { seq } = answering;
  const row = messageRow(chatId, seq, new Date(updatedAt), CUT);
  return toAgentMessage(messageIdOf(chatId, seq), row);
}

/** Deletes one chat of a user with its messages. Returns how many rows it removed; 0 ends it. */
export async function forgetChats(t: Tx, userId: string): Promise<number> {
  const { rows } = await t.find(chatsOf(userId, 1));
  const [chat] = rows as readonly (Row<AgentChat> | undefined)[];
  if (!chat) return 0;
  const { lastSeq } = chat.data;
  const first = Math.max(1, lastSeq - MOST_AGENT_MESSAGES - 1);
  for (let seq = first; seq <= lastSeq; seq += 1) t.delete(AgentMessages, messageIdOf(chat.id, seq));
  t.delete(AgentChats, chat.id);
  return lastSeq - first + 2;
}
