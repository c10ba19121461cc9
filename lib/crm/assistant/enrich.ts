import type { Context } from '#lib/context/context.ts';
import { codeOf } from '#lib/core/errors.ts';
import { MINUTE_MS, SECOND_MS } from '#lib/core/time.ts';
import { EmailMessages } from '#lib/crm/collections.ts';
import { writeDraft } from '#lib/crm/drafts/writing/draft-writer.ts';
import { type EnrichPromise, promiseEnrich } from '#lib/crm/topics.ts';
import { classifyMail } from './classify-mail.ts';

/** The pauses before a failed model is asked again. After the last one, our own rules replace the model. */
const PAUSES_MS = [10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS] as const;

/**
 * Runs one step for a mail of a person. It is safe to run again, because a step that has its result is skipped. A
 * failing model is asked three more times. Each retry is an effect of its own and never blocks other effects.
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
    // This effect ran twice, and its retry is already enqueued.
    if (codeOf(error) !== 'EXISTS') throw error;
  }
}
