import type { Context } from '#lib/context/context.ts';
import { hashOf } from '#lib/core/ids.ts';
import { after, DAY_MS } from '#lib/core/time.ts';
import { type Claim, enqueue } from '#lib/data/outbox.ts';
import type { Row } from '#lib/data/store.ts';
import { NotificationDeliveries } from '#lib/notifications/collections.ts';
import type { NotificationDelivery } from '#lib/notifications/schemas/delivery.ts';
import type { PushRegistration } from '#lib/notifications/schemas/registration.ts';
import type { DeliveryPromise } from '#lib/notifications/topics.ts';
import type { NotSentReason } from '#lib/notifications/values.ts';
import { addressOf } from './address.ts';
import { devicesOf } from './queries.ts';
import { deviceTopic } from './topics.ts';

const KEPT_MS = 30 * DAY_MS;

/**
 * Enqueues a push once for every device of a user, even when it runs again. Records the reason when nothing can be
 * sent.
 */
export async function fanOut(ctx: Context, promise: DeliveryPromise, claim: Claim): Promise<void> {
  const now = ctx.now();
  const { rows: devices } = await ctx.data.find(devicesOf(promise.userId));
  const ways = devices.map((device) => ({ device, address: addressOf(ctx.push, device.data) }));
  const wanted = devices.length === 0 ? [{ device: null, address: null }] : ways;

  await ctx.data.tx(async (t) => {
    const ids = wanted.map(({ device }) => hashOf('delivery', claim.id, 'push', device?.id ?? ''));
    const known = await t.getMany(NotificationDeliveries, ids);
    for (const [at, { device, address }] of wanted.entries()) {
      const deliveryId = ids[at];
      if (known[at] || deliveryId === undefined) continue;
      const obstacle = device === null ? 'no_device' : address === null ? 'channel_unavailable' : null;
      const row = rowOf(promise, device, now, obstacle);
      t.create(NotificationDeliveries, deliveryId, { ...row, provider: address?.provider ?? null });
      if (device && address)
        enqueue(t, deviceTopic, { ...promise, deliveryId, registrationId: device.id }, { now, key: `${deliveryId}:0` });
    }
  });
}

const rowOf = (
  { subjectId, userId }: DeliveryPromise,
  device: Row<PushRegistration> | null,
  now: Date,
  obstacle: NotSentReason | null,
): Omit<NotificationDelivery, 'provider'> => ({
  notificationId: subjectId,
  userId,
  channel: 'push',
  registrationId: device?.id ?? null,
  status: obstacle === null ? 'queued' : 'not_sent',
  reason: obstacle,
  attempts: 0,
  nextAt: null,
  createdAt: now.toISOString(),
  updatedAt: now.toISOString(),
  expiresAt: after(now, KEPT_MS),
});
