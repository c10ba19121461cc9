import { z } from 'zod';
import { readSuperadmins } from '#lib/auth/superadmins.ts';
import type { Context } from '#lib/context/context.ts';
import { idText } from '#lib/core/ids.ts';
import { enqueue, topic } from '#lib/data/outbox.ts';
import type { Writer } from '#lib/data/store.ts';
import { createNotification, type NotificationContent } from '#lib/notifications/write/create.ts';
import { Orders, Vendors } from '#lib/store/collections.ts';
import { partNoticeKinds } from '#lib/store/values.ts';

/** A step of a part that has no mail of its own. `key` keeps two steps of one kind apart. */
const partNotice = z.object({ orderId: idText, vendorId: idText, kind: z.enum(partNoticeKinds), key: z.string() });
type PartNotice = z.infer<typeof partNotice>;

export const partNoticeTopic = topic('order.part-notice', partNotice);

/** Enqueues a notification about a part in the transaction of its step. */
export const promiseNotice = (t: Writer, notice: PartNotice, now: Date): void => {
  enqueue(t, partNoticeTopic, notice, { now, key: Object.values(notice).join(':') });
};

/** Notifies the other side of a step: the owner of the part's vendor, or the buyer. */
export async function notifyOfPart(ctx: Context, { orderId, vendorId, kind, key }: PartNotice): Promise<void> {
  const [order, vendor] = await Promise.all([ctx.data.get(Orders, orderId), ctx.data.get(Vendors, vendorId)]);
  if (!order || !vendor) return;
  const isForBuyer = kind === 'cancel_declined' || kind === 'part_refunded';
  const userId = isForBuyer ? order.data.userId : vendor.data.ownerId;
  const { number, currency } = order.data;
  const totalMinor = order.data.parts.find((part) => part.vendorId === vendorId)?.refund?.amountMinor ?? 0;
  const content: NotificationContent = {
    type: kind === 'part_refunded' ? 'WALLET' : 'SYSTEM',
    template: `order.${kind}`,
    params: { number, vendor: vendor.data.name, totalMinor, currency },
    data: { orderId, actionUrl: `${isForBuyer ? '' : '/sell'}/orders/${orderId}` },
    source: `order.${kind}`,
    key: `${orderId}:${vendorId}:${key}`,
    shut: { email: 'not_asked' },
  };
  if (userId !== null) await createNotification(ctx, userId, content);
  // A request that nobody answers needs an administrator.
  if (kind === 'cancel_reminder')
    for (const admin of await readSuperadmins(ctx.data))
      await createNotification(ctx, admin, { ...content, data: { orderId, actionUrl: `/admin/orders/${orderId}` } });
}
