import type { AnyEffect } from '#lib/data/outbox.ts';
import { catalogEffects } from './catalog/effects.ts';
import { orderEffects } from './orders/order-effects.ts';
import { stockEffects } from './stock/effects.ts';

/** The effects that handle the store's topics. */
export const storeEffects: readonly AnyEffect[] = [...catalogEffects, ...orderEffects, ...stockEffects];
