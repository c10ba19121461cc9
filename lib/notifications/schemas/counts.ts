import { z } from 'zod';
import { isoTime } from '#lib/core/time.ts';
import type { NotificationPriority, NotificationStatus, NotificationType } from '#lib/notifications/values.ts';
import { notificationPriorities, notificationStatuses, notificationTypes } from '#lib/notifications/values.ts';

/**
 * The name of the count of one status, type and priority: `unread_WALLET_high`. A top-level field, because only those
 * can be incremented without a read.
 */
export type CellName = `${NotificationStatus}_${NotificationType}_${NotificationPriority}`;

export type Cell = {
  readonly status: NotificationStatus;
  readonly type: NotificationType;
  readonly priority: NotificationPriority;
};

export const cellName = ({ status, type, priority }: Cell): CellName => `${status}_${type}_${priority}`;

/** All cells. Every row belongs to exactly one. */
export const cells: readonly Cell[] = notificationStatuses.flatMap((status) =>
  notificationTypes.flatMap((type) => notificationPriorities.map((priority) => ({ status, type, priority }))),
);

/** The number of a user's notifications by cell. A cell that was never incremented is missing. */
export const notificationCounts = z
  .object(
    Object.fromEntries(cells.map((cell) => [cellName(cell), z.int().optional()])) as Record<
      CellName,
      z.ZodOptional<z.ZodInt>
    >,
  )
  .extend({
    /**
     * When the rows were last counted. Null when rows are older than this document, so that the cells are not valid
     * yet.
     */
    countedAt: isoTime.nullable(),
  });
export type NotificationCounts = z.infer<typeof notificationCounts>;
