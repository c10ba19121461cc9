import type { z } from 'zod';
import type { ModelPurpose } from './values.ts';

/** One request. `instructions` are ours. `data` comes from others and must never be obeyed. */
export type ModelRequest = {
  readonly purpose: ModelPurpose;
  readonly instructions: string;
  readonly data: string;
  readonly signal: AbortSignal;
};

/** Tokens as the provider counted them. */
export type ModelUsage = {
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
};

/** Why a model returned nothing usable. `usage` is the cost of the failed request. */
export const modelFailures = ['BadOutput', 'Timeout', 'RateLimited', 'Unavailable', 'Refused'] as const;
export type ModelFailure = (typeof modelFailures)[number];

export type ModelAnswer<T> =
  | { readonly ok: true; readonly value: T; readonly usage: ModelUsage }
  | { readonly ok: false; readonly failure: ModelFailure; readonly retry: boolean; readonly usage: ModelUsage | null };

/**
 * A language model at one address. It has no tools and keeps no memory. It never throws for a failure of the
 * provider.
 */
export interface Model {
  readonly provider: string;
  /** Returns the model's own name for a purpose. */
  nameOf(purpose: ModelPurpose): string;
  complete<T>(ask: ModelRequest, schema: z.ZodType<T>): Promise<ModelAnswer<T>>;
}
