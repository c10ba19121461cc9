import type { Route } from 'next';
import { useId } from 'react';
import { type EstimateTexts, estimateText } from '#components/store/product/estimate-text.ts';
import { useDeliveryEstimates } from '#components/store/product/use-delivery-estimates.ts';
import { classNames } from '#components/ui/class-names.ts';
import { Link } from '#components/ui/link.tsx';
import { localPath } from '#lib/i18n/alternates.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { CartLine } from '#lib/store/schemas/cart.ts';
import type { DeliveryEstimate } from '#lib/store/schemas/delivery-estimate.ts';
import { bySeller, type SellerLines } from './by-seller.ts';
import { CartItem } from './cart-item.tsx';
import { obtainable, totalOf } from './totals.ts';
import type { FindProduct } from './use-cart-products.ts';

type CartGroupsProps = {
  readonly lines: readonly CartLine[];
  readonly find: FindProduct;
  readonly isSignedIn: boolean;
  readonly currency: string;
  readonly catalog: Route;
  readonly locale: Locale;
  readonly texts: Texts<'cart'>;
  readonly deliveryTexts: EstimateTexts;
  /** The level of a seller's heading. The titles of products are one level below. */
  readonly heading: 'h2' | 'h3';
  readonly onQty: (id: string, qty: number) => void;
  readonly onRemove: (line: CartLine) => void;
};

/** Shows the lines of a cart by seller, each with its subtotal and what its delivery costs at least. */
export function CartGroups({ lines, find, ...rest }: CartGroupsProps) {
  const { currency, isSignedIn } = rest;
  const groups = bySeller(lines, find);
  const vendorIds = groups.flatMap(({ vendor, lines: own }) => (vendor && isDelivered(own, find) ? vendor.id : []));
  const estimates = useDeliveryEstimates({ vendorIds, currency, isSignedIn });
  return (
    <div className="flex flex-col gap-8">
      {groups.map((group) => (
        <Group
          key={group.vendor?.id ?? ''}
          group={group}
          find={find}
          estimate={estimates.get(group.vendor?.id ?? '')}
          {...rest}
        />
      ))}
    </div>
  );
}

/** Whether something of these lines is sent. What is digital is not. */
const isDelivered = (lines: readonly CartLine[], find: FindProduct): boolean =>
  lines.some(({ id }) => find(id)?.fulfilment === 'physical');

type GroupProps = Omit<CartGroupsProps, 'lines'> & {
  readonly group: SellerLines;
  readonly estimate: DeliveryEstimate | undefined;
};

function Group({ group: { vendor, lines }, estimate, heading: Heading, onQty, onRemove, ...rest }: GroupProps) {
  const { find, isSignedIn, currency, catalog, locale, texts, deliveryTexts } = rest;
  const id = useId();
  const isSent = isDelivered(lines, find);
  const subtotal = totalOf(isSignedIn ? lines : obtainable(lines, find), find);
  return (
    <section aria-labelledby={vendor ? id : undefined}>
      {vendor && (
        <div className={classNames('flex items-baseline justify-between gap-4', isSent ? 'pb-1' : 'pb-3')}>
          <Heading id={id} className="min-w-0 text-base font-semibold tracking-normal wrap-anywhere">
            <Link
              href={localPath(`/vendors/${vendor.slug}`, locale) as Route}
              className="rounded-sm underline-offset-4 hover:underline"
            >
              {vendor.name}
            </Link>
          </Heading>
          {subtotal !== null && (
            <p className="shrink-0 text-sm text-muted tabular-nums">
              {texts.subtotal} {moneyText(subtotal, currency, locale)}
            </p>
          )}
        </div>
      )}
      {vendor && isSent && (
        // The line is there before its text, so that nothing moves.
        <p className="min-h-5 pb-3 text-sm text-muted">
          {estimate && estimateText(estimate, { subtotalMinor: subtotal ?? 0, currency, locale, texts: deliveryTexts })}
        </p>
      )}
      <ul className="border-t border-line">
        {lines.map((line) => (
          <CartItem
            key={line.id}
            line={line}
            product={find(line.id)}
            isSignedIn={isSignedIn}
            currency={currency}
            catalog={catalog}
            locale={locale}
            texts={texts}
            heading={Heading === 'h2' ? 'h3' : 'h4'}
            onQty={(qty) => onQty(line.id, qty)}
            onRemove={() => onRemove(line)}
          />
        ))}
      </ul>
    </section>
  );
}
