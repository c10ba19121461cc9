import { userCreated } from '#lib/auth/topics.ts';
import type { Context } from '#lib/context/context.ts';
import { effect } from '#lib/data/outbox.ts';
import { createNotification } from '#lib/notifications/write/create.ts';
import { alertWordsOf } from './alerts/alert-mail.ts';
import { type AlertMailPromise, alertMailTopic, alertTopic } from './alerts/alert-topics.ts';
import { notifySuperadmins, sendAlertMail } from './alerts/alerts.ts';
import { grantDemoCredit } from './credit/demo-credit.ts';
import { partRefundTopic } from './refunds/part-refund-topic.ts';
import { refundCard } from './refunds/refund-card.ts';
import { refundPartByCard } from './refunds/refund-part-by-card.ts';
import { refundTopic } from './refunds/refund-topic.ts';

/** The attempt says whether a refund is still due and whether the gateway was already asked. */
const refundByGateway = effect(refundTopic, async (ctx, { orderReference }) => {
  await refundCard(ctx, orderReference);
});

/** The refund says whether the gateway still has to be asked. */
const refundPartByGateway = effect(partRefundTopic, (ctx, { id }) => refundPartByCard(ctx, id));

export const paymentEffects = [
  effect(userCreated, (ctx, { userId }) => grantDemoCredit(ctx, userId)),
  refundByGateway,
  refundPartByGateway,
  effect(alertTopic, notifySuperadmins),
  effect(alertMailTopic, async (ctx, promise) => {
    await notifyOfAlert(ctx, promise);
    await sendAlertMail(ctx, promise);
  }),
];

/** Notifies a superadmin on the page, once. A separate mail says the same. The text is in English, like the console. */
async function notifyOfAlert(ctx: Context, promise: AlertMailPromise): Promise<void> {
  const { subject, lead, path } = alertWordsOf(promise);
  await createNotification(ctx, promise.userId, {
    type: 'SYSTEM',
    priority: 'high',
    title: subject,
    message: lead,
    data: { actionUrl: path },
    source: `alert.${promise.kind}`,
    key: promise.subjectId,
    shut: { email: 'not_asked' },
  });
}
