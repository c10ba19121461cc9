import { z } from 'zod';
import { modelPurposes } from '#lib/context/ports/values.ts';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';

const count = z.int().nonnegative();

/** One call of a model, or one answer of our own rules; the id is `use_…`. Money in millionths of a US dollar. */
export const apiUsage = z.object({
  at: isoTime,
  day: z.string(),
  purpose: z.enum(modelPurposes),
  provider: z.string().max(60),
  model: z.string().max(120),
  promptVersion: z.string().max(40),
  threadId: idText.nullable(),
  messageId: idText.nullable(),
  inputTokens: count,
  cachedInputTokens: count,
  outputTokens: count,
  /** Null where the price is not known; never 0 for that. */
  costMicros: count.nullable(),
  priceVersion: z.int().nullable(),
  latencyMs: count,
  ok: z.boolean(),
  errorCode: z.string().max(60).nullable(),
});
export type ApiUsage = z.infer<typeof apiUsage>;

/** What a UTC day has spent and holds in reserve for calls under way; the id is the day. */
export const budgetDay = z.object({
  spentMicros: z.int(),
  reservedMicros: count,
  /** Calls of models whose price is not known. */
  unpricedCalls: count,
  updatedAt: isoTime,
});
export type BudgetDay = z.infer<typeof budgetDay>;
