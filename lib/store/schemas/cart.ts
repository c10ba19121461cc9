import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { MAX_CART_LINES, MAX_LINE_QTY } from '#lib/store/limits.ts';

export const cartLine = z.object({
  id: idText,
  qty: z
    .int()
    .min(1)
    .max(MAX_CART_LINES * MAX_LINE_QTY),
});
export type CartLine = z.infer<typeof cartLine>;

export const cart = z.object({
  items: z.array(cartLine).max(MAX_CART_LINES),
  /** Increases by 1 per save. `remindedRev` is the revision that the last reminder was sent for. */
  rev: z.int().nonnegative(),
  lastOrderId: idText.nullable(),
  lastOrderAt: isoTime.nullable(),
  remindedRev: z.int().nullable(),
  remindedAt: isoTime.nullable().default(null),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type Cart = z.infer<typeof cart>;

export const cartView = z.object({ items: z.array(cartLine), updatedAt: isoTime.nullable() }).meta({ id: 'Cart' });
export type CartView = z.infer<typeof cartView>;

/** One line as received: older clients send `productId`, newer ones `id`. Two different values are rejected. */
export const cartLineInput = z
  .object({ id: idText.optional(), productId: idText.optional(), qty: z.int().min(0).max(MAX_LINE_QTY) })
  .refine((line) => line.id ?? line.productId, { error: 'must be set when productId is missing', path: ['id'] })
  .refine((line) => !line.id || !line.productId || line.id === line.productId, {
    error: 'must equal id',
    path: ['productId'],
  })
  .transform(({ id, productId, qty }) => ({ id: id ?? productId ?? '', qty }));

export const saveCartInput = z.object({ items: z.array(cartLineInput).max(MAX_CART_LINES) });

/** The cart after the lines of an order were added, and the lines whose quantity was reduced for lack of stock. */
export const orderAgainView = cartView
  .extend({
    clamped: z.array(z.object({ id: idText, wanted: z.int().min(1), got: z.int().min(0) })),
  })
  .meta({ id: 'OrderAgain' });
export type OrderAgain = z.infer<typeof orderAgainView>;
