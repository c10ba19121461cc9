import type { z } from 'zod';
import { loginFloodTopic, roleGranted } from '#lib/auth/topics.ts';
import type { Context } from '#lib/context/context.ts';
import { type AnyEffect, effect } from '#lib/data/outbox.ts';
import { reviewExamineTopic } from '#lib/store/reviews/topics.ts';
import { examineReview } from './moderation/examine-review.ts';
import { notifyOperators } from './processes/notify-operators.ts';
import { userPurgeTopic } from './topics.ts';
import { purgeUser } from './users/purge-user.ts';

/** Notifies every superadmin of far more sign-in mails than usual. Sends once per hour, however often it runs. */
const notifyOfLoginFlood = (
  ctx: Context,
  { hour, mails }: { readonly hour: string; readonly mails: number },
): Promise<void> =>
  notifyOperators(ctx, { template: 'operator.login_flood', params: { count: mails }, actionUrl: '/admin', key: hour });

/**
 * Notifies every superadmin of a new administrator, once each, however often it runs. Uses the id, which outlives the
 * name.
 */
const notifyOfGrant = (ctx: Context, { userId, role, at }: z.output<typeof roleGranted.payload>): Promise<void> =>
  notifyOperators(ctx, {
    template: `operator.${role}_appointed`,
    params: { userId },
    actionUrl: '/admin',
    key: `${userId}:${at}`,
  });

export const adminEffects: readonly AnyEffect[] = [
  effect(userPurgeTopic, purgeUser),
  effect(reviewExamineTopic, examineReview),
  effect(loginFloodTopic, notifyOfLoginFlood),
  effect(roleGranted, notifyOfGrant),
];
