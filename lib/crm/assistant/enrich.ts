import type { Context } from '#lib/context/context.ts';
import { codeOf } from '#lib/core/errors.ts';
import { MINUTE_MS, SECOND_MS } from '#lib/core/time.ts';
import { EmailMessages } from '#lib/crm/collections.ts';
import { writeDraft } from '#lib/crm/drafts/writing/draft-writer.ts';
import { type EnrichPromise, promiseEnrich } from '#lib/crm/topics.ts';
import { classifyMail } from './classify-mail.ts';

/** After a model failed, until it is asked again; then the rules answer. */
const PAUSES_MS = [10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS] as const;

/**
 * Performs one step over a mail of a person. Safe to run again: a step that has its result is left alone. A model that
 * fails is asked three times more, each by a promise of its own, and never holds anything else up.
 */
export async function enrich(ctx: Context, promise: EnrichPromise): Promise<void> {
  const { messageId, step, attempt = 0 } = promise;
  const row = await ctx.data.get(EmailMessages, messageId);
  if (row?.data.direction !== 'inbound' || row.data.kind !== 'human' || row.data.erasedAt !== null) return;
  const pauseMs = PAUSES_MS[attempt];
  const perform = step === 'classify' ? classifyMail : writeDraft;
  const result = await perform(ctx, row, pauseMs !== undefined);
  if (result === 'done' || pauseMs === undefined) return;

  const now = ctx.now();
  const next = { ...promise, attempt: attempt + 1 };
  try {
    await ctx.data.batch((write) => promiseEnrich(write, next, now, { due: new Date(now.getTime() + pauseMs) }));
  } catch (error) {
    // This promise ran twice, and its next try is on its way.
    if (codeOf(error) !== 'EXISTS') throw error;
  }
}
