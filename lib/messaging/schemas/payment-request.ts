import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';

/** That a message asks for the payment of an order; the id is the message's. */
export const paymentRequest = z.object({ conversationId: idText, orderId: idText, createdAt: isoTime });
export type PaymentRequest = z.infer<typeof paymentRequest>;
