import { z } from 'zod';
import { modelPurposes } from '#lib/context/ports/values.ts';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';

const count = z.int().nonnegative();

/** One model call, or one result of our own rules. The id is `use_…`. Money is in millionths of a US dollar. */
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
  /** Null when the price is unknown, never 0. */
  costMicros: count.nullable(),
  priceVersion: z.int().nullable(),
  latencyMs: count,
  ok: z.boolean(),
  errorCode: z.string().max(60).nullable(),
});
export type ApiUsage = z.infer<typeof apiUsage>;
