import { Badge, type Tone } from '#components/ui/badge.tsx';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import { waitsInVain } from '#lib/store/parts/part-rows.ts';
import type { VendorOrder } from '#lib/store/schemas/vendor-order.ts';

const tones: Readonly<Record<VendorOrder['part']['state'], Tone>> = {
  pending: 'accent',
  processing: 'warning',
  shipped: 'primary',
  delivered: 'success',
  refused: 'danger',
};

type PartBadgeProps = {
  /** The order, or one of the list. */
  readonly order: Pick<VendorOrder, 'status' | 'payState'> & {
    readonly part: Pick<VendorOrder['part'], 'state' | 'cancelRequest' | 'refund'>;
  };
  readonly texts: SellerTexts<'orders'>;
};

/** Shows the state of a seller's part of an order, and whether its buyer waits for an answer. */
export const PartBadge = ({ order: { status, payState, part }, texts }: PartBadgeProps) => (
  <span className="flex flex-col items-start gap-1">
    {waitsInVain({ status, payState }, part) ? (
      <Badge tone="neutral">{texts.state_canceled}</Badge>
    ) : (
      <Badge tone={tones[part.state]}>{texts[`state_${part.state}`]}</Badge>
    )}
    {part.cancelRequest?.state === 'open' && <Badge tone="danger">{texts.cancelAsked}</Badge>}
  </span>
);
