import type { Context } from '#lib/context/context.ts';
import type { AppError } from '#lib/core/errors.ts';
import { answerError } from './answer-error.ts';

/** The result of a call that may be a repeat. A refusal here is always a repeated one: a first refusal is thrown. */
export type OnceOutcome =
  | { readonly kind: 'answer'; readonly status: number; readonly body: unknown; readonly replayed: boolean }
  | { readonly kind: 'refusal'; readonly error: AppError };

/**
 * Responds to a call with an Idempotency-Key. A repeat gets the exact response of the first call and a header that
 * says so.
 */
export function answerOnce(ctx: Pick<Context, 'log' | 'requestId'>, outcome: OnceOutcome): Response {
  if (outcome.kind === 'refusal')
    return answerError(outcome.error, ctx, new Headers({ 'idempotent-replayed': 'true' }));
  const headers = outcome.replayed ? { 'idempotent-replayed': 'true' } : {};
  return Response.json(outcome.body, { status: outcome.status, headers });
}
