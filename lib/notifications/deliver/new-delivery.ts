import { after, DAY_MS } from '#lib/core/time.ts';
import type { NotificationDelivery } from '#lib/notifications/schemas/delivery.ts';
import type { DeliveryPromise } from '#lib/notifications/topics.ts';

const KEPT_MS = 30 * DAY_MS;

type Given = Pick<NotificationDelivery, 'channel' | 'provider' | 'status' | 'reason'> & Partial<NotificationDelivery>;

/** Returns the row of a delivery that begins or continues now. It is kept for 30 days. */
export const newDelivery = (
  { subjectId, userId }: Pick<DeliveryPromise, 'subjectId' | 'userId'>,
  given: Given,
  now: Date,
): NotificationDelivery => ({
  notificationId: subjectId,
  userId,
  registrationId: null,
  attempts: 0,
  nextAt: null,
  createdAt: now.toISOString(),
  updatedAt: now.toISOString(),
  expiresAt: after(now, KEPT_MS),
  ...given,
});
