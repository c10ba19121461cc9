import { adminEffects } from '#lib/admin/effects.ts';
import { authEffects } from '#lib/auth/effects.ts';
import { sendEffects } from '#lib/crm/drafts/sending/send-effects.ts';
import { inboxEffects } from '#lib/crm/effects.ts';
import type { AnyEffect } from '#lib/data/outbox.ts';
import { callEffects } from '#lib/messaging/calls/call-effects.ts';
import { messagingEffects } from '#lib/messaging/effects.ts';
import { notificationEffects } from '#lib/notifications/effects.ts';
import { pushEffects } from '#lib/notifications/push/effects.ts';
import { paymentEffects } from '#lib/payments/effects.ts';
import { storeEffects } from '#lib/store/effects.ts';

/**
 * The effect of each topic of the outbox. A row with a topic that is missing here becomes dead and waits for an
 * operator.
 */
export const effects: readonly AnyEffect[] = [
  ...adminEffects,
  ...authEffects,
  ...callEffects,
  ...inboxEffects,
  ...messagingEffects,
  ...notificationEffects,
  ...paymentEffects,
  ...pushEffects,
  ...sendEffects,
  ...storeEffects,
];
