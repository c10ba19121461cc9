import type { z } from 'zod';
import type { ModelPurpose } from './values.ts';

/** One question. `instructions` are ours; `data` is what others wrote, and is never to be obeyed. */
export type Ask = {
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

/** Why a model gave nothing that can be used; `usage` is what it cost all the same. */
export const modelFailures = ['BadOutput', 'Timeout', 'RateLimited', 'Unavailable', 'Refused'] as const;
export type ModelFailure = (typeof modelFailures)[number];

export type ModelAnswer<T> =
  | { readonly ok: true; readonly value: T; readonly usage: ModelUsage }
  | { readonly ok: false; readonly failure: ModelFailure; readonly retry: boolean; readonly usage: ModelUsage | null };

/** A language model behind one address. It has no tools, keeps no memory, and never throws for what the other end does. */
export interface Model {
  readonly provider: string;
  /** The model's own name for a purpose. */
  nameOf(purpose: ModelPurpose): string;
  complete<T>(ask: Ask, schema: z.ZodType<T>): Promise<ModelAnswer<T>>;
}
