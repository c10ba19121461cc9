import { hashOf } from '#lib/core/ids.ts';
import type { Row, Tx, Writer } from '#lib/data/store.ts';
import { NotificationCollapse, Notifications } from '#lib/notifications/collections.ts';
import type { Notification } from '#lib/notifications/schemas/notification.ts';

export const slotId = (userId: string, collapseKey: string): string => hashOf('collapse', userId, collapseKey);
export const slotLane = (userId: string, collapseKey: string): string =>
  `${NotificationCollapse.name}/${slotId(userId, collapseKey)}`;

/** Returns the unread row that holds a slot. Call this in the transaction that changes the row or takes the slot. */
export async function holderOf(t: Tx, userId: string, collapseKey: string): Promise<Row<Notification> | undefined> {
  const slot = await t.get(NotificationCollapse, slotId(userId, collapseKey));
  const row = slot && (await t.get(Notifications, slot.data.notificationId));
  return row?.data.status === 'unread' ? row : undefined;
}

export const takeSlot = (write: Writer, userId: string, collapseKey: string, notificationId: string): void =>
  write.set(NotificationCollapse, slotId(userId, collapseKey), { notificationId });

/** Frees the slot of a row before the row stops being unread. Only unread rows hold a slot. */
export function freeSlot(write: Writer, { userId, collapseKey, status }: Notification): void {
  if (collapseKey !== null && status === 'unread') write.delete(NotificationCollapse, slotId(userId, collapseKey));
}
