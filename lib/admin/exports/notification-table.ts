import { z } from 'zod';
import { aboutWhom, type DeliveryView, listDeliveries } from '#lib/notifications/deliver/deliveries.ts';
import { periods } from '#lib/notifications/schemas/analytics.ts';
import { deliveryChannels, deliveryStatuses } from '#lib/notifications/values.ts';
import { everyPage, exportTable } from './export-table.ts';

export const notifications = exportTable({
  query: z.strictObject({
    who: z.string().max(320).optional(),
    channel: z.enum(deliveryChannels).optional(),
    status: z.enum(deliveryStatuses).optional(),
    /** The period of the figures above the list. It filters no row. */
    period: z.enum(periods).optional(),
  }),
  textKeys: ['who'],
  async *rows(ctx, { who, channel, status }) {
    const whom = who === undefined ? {} : await aboutWhom(ctx, who);
    if (whom === null) return;
    yield* everyPage(async (place) => {
      const page = await listDeliveries(ctx, { ...whom, channel, status }, place);
      return { rows: page.deliveries, next: page.nextCursor };
    });
  },
  columns: {
    id: ({ id }: DeliveryView) => id,
    notificationId: ({ notificationId }) => notificationId,
    userId: ({ userId }) => userId,
    userName: ({ userName }) => userName,
    type: ({ told }) => told?.type ?? null,
    priority: ({ told }) => told?.priority ?? null,
    about: ({ told }) => told?.about ?? null,
    channel: ({ channel }) => channel,
    provider: ({ provider }) => provider,
    status: ({ status }) => status,
    reason: ({ reason }) => reason,
    attempts: ({ attempts }) => attempts,
    createdAt: ({ createdAt }) => createdAt,
    nextAt: ({ nextAt }) => nextAt,
  },
});
