import { Badge, type Tone } from '#components/ui/badge.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { VendorProduct } from '#lib/store/schemas/vendor-product.ts';

const tones: Readonly<Record<VendorProduct['status'], Tone>> = {
  published: 'success',
  draft: 'neutral',
  hidden: 'warning',
  blocked: 'danger',
  archived: 'neutral',
};

type ProductStatusProps = {
  readonly product: Pick<VendorProduct, 'status' | 'unlistedBecause' | 'blockedReason'>;
  readonly locale: Locale;
  readonly texts: SellerTexts<'products'>;
};

/** Shows the status of a product and, when buyers do not see it, the reason. */
export function ProductStatus({ product, locale, texts }: ProductStatusProps) {
  const why = reasonOf(product, locale, texts);
  return (
    <span className="flex flex-col items-start gap-1">
      <Badge tone={tones[product.status]}>{texts[`is_${product.status}`]}</Badge>
      {why && <span className="text-sm text-muted wrap-anywhere">{why}</span>}
    </span>
  );
}

function reasonOf(
  { unlistedBecause, blockedReason }: ProductStatusProps['product'],
  locale: Locale,
  texts: SellerTexts<'products'>,
) {
  // The badge says as much already.
  if (unlistedBecause === null || unlistedBecause === 'draft' || unlistedBecause === 'archived') return null;
  if (unlistedBecause === 'blocked' && blockedReason)
    return fill(texts.why_blockedFor, { reason: blockedReason }, locale);
  return texts[`why_${unlistedBecause}`];
}
