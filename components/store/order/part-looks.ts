import type { OrderView } from '#lib/store/schemas/order.ts';
import type { PartState } from '#lib/store/values.ts';

type Part = OrderView['parts'][number];

/** How a part is called to its buyer: downloads are available, and a job that a seller offered is done or not yet. */
export type PartLook = PartState | 'available' | 'agreed' | 'done';

export function lookOfPart(
  { state, vendorId }: Pick<Part, 'state' | 'vendorId'>,
  lines: readonly Pick<OrderView['lines'][number], 'vendor' | 'fulfilment'>[],
): PartLook {
  const kinds = new Set(lines.filter(({ vendor }) => vendor.id === vendorId).map(({ fulfilment }) => fulfilment));
  const isOnly = (kind: 'digital' | 'custom') => kinds.size === 1 && kinds.has(kind);
  if (state === 'delivered' && isOnly('digital')) return 'available';
  if (state === 'refused' || !isOnly('custom')) return state;
  return state === 'pending' || state === 'processing' ? 'agreed' : 'done';
}

/**
 * Returns the parts that a buyer is shown. None before the payment. A finished order never says that something is still
 * to come, and a canceled one shows only what the sellers canceled and refunded.
 */
export function shownParts({ status, parts }: Pick<OrderView, 'status' | 'parts'>): OrderView['parts'] {
  if (status === 'new') return [];
  if (status === 'canceled') return parts.filter(({ state, refund }) => state === 'refused' || refund !== null);
  if (status === 'completed') return parts.filter(({ state }) => state !== 'pending' && state !== 'processing');
  return parts;
}

/** What a buyer can ask for a part now. Nothing where the parts of the order cannot move. */
export const offersForPart = ({ state, cancelRequest }: Pick<Part, 'state' | 'cancelRequest'>, mayMove: boolean) => ({
  receive: mayMove && state === 'shipped',
  cancel: mayMove && (state === 'pending' || state === 'processing') && cancelRequest === null,
});
