import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { currencyCode } from '#lib/core/money.ts';
import { pageLimit } from '#lib/core/paging.ts';
import { wholeInQuery } from '#lib/core/query-values.ts';
import { isoTime } from '#lib/core/time.ts';
import { bodyLocales } from '#lib/i18n/values.ts';
import {
  agentMessageStates,
  agentModes,
  agentRoles,
  chatModes,
  proposalKinds,
  sourceFields,
} from '#lib/store/agent/values.ts';
import { MAX_AGENT_QUESTION } from '#lib/store/limits.ts';

const count = z.int().nonnegative();

export const agentSource = z
  .object({ field: z.enum(sourceFields), label: z.string(), text: z.string() })
  .meta({ id: 'AgentSource' });
/** What the shopper may do next. It does nothing until they press it. */
export const agentProposal = z
  .object({ kind: z.enum(proposalKinds), productId: idText, qty: z.int().positive().exactOptional() })
  .meta({ id: 'AgentProposal' });
export type AgentProposal = z.infer<typeof agentProposal>;

/** The conversation of one user with the agent about one product. The id is a hash of both. */
export const agentChat = z.object({
  userId: idText,
  productId: idText,
  /** The messages that it holds. */
  count,
  lastSeq: count,
  /** The answer that is being written, until when. */
  answering: z.object({ seq: count, until: isoTime }).nullable(),
  updatedAt: isoTime,
  expiresAt: isoTime,
});
export type AgentChat = z.infer<typeof agentChat>;

/** One message. The id is a hash of chat and `seq`. */
export const agentChatMessage = z.object({
  chatId: z.string(),
  seq: count,
  role: z.enum(agentRoles),
  text: z.string().max(20_000),
  sources: z.array(agentSource).max(40),
  proposals: z.array(agentProposal).max(5),
  mode: z.enum(agentModes),
  state: z.enum(agentMessageStates),
  /** The model that answered. Null for a question and for an answer from the page. */
  provider: z.string().nullable(),
  at: isoTime,
  expiresAt: isoTime,
});
export type AgentChatMessage = z.infer<typeof agentChatMessage>;

/** The model's answers to one user on one UTC day. The id is a hash of user and day. */
export const agentUserDay = z.object({ answers: count, expiresAt: isoTime });

export const agentMessage = z
  .object({
    id: z.string(),
    role: z.enum(agentRoles),
    text: z.string(),
    sources: z.array(agentSource),
    proposals: z.array(agentProposal),
    mode: z.enum(agentModes),
    state: z.enum(agentMessageStates),
    createdAt: isoTime,
  })
  .meta({ id: 'AgentMessage' });
export type AgentMessage = z.output<typeof agentMessage>;

export const agentChatParams = z.object({ id: z.string() });
export const agentChatQuery = z.object({
  limit: pageLimit(50, 100),
  /** The `nextCursor` of a page: the messages before it. */
  before: wholeInQuery('is not a valid cursor', { least: 1 }).optional(),
});
export type AgentChatQuery = z.output<typeof agentChatQuery>;

/** The last page of a chat, oldest message first. */
export const agentChatPage = z
  .object({
    messages: z.array(agentMessage),
    nextCursor: z.string().nullable(),
    mode: z.enum(chatModes),
    /** How many answers of a model the user has left today. Null without a model. */
    left: count.nullable(),
  })
  .meta({ id: 'AgentChat' });
export type AgentChatPage = z.output<typeof agentChatPage>;

export const agentQuestion = z.strictObject({
  message: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(MAX_AGENT_QUESTION, `must have at most ${MAX_AGENT_QUESTION} characters`),
  /** The language of the page. The answer is in that of the question. */
  locale: z.enum(bodyLocales).exactOptional(),
  /** The currency of the page; by default the main one. */
  currency: currencyCode.exactOptional(),
});
export type AgentQuestion = z.output<typeof agentQuestion>;

export const agentAnswer = z.object({ message: agentMessage, answer: agentMessage, mode: z.enum(agentModes) });
export type AgentAnswer = z.output<typeof agentAnswer>;
