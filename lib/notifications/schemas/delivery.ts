import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { deliveryChannels, deliveryProviders, deliveryStatuses } from '#lib/notifications/values.ts';

/**
 * The delivery of one notification through one channel. All attempts share this row. The id is a hash of the effect,
 * the channel and the device.
 */
export const notificationDelivery = z.object({
  /** The notification, or the digest that stands for several. */
  notificationId: idText,
  userId: idText,
  channel: z.enum(deliveryChannels),
  provider: z.enum(deliveryProviders).nullable(),
  registrationId: idText.nullable(),
  status: z.enum(deliveryStatuses),
  reason: z.string().max(300).nullable(),
  attempts: z.int().nonnegative(),
  nextAt: isoTime.nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
  expiresAt: isoTime,
});
export type NotificationDelivery = z.infer<typeof notificationDelivery>;
