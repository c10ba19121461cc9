import { describe, expect, it } from 'vitest';
import { costOf, priceOf } from './cost.ts';

const price = { inputMicrosPerMillion: 150_000, cachedInputMicrosPerMillion: 75_000, outputMicrosPerMillion: 600_000 };
const usage = (inputTokens: number, cachedInputTokens: number, outputTokens: number) => ({
  inputTokens,
  cachedInputTokens,
  outputTokens,
});

describe('costOf', () => {
  it('prices input, cached input and output tokens separately', () => {
    expect(costOf(price, usage(1_000_000, 0, 0))).toBe(150_000);
    expect(costOf(price, usage(1_000_000, 1_000_000, 0))).toBe(75_000);
    expect(costOf(price, usage(1_000, 400, 100))).toBe(90 + 30 + 60);
  });

  it('rounds half a micro-unit up and stays exact for large prices', () => {
    const half = { ...price, inputMicrosPerMillion: 500_000 };
    expect([1, 2, 3].map((tokens) => costOf(half, usage(tokens, 0, 0)))).toEqual([1, 1, 2]);
    const dear = { ...price, outputMicrosPerMillion: 999_999_999_999 };
    expect(costOf(dear, usage(0, 0, 9_007))).toBe(9_007_000_000);
  });

  it('returns null, not 0, when the price is unknown', () => {
    expect(costOf(null, usage(10, 0, 10))).toBeNull();
    expect(priceOf({ prices: {} }, 'm')).toBeNull();
    expect(priceOf({ prices: {} }, 'constructor')).toBeNull();
  });

  it('charges no more cached tokens than input tokens', () => {
    expect(costOf(price, usage(100, 900, 0))).toBe(8);
  });
});
