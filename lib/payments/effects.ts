import { userCreated } from '#lib/auth/topics.ts';
import { effect } from '#lib/data/outbox.ts';
import { alertMailTopic, alertTopic } from './alert-topics.ts';
import { sendAlertMail, tellSuperadmins } from './alerts.ts';
import { grantCredit } from './credit.ts';
import { refundCard } from './refund-card.ts';
import { refundTopic } from './refund-topic.ts';
import { tellAlert } from './tell-alert.ts';

/** What everybody in a demo can spend: 50,000.00 in the main currency. */
export const DEMO_CREDIT_MINOR = 5_000_000;

/** A demo has no bank behind it, so each new person starts with credit; anywhere else a new account has none. */
const grantDemoCredit = effect(userCreated, async (ctx, { userId }) => {
  if (ctx.env.PLAZA_DEMO) await grantCredit(ctx, userId, DEMO_CREDIT_MINOR, 'demo');
});

/** Whether the money still has to go back, and whether it was asked for already, is read from the attempt. */
const refundByGateway = effect(refundTopic, async (ctx, { orderReference }) => {
  await refundCard(ctx, orderReference);
});

export const paymentEffects = [
  grantDemoCredit,
  refundByGateway,
  effect(alertTopic, tellSuperadmins),
  effect(alertMailTopic, async (ctx, promise) => {
    await tellAlert(ctx, promise);
    await sendAlertMail(ctx, promise);
  }),
];
