import type { ModelUsage } from '#lib/context/ports/model.ts';
import { divide } from '#lib/core/money.ts';
import { dayOf } from '#lib/core/time.ts';
import { EmailApiUsage } from '#lib/crm/collections.ts';
import type { ApiUsage } from '#lib/crm/schemas/usage.ts';
import type { Writer } from '#lib/data/store.ts';
import { RULES_VERSION } from '#lib/language/classify.ts';
import type { AiSettings, ModelPrice } from '#lib/settings/schemas/settings.ts';

const PER_MILLION = 1_000_000n;

/** Returns the configured price of a model, or null. */
export const priceOf = ({ prices }: Pick<AiSettings, 'prices'>, model: string): ModelPrice | null =>
  Object.hasOwn(prices, model) ? (prices[model] ?? null) : null;

/** Returns the cost of tokens in whole micro-USD, rounded half up, or null when the price is unknown. */
export function costOf(price: ModelPrice | null, usage: ModelUsage): number | null {
  if (price === null) return null;
  const cached = Math.min(usage.cachedInputTokens, usage.inputTokens);
  const total =
    BigInt(usage.inputTokens - cached) * BigInt(price.inputMicrosPerMillion) +
    BigInt(cached) * BigInt(price.cachedInputMicrosPerMillion) +
    BigInt(usage.outputTokens) * BigInt(price.outputMicrosPerMillion);
  return Number(divide(total, PER_MILLION, 'half-up'));
}

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
