import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';

/** Links a message that requests payment to its order. The id is the id of the message. */
export const paymentRequest = z.object({ conversationId: idText, orderId: idText, createdAt: isoTime });
export type PaymentRequest = z.infer<typeof paymentRequest>;
