import { convertMinor, MAIN_CURRENCY, shareDown } from '#lib/core/money.ts';
import type { Order } from '#lib/store/schemas/order.ts';
import type { VoidReason } from '#lib/store/values.ts';

type Sold = Pick<Order, 'lines' | 'parts' | 'subtotalMinor' | 'currency' | 'fx' | 'vendorSettlements'>;

/**
 * Returns the reward of a whole order in the main currency: a share of its goods, but never more than the commission on
 * it, so that no sale costs the shop money. Rounded down.
 */
export function fullReward({ subtotalMinor, currency, fx, vendorSettlements }: Sold, bps: number): number {
  const commissionMinor = vendorSettlements.reduce((sum, part) => sum + part.commissionMinor, 0);
  const amountMinor = Math.min(shareDown(subtotalMinor, bps), commissionMinor);
  if (currency === MAIN_CURRENCY) return amountMinor;
  if (fx?.base !== MAIN_CURRENCY || fx.quote !== currency) return 0;
  return convertMinor(amountMinor, { currency, rate: fx.rate }, { currency: MAIN_CURRENCY, rate: '1' }, 'down');
}

/** Returns what is left of a reward: the share of the goods whose parts were neither refused nor refunded. */
export function remainingReward({ lines, parts, subtotalMinor }: Sold, fullMinor: number): number {
  const live = new Set(liveParts(parts).map(({ vendorId }) => vendorId));
  const remaining = lines.reduce((sum, line) => (live.has(line.vendorId) ? sum + line.totalMinor : sum), 0);
  if (remaining >= subtotalMinor) return fullMinor;
  return Number((BigInt(fullMinor) * BigInt(remaining)) / BigInt(subtotalMinor));
}

export const liveParts = (parts: Order['parts']): Order['parts'] =>
  parts.filter(({ state, refund }) => state !== 'refused' && refund === null);

/** Returns why an order deserves no reward any more; null while it may. */
export function voidReasonOf({
  status,
  payState,
  parts,
}: Pick<Order, 'status' | 'payState' | 'parts'>): VoidReason | null {
  if (payState === 'refunded' || liveParts(parts).length === 0) return 'refunded';
  return status === 'canceled' ? 'canceled' : null;
}

/** Returns whether every live part of an order was delivered by then, and its money is in no doubt. */
export const isPastReturns = ({ parts, payState }: Pick<Order, 'parts' | 'payState'>, cutoff: string): boolean =>
  payState === 'paid' &&
  liveParts(parts).every(
    ({ state, deliveredAt }) => state === 'delivered' && deliveredAt !== null && deliveredAt <= cutoff,
  );
