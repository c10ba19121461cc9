import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';

/** A user who wants to know when a sold-out product is available again. */
export const stockWatch = z.object({ productId: idText, userId: idText, createdAt: isoTime });
export type StockWatch = z.infer<typeof stockWatch>;

export const stockWatchList = z.object({
  watches: z.array(stockWatch.omit({ userId: true }).meta({ id: 'StockWatch' })),
});
export type StockWatchList = z.output<typeof stockWatchList>;

export const stockWatchState = z.object({ watching: z.boolean() });
export type StockWatchState = z.output<typeof stockWatchState>;
