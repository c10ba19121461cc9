import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { topic } from '#lib/data/outbox.ts';

/** Notifies the users who wait for a product, a while after it became available. */
export const stockBackTopic = topic('stock.back', z.object({ productId: idText }), { coalesce: true });
