import { userCreated } from '#lib/auth/topics.ts';
import { effect } from '#lib/data/outbox.ts';
import { alertMailTopic, alertTopic } from './alerts/alert-topics.ts';
import { notifySuperadmins, sendAlertMail } from './alerts/alerts.ts';
import { notifyOfAlert } from './alerts/notify-of-alert.ts';
import { grantDemoCredit } from './credit/demo-credit.ts';
import { refundCard } from './refunds/refund-card.ts';
import { refundTopic } from './refunds/refund-topic.ts';

/** The attempt says whether a refund is still due and whether the gateway was already asked. */
const refundByGateway = effect(refundTopic, async (ctx, { orderReference }) => {
  await refundCard(ctx, orderReference);
});

export const paymentEffects = [
  effect(userCreated, (ctx, { userId }) => grantDemoCredit(ctx, userId)),
  refundByGateway,
  effect(alertTopic, notifySuperadmins),
  effect(alertMailTopic, async (ctx, promise) => {
    await notifyOfAlert(ctx, promise);
    await sendAlertMail(ctx, promise);
  }),
];
