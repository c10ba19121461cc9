import type { ModelUsage } from '#lib/context/ports/model.ts';
import { divide } from '#lib/core/money.ts';
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
