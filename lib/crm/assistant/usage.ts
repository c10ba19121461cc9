import { dayOf } from '#lib/core/time.ts';
import { EmailApiUsage } from '#lib/crm/collections.ts';
import type { ApiUsage } from '#lib/crm/schemas/usage.ts';
import type { Writer } from '#lib/data/store.ts';
import { RULES_VERSION } from '#lib/language/classify.ts';

export type UsageRow = Omit<ApiUsage, 'day' | 'at'>;

/** Writes the usage row of a call. */
export function recordUsage(write: Pick<Writer, 'set'>, id: string, row: UsageRow, at: Date): void {
  write.set(EmailApiUsage, id, { ...row, at: at.toISOString(), day: dayOf(at) });
}

/** Returns the usage row of a result of our own rules: no tokens, no cost. */
export const embeddedUsage = (about: Pick<UsageRow, 'purpose' | 'threadId' | 'messageId' | 'latencyMs'>): UsageRow => ({
  ...about,
  provider: 'embedded',
  model: RULES_VERSION,
  promptVersion: RULES_VERSION,
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  costMicros: 0,
  priceVersion: null,
  ok: true,
  errorCode: null,
});
