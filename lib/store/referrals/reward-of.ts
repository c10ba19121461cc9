import { convertMinor, MAIN_CURRENCY, shareDown } from '#lib/core/money.ts';
import type { Order } from '#lib/store/schemas/order.ts';
import type { VoidReason } from '#lib/store/values.ts';

type Sold = Pick<Order, 'lines' | 'parts' | 'subtotalMinor' | 'currency' | 'fx' | 'vendorSettlements'>;

/**
 * Returns the reward of a whole order in the main currency: a share of its goods, but never more than the commission on
 * it, so that no sale costs the shop money. Rounded down.
 */
export const fullReward = (sold: Sold, bps: number): number =>
  inMainCurrency(sold, Math.min(shareDown(sold.subtotalMinor, bps), commissionOf(sold.vendorSettlements)));

/**
 * Returns what is left of a reward: the share of the goods whose parts were neither refused nor refunded, and never more
 * than the commission on these parts.
 */
export const remainingReward = (sold: Sold, fullMinor: number): number =>
  rewardOfParts(sold, fullMinor, liveParts(sold.parts));

/** Returns the share of a reward that belongs to these parts of the order. */
export function rewardOfParts(sold: Sold, fullMinor: number, parts: Order['parts']): number {
  const { lines, subtotalMinor, vendorSettlements } = sold;
  const live = new Set(parts.map(({ vendorId }) => vendorId));
  const remaining = lines.reduce((sum, line) => (live.has(line.vendorId) ? sum + line.totalMinor : sum), 0);
  if (remaining >= subtotalMinor) return fullMinor;
  const share = Number((BigInt(fullMinor) * BigInt(remaining)) / BigInt(subtotalMinor));
  return Math.min(
    share,
    inMainCurrency(sold, commissionOf(vendorSettlements.filter(({ vendorId }) => live.has(vendorId)))),
  );
}

const commissionOf = (settlements: Order['vendorSettlements']): number =>
  settlements.reduce((sum, part) => sum + part.commissionMinor, 0);

/** Converts at the rate that is frozen on the order. Without one there is nothing to give. */
function inMainCurrency({ currency, fx }: Sold, amountMinor: number): number {
  if (currency === MAIN_CURRENCY) return amountMinor;
  if (fx?.base !== MAIN_CURRENCY || fx.quote !== currency) return 0;
  return convertMinor(amountMinor, { currency, rate: fx.rate }, { currency: MAIN_CURRENCY, rate: '1' }, 'down');
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
