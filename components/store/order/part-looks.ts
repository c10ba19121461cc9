import { isPaidBack } from '#lib/store/parts/part-rows.ts';
import type { OrderView } from '#lib/store/schemas/order.ts';
import type { PartState } from '#lib/store/values.ts';

type Part = OrderView['parts'][number];

/** How a part is called to its buyer: downloads are available, and a job that a seller offered is done or not yet. */
export type PartLook = PartState | 'available' | 'agreed' | 'done';

export function lookOfPart(
  part: Pick<Part, 'state' | 'vendorId' | 'refund'>,
  lines: readonly Pick<OrderView['lines'][number], 'vendor' | 'fulfilment'>[],
): PartLook {
  const { state, vendorId } = part;
  if (isPaidBack(part)) return 'refused';
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
  if (status === 'completed')
    return parts.filter((part) => part.refund !== null || (part.state !== 'pending' && part.state !== 'processing'));
  return parts;
}

/** What a buyer can ask for a part now. Nothing where the parts of the order cannot move. */
export const offersForPart = (part: Pick<Part, 'state' | 'cancelRequest' | 'refund'>, mayMove: boolean) => ({
  receive: mayMove && part.state === 'shipped',
  cancel:
    mayMove &&
    (part.state === 'pending' || part.state === 'processing') &&
    part.refund === null &&
    part.cancelRequest === null,
});
