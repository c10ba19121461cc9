import type { z } from 'zod';
import type { Context } from '#lib/context/context.ts';
import type { Model, ModelAnswer, ModelFailure, ModelRequest } from '#lib/context/ports/model.ts';
import { newId } from '#lib/core/ids.ts';
import { bookedCost, type Reservation, reserveBudget, settleBudget } from '#lib/settings/model/budget.ts';
import { costOf, priceOf } from '#lib/settings/model/cost.ts';
import { type AiAccess, aiAccess, isModelConfigured } from '#lib/settings/settings.ts';
import { recordUsage } from './usage.ts';

/** The time limit of both attempts of one step together. The lease of its effect is longer. */
const TOTAL_MS = 50_000;
/** Output that does not match the schema is requested once more. */
const TRIES = 2;

export type Question<T> = Pick<ModelRequest, 'instructions' | 'data'> & {
  readonly purpose: 'classify' | 'draft';
  readonly promptVersion: string;
  readonly schema: z.ZodType<T>;
  readonly threadId: string;
  readonly messageId: string;
};

export type Asked<T> =
  | { readonly kind: 'answer'; readonly value: T; readonly provider: string; readonly model: string }
  /** No model is configured. */
  | { readonly kind: 'off' }
  /** The daily budget does not allow another call. */
  | { readonly kind: 'spent' }
  /** The model returned nothing usable. `retry` says whether a later attempt may succeed. */
  | { readonly kind: 'failed'; readonly retry: boolean; readonly failure: ModelFailure };

/**
 * Asks the configured model, if there is one and the daily budget covers the highest cost of the call. Every call
 * writes a usage row, including failed calls. The model's output is never logged.
 */
export async function askModel<T>(ctx: Context, question: Question<T>): Promise<Asked<T>> {
  const access = await aiAccess(ctx);
  const model = await ctx.model();
  if (!model) return { kind: isModelConfigured(access) ? 'spent' : 'off' };
  const signal = AbortSignal.timeout(TOTAL_MS);
  let last: Asked<T> = { kind: 'off' };
  for (let tried = 0; tried < TRIES; tried += 1) {
    last = await askOnce(ctx, { model, access, signal }, question);
    if (last.kind !== 'failed' || last.failure !== 'BadOutput') return last;
  }
  // A third attempt would return the same.
  return { kind: 'failed', retry: false, failure: 'BadOutput' };
}

type Line = { readonly model: Model; readonly access: AiAccess; readonly signal: AbortSignal };

async function askOnce<T>(ctx: Context, line: Line, question: Question<T>): Promise<Asked<T>> {
  const { model, access, signal } = line;
  const name = model.nameOf(question.purpose);
  const characters = question.instructions.length + question.data.length;
  const reservation = await reserveBudget(ctx, access.settings, { model: name, characters });
  if (!reservation) return { kind: 'spent' };

  const from = performance.now();
  const { purpose, instructions, data, schema } = question;
  const answer = await model.complete({ purpose, instructions, data, signal }, schema);
  await settle(ctx, { ...line, name, reservation, latencyMs: Math.round(performance.now() - from) }, question, answer);
  if (answer.ok) return { kind: 'answer', value: answer.value, provider: model.provider, model: name };
  ctx.log('warn', 'model.failed', { purpose, failure: answer.failure, messageId: question.messageId });
  return { kind: 'failed', retry: answer.retry, failure: answer.failure };
}

type Called = Line & { readonly name: string; readonly reservation: Reservation; readonly latencyMs: number };

/** Books the cost of a call. */
async function settle<T>(ctx: Context, called: Called, question: Question<T>, answer: ModelAnswer<T>): Promise<void> {
  const { access, name, reservation, latencyMs, model } = called;
  const price = priceOf(access.settings, name);
  const cost = answer.usage === null ? null : costOf(price, answer.usage);
  const booked = bookedCost(reservation, cost, answer.ok ? null : answer.failure);
  const usage = answer.usage ?? { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };
  const id = newId('modelUse');
  await settleBudget(ctx, reservation, booked, (write) =>
    recordUsage(
      write,
      id,
      {
        purpose: question.purpose,
        provider: model.provider,
        model: name,
        promptVersion: question.promptVersion,
        threadId: question.threadId,
        messageId: question.messageId,
        ...usage,
        costMicros: cost,
        priceVersion: price === null ? null : access.version,
        latencyMs,
        ok: answer.ok,
        errorCode: answer.ok ? null : answer.failure,
      },
      ctx.now(),
    ),
  );
}
