import { after } from '#lib/core/time.ts';
import type { Patch } from '#lib/data/patch.ts';
import type { Row, Tx } from '#lib/data/store.ts';
import { readOf, type Tally } from '#lib/notifications/analytics/figures.ts';
import { Notifications } from '#lib/notifications/collections.ts';
import { ARCHIVED_AFTER_MS, DELETED_AFTER_MS } from '#lib/notifications/limits.ts';
import type { Notification } from '#lib/notifications/schemas/notification.ts';
import type { ArchiveReason } from '#lib/notifications/values.ts';
import { freeSlot } from '#lib/notifications/write/collapse.ts';

/** Whether a row has expired, archived or not. */
export const isExpired = ({ expiresAt }: Pick<Notification, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== null && expiresAt <= now.toISOString();

/** Returns when a read row is archived automatically: at its expiry, or ninety days after reading. */
const dueAfterReading = (expiresAt: string | null, now: Date): string => {
  const aged = after(now, ARCHIVED_AFTER_MS);
  return expiresAt !== null && expiresAt < aged ? expiresAt : aged;
};

/** Returns the fields of an archived row. The row is deleted after a year. */
export const archivedFields = (reason: ArchiveReason, now: Date) => ({
  status: 'archived' as const,
  archived: true,
  archivedAt: now.toISOString(),
  archivedReason: reason,
  dueAt: after(now, DELETED_AFTER_MS),
});

/**
 * Marks an unread row as read in the caller's transaction. The caller writes the tally. A row already read or archived
 * stays unchanged.
 */
export function moveToRead(t: Tx, tally: Tally, { id, data }: Row<Notification>, now: Date): Notification {
  if (data.status !== 'unread') return data;
  const readAt = now.toISOString();
  const patch = { status: 'read', readAt, dueAt: dueAfterReading(data.expiresAt, now) } as const;
  t.update(Notifications, id, patch satisfies Patch<Notification>);
  freeSlot(t, data);
  readOf(tally, id, data);
  return moved(tally, data, { ...data, ...patch });
}

/** Archives a row in the same way. An archived row stays unchanged. */
export function moveToArchive(
  t: Tx,
  tally: Tally,
  { id, data }: Row<Notification>,
  { reason, now }: { readonly reason: ArchiveReason; readonly now: Date },
): Notification {
  if (data.archived) return data;
  const patch = archivedFields(reason, now);
  t.update(Notifications, id, patch satisfies Patch<Notification>);
  freeSlot(t, data);
  return moved(tally, data, { ...data, ...patch });
}

/** Deletes a row in the same way. */
export function remove(t: Tx, tally: Tally, { id, data }: Row<Notification>): void {
  t.delete(Notifications, id);
  freeSlot(t, data);
  tally.move(data, null);
}

function moved(tally: Tally, from: Notification, to: Notification): Notification {
  tally.move(from, to);
  return to;
}
