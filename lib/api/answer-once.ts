import type { Context } from '#lib/context/context.ts';
import type { AppError } from '#lib/core/errors.ts';
import { answerError } from './answer-error.ts';

/** What came of a call that may be a repeat. A refusal here is always a repeated one: a first refusal is thrown. */
export type OnceOutcome =
  | { readonly kind: 'answer'; readonly status: number; readonly body: unknown; readonly replayed: boolean }
  | { readonly kind: 'refusal'; readonly error: AppError };

/** Answers a call under an Idempotency-Key: a repeat gets the very answer of the first call, and says that it is one. */
export function answerOnce(ctx: Pick<Context, 'log' | 'requestId'>, outcome: OnceOutcome): Response {
  if (outcome.kind === 'refusal')
    return answerError(outcome.error, ctx, new Headers({ 'idempotent-replayed': 'true' }));
  const headers = outcome.replayed ? { 'idempotent-replayed': 'true' } : {};
  return Response.json(outcome.body, { status: outcome.status, headers });
}
