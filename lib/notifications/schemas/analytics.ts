import { z } from 'zod';
import { calendarDay } from '#lib/core/time.ts';
import {
  type NotificationPriority,
  type NotificationType,
  notificationPriorities,
  notificationTypes,
} from '#lib/notifications/values.ts';

export const figureKinds = ['sent', 'read'] as const;
export type FigureKind = (typeof figureKinds)[number];
export const deliveryFigures = ['realTimeDelivered', 'pushDelivered', 'emailDelivered'] as const;
export type DeliveryFigure = (typeof deliveryFigures)[number];

/**
 * The name of one figure of a day: `sent_WALLET_high`. A top-level field, because only those can be incremented without
 * a read.
 */
export type FigureName = `${FigureKind}_${NotificationType}_${NotificationPriority}` | DeliveryFigure;

export const figureName = (kind: FigureKind, type: NotificationType, priority: NotificationPriority) =>
  `${kind}_${type}_${priority}` as const;

export const figureNames: readonly FigureName[] = [
  ...figureKinds.flatMap((kind) =>
    notificationTypes.flatMap((type) => notificationPriorities.map((priority) => figureName(kind, type, priority))),
  ),
  ...deliveryFigures,
];

/** The figures of one day in one shard. A figure that was never incremented is missing. */
export const dayFigures = z.object(
  Object.fromEntries(figureNames.map((name) => [name, z.int().nonnegative().optional()])) as Record<
    FigureName,
    z.ZodOptional<z.ZodInt>
  >,
);
export type DayFigures = z.infer<typeof dayFigures>;

const rate = z.object({ sent: z.int(), read: z.int(), rate: z.number().min(0).max(1) });
const perKey = <K extends string>(keys: readonly K[]) =>
  z.object(Object.fromEntries(keys.map((key) => [key, rate])) as Record<K, typeof rate>);

export const periods = ['day', 'week', 'month'] as const;
export type Period = (typeof periods)[number];

/** A calendar day in UTC. A time is accepted and means its day. */
const dayText = z
  .union([z.iso.date(), z.iso.datetime({ offset: true }).max(40)])
  .transform((text) => new Date(text).toISOString().slice(0, 10))
  .pipe(calendarDay);

export const analyticsQuery = z.object({
  period: z.enum(periods).default('week'),
  startDate: dayText.optional(),
  endDate: dayText.optional(),
});
export type AnalyticsQuery = z.output<typeof analyticsQuery>;

export const analyticsAnswer = z
  .object({
    period: z.enum(periods),
    totalSent: z.int(),
    totalRead: z.int(),
    readRate: z.number(),
    byType: perKey(notificationTypes),
    byPriority: perKey(notificationPriorities),
    deliveryStats: z.object({ realTimeDelivered: z.int(), pushDelivered: z.int(), emailDelivered: z.int() }),
  })
  .meta({ id: 'NotificationAnalytics' });
export type AnalyticsAnswer = z.infer<typeof analyticsAnswer>;
