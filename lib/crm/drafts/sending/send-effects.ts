import { AppError } from '#lib/core/errors.ts';
import { type AnyEffect, effect } from '#lib/data/outbox.ts';
import { scheduledSendTopic } from './schedule-send.ts';
import { attemptSend } from './send-draft.ts';
import { keepSentCopy, sentCopyTopic } from './sent-copy.ts';

/**
 * Sends what was held back, unless it was taken back, edited or sent meanwhile: then its time is another or none. What
 * may not be sent any more is left to a person, who sees the draft as it is.
 */
const sendScheduled = effect(scheduledSendTopic, async (ctx, { draftId, sendAt }) => {
  try {
    await attemptSend(ctx, draftId, { by: 'schedule', sendAt });
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    ctx.log('info', 'send.not_due', { draftId, code: error.code });
  }
});

export const sendEffects: readonly AnyEffect[] = [sendScheduled, effect(sentCopyTopic, keepSentCopy)];
