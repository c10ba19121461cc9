import type { Route } from 'next';
import { ProductPicture } from '#components/store/product/product-picture.tsx';
import { Stepper } from '#components/ui/form/stepper.tsx';
import { Link } from '#components/ui/link.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { fill } from '#lib/i18n/fill.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { optionsText, variantTitle } from '#lib/store/families/option-texts.ts';
import { LOW_STOCK } from '#lib/store/limits.ts';
import type { CartLine } from '#lib/store/schemas/cart.ts';
import type { ListedProduct } from '#lib/store/schemas/catalog.ts';
import { maxQuantity, stockOf } from './totals.ts';

type CartItemProps = {
  readonly line: CartLine;
  readonly product: ListedProduct | null | undefined;
  readonly isSignedIn: boolean;
  readonly currency: string;
  readonly catalog: Route;
  readonly locale: Locale;
  readonly texts: Texts<'cart'>;
  readonly heading: 'h3' | 'h4';
  readonly onQty: (qty: number) => void;
  readonly onRemove: () => void;
};

/** Shows one line of the cart. An unavailable product is marked and left out of the total. */
export function CartItem({
  line,
  product,
  isSignedIn,
  currency,
  catalog,
  locale,
  texts,
  heading: Heading,
  onQty,
  onRemove,
}: CartItemProps) {
  // A guest has no hold, so the current stock limits the quantity of a guest's line.
  const qty = isSignedIn || !product ? line.qty : Math.min(line.qty, stockOf(product.available));
  const isGone = product === null || qty === 0;
  const title = product ? variantTitle(product) : texts.aProduct;
  const money = (minor: number) => moneyText(minor, currency, locale);

  return (
    <li className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-4 border-b border-line py-5 sm:grid-cols-[7rem_minmax(0,1fr)] sm:gap-x-6">
      <ProductPicture image={product?.image ?? null} alt="" sizes="7rem" isFaded={isGone} />
      <div className="flex flex-col gap-1">
        <div className="flex justify-between gap-4">
          <Heading className="text-base leading-snug font-medium tracking-normal">
            {product === undefined && <Skeleton className="h-5 w-40" />}
            {product && (
              <Link
                href={`${catalog}/${product.id}/${product.slug}` as Route}
                className="rounded-sm underline-offset-4 hover:underline"
              >
                {product.title}
              </Link>
            )}
            {product === null && title}
          </Heading>
          <p className="shrink-0 font-semibold tabular-nums">
            <span className="sr-only">{texts.lineTotal} </span>
            {product && qty > 0 && money(product.priceMinor * qty)}
          </p>
        </div>
        {product && product.options.length > 0 && <p className="text-sm text-muted">{optionsText(product.options)}</p>}
        {product && (
          <p className="text-sm text-muted">{fill(texts.each, { price: money(product.priceMinor) }, locale)}</p>
        )}
        {isGone && (
          <p className="text-sm text-danger">
            <strong className="font-medium">{product ? texts.soldOut : texts.unavailable}.</strong>{' '}
            {texts.unavailableText}
          </p>
        )}
        {product && !isGone && qty < line.qty && (
          <p className="text-sm font-medium text-danger">{fill(texts.short, { count: qty }, locale)}</p>
        )}
        {product && qty === line.qty && product.available > 0 && product.available <= LOW_STOCK && (
          <p className="text-sm font-medium text-accent">
            {fill(texts.onlyLeft, { count: product.available }, locale)}
          </p>
        )}
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-1 pt-3">
          {isGone ? (
            <span />
          ) : (
            <Stepper
              value={line.qty}
              max={product ? Math.max(maxQuantity(product.available, line.qty, isSignedIn), line.qty) : line.qty}
              onChange={onQty}
              label={fill(texts.quantityOf, { title }, locale)}
              lessLabel={fill(texts.less, { title }, locale)}
              moreLabel={fill(texts.more, { title }, locale)}
            />
          )}
          <button
            type="button"
            onClick={onRemove}
            aria-label={fill(texts.removeOf, { title }, locale)}
            className="min-h-11 rounded-sm text-sm text-muted underline underline-offset-4 hover:text-text"
          >
            {texts.remove}
          </button>
        </div>
      </div>
    </li>
  );
}
