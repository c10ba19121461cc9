import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { callbackRow } from './callback.ts';
import { evidence } from './ledger.ts';

/** A callback as the console shows it. Only `getCallback` returns its body, masked. */
export const callbackView = callbackRow
  .pick({
    orderReference: true,
    state: true,
    tries: true,
    dupCount: true,
    receivedAt: true,
    updatedAt: true,
  })
  .extend({ id: idText, ...evidence.pick({ status: true, amountText: true, currency: true, reasonCode: true }).shape })
  .meta({ id: 'Callback' });
export type CallbackView = z.infer<typeof callbackView>;

export const callbackRetried = z.object({
  success: z.literal(true),
  callback: callbackView,
  /** False when its effect was already committed or it has none. Then nothing was done. */
  retried: z.boolean(),
});
export type CallbackRetried = z.infer<typeof callbackRetried>;
