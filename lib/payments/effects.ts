import { userCreated } from '#lib/auth/topics.ts';
import { effect } from '#lib/data/outbox.ts';
import { alertMailTopic, alertTopic } from './alerts/alert-topics.ts';
import { sendAlertMail, tellSuperadmins } from './alerts/alerts.ts';
import { tellAlert } from './alerts/tell-alert.ts';
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
  effect(alertTopic, tellSuperadmins),
  effect(alertMailTopic, async (ctx, promise) => {
    await tellAlert(ctx, promise);
    await sendAlertMail(ctx, promise);
  }),
];
