import { z } from 'zod';
import { isoTime } from '#lib/core/time.ts';
import {
  type NotificationPriority,
  type NotificationStatus,
  type NotificationType,
  notificationPriorities,
  notificationStatuses,
  notificationTypes,
} from '#lib/notifications/values.ts';

/** How many of one status, type and priority: `unread_WALLET_high`. Top-level fields, because only those are added to blindly. */
export type CellName = `${NotificationStatus}_${NotificationType}_${NotificationPriority}`;

export type Cell = {
  readonly status: NotificationStatus;
  readonly type: NotificationType;
  readonly priority: NotificationPriority;
};

export const cellName = ({ status, type, priority }: Cell): CellName => `${status}_${type}_${priority}`;

/** Every row lies in one of these. */
export const cells: readonly Cell[] = notificationStatuses.flatMap((status) =>
  notificationTypes.flatMap((type) => notificationPriorities.map((priority) => ({ status, type, priority }))),
);

/** How many notifications a person has, by cell; a cell nobody has added to is not there. */
export const notificationCounts = z
  .object(
    Object.fromEntries(cells.map((cell) => [cellName(cell), z.int().optional()])) as Record<
      CellName,
      z.ZodOptional<z.ZodInt>
    >,
  )
  .extend({
    /** When the rows were last counted; null where they are older than this document, and the cells mean nothing yet. */
    countedAt: isoTime.nullable(),
  });
export type NotificationCounts = z.infer<typeof notificationCounts>;
