import { AppError } from '#lib/core/errors.ts';
import { type AnyEffect, effect } from '#lib/data/outbox.ts';
import { scheduledSendTopic } from './schedule-send.ts';
import { attemptSend } from './send-draft.ts';
import { appendSentCopy, sentCopyTopic } from './sent-copy.ts';

/**
 * Sends a held-back draft, unless the send was cancelled, edited or completed in the meantime: then its time has
 * changed or is missing. A draft that may no longer be sent is left to a person, who sees its current state.
 */
const sendScheduled = effect(scheduledSendTopic, async (ctx, { draftId, sendAt }) => {
  try {
    await attemptSend(ctx, draftId, { by: 'schedule', sendAt });
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    ctx.log('info', 'send.not_due', { draftId, code: error.code });
  }
});

export const sendEffects: readonly AnyEffect[] = [sendScheduled, effect(sentCopyTopic, appendSentCopy)];
