import { z } from 'zod';
import { isoTime } from '#lib/core/time.ts';

const count = z.int().nonnegative();

/** What the inbox spent on a UTC day, and what it has reserved for calls in progress. The id is the day. */
export const budgetDay = z.object({
  spentMicros: z.int(),
  reservedMicros: count,
  /** Calls of models with an unknown price. */
  unpricedCalls: count,
  updatedAt: isoTime,
});
export type BudgetDay = z.infer<typeof budgetDay>;

/** What the product agent used on a UTC day. The id is the day. Money is in millionths of a US dollar. */
export const agentUsage = z.object({
  calls: count,
  inputTokens: count,
  outputTokens: count,
  micros: count,
  reservedMicros: count,
  unpricedCalls: count,
  updatedAt: isoTime,
});
export type AgentUsage = z.infer<typeof agentUsage>;
