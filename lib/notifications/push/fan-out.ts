import type { Context } from '#lib/context/context.ts';
import { hashOf } from '#lib/core/ids.ts';
import { type Claim, enqueue } from '#lib/data/outbox.ts';
import { NotificationDeliveries } from '#lib/notifications/collections.ts';
import { newDelivery } from '#lib/notifications/deliver/new-delivery.ts';
import type { DeliveryPromise } from '#lib/notifications/topics.ts';
import { addressOf } from './address.ts';
import { devicesOf } from './queries.ts';
import { deviceTopic } from './topics.ts';

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
      const given = {
        channel: 'push',
        provider: address?.provider ?? null,
        registrationId: device?.id ?? null,
        status: obstacle === null ? 'queued' : 'not_sent',
        reason: obstacle,
      } as const;
      t.create(NotificationDeliveries, deliveryId, newDelivery(promise, given, now));
      if (device && address)
        enqueue(t, deviceTopic, { ...promise, deliveryId, registrationId: device.id }, { now, key: `${deliveryId}:0` });
    }
  });
}
