import type { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { topic } from '#lib/data/outbox.ts';
import { deliveryPromise } from '#lib/notifications/topics.ts';

/** A push to one device. The delivery row holds its progress. */
export const deviceTopic = topic(
  'notification.push-device',
  deliveryPromise.extend({ deliveryId: idText, registrationId: idText }),
  { lane: 'push' },
);
export type DevicePromise = z.output<typeof deviceTopic.payload>;
