import { Shapes } from 'lucide-react';
import type { Route } from 'next';
import { caseHref } from '#components/admin/moderation/moderation-href.ts';
import { NoneFound } from '#components/admin/none-found.tsx';
import { vendorHref } from '#components/admin/vendors/vendor-hrefs.ts';
import { ProductPicture } from '#components/store/product/product-picture.tsx';
import { Badge, type Tone } from '#components/ui/badge.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { Link } from '#components/ui/link.tsx';
import type { FoundProduct } from '#lib/admin/vendors/all-products.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { variantTitle } from '#lib/store/families/option-texts.ts';
import { productListHref } from './product-hrefs.ts';
import { TakeDownButton } from './take-down-button.tsx';

const tones: Readonly<Record<FoundProduct['status'], Tone>> = {
  published: 'success',
  draft: 'neutral',
  hidden: 'warning',
  blocked: 'danger',
  archived: 'neutral',
};

type Written = {
  readonly texts: ConsoleTexts<'products'>;
  readonly locale: Locale;
  readonly timeOf: (at: string) => string;
  /** The reader's own shop. Another administrator decides about its products. */
  readonly ownVendorId: string | null;
};

const titleOf = ({ title, family }: FoundProduct) => variantTitle({ title, options: family?.options ?? [] });

const columnsOf = ({ texts, locale, timeOf, ownVendorId }: Written): readonly Column<FoundProduct>[] => [
  {
    header: texts.product,
    breaksWords: true,
    cell: (product) => (
      <span className="flex items-center gap-3">
        <ProductPicture image={product.images[0] ?? null} alt="" sizes="48px" className="size-12 shrink-0" />
        <span className="min-w-0">
          {product.listed ? (
            <Link href={`/products/${product.id}/${product.slug}` as Route} className="underline underline-offset-4">
              {titleOf(product)}
            </Link>
          ) : (
            titleOf(product)
          )}
          {product.sku !== null && <span className="block text-sm text-muted">{product.sku}</span>}
        </span>
      </span>
    ),
  },
  {
    header: texts.seller,
    breaksWords: true,
    href: ({ vendorId }) => vendorHref(vendorId),
    cell: ({ vendorName, vendorId }) => vendorName || vendorId,
  },
  {
    header: texts.status,
    cell: ({ status, unlistedBecause }) => (
      <span className="flex flex-col items-start gap-1">
        <Badge tone={tones[status]}>{texts[`status_${status}`]}</Badge>
        {unlistedBecause !== null && unlistedBecause !== status && (
          <span className="text-sm text-muted">{texts[`why_${unlistedBecause}`]}</span>
        )}
      </span>
    ),
  },
  {
    header: texts.price,
    isNumeric: true,
    cell: ({ priceMinor, currency }) => moneyText(priceMinor, currency, locale),
  },
  { header: texts.stock, isNumeric: true, cell: ({ stock }) => stock.available.toLocaleString(locale) },
  { header: texts.changed, cell: ({ updatedAt }) => <time dateTime={updatedAt}>{timeOf(updatedAt)}</time> },
  {
    header: texts.moderation,
    cell: (product) => {
      const { id, vendorId, status, caseVersion } = product;
      const mayTakeDown = status !== 'blocked' && vendorId !== ownVendorId;
      return (
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {caseVersion !== null && (
            <Link href={caseHref(id)} className="underline underline-offset-4">
              {texts.case}
            </Link>
          )}
          {mayTakeDown && <TakeDownButton title={titleOf(product)} {...{ id, caseVersion, locale, texts }} />}
        </span>
      );
    },
  },
];

/** Shows products of all sellers, with links to their pages, to their sellers and to their moderation cases. */
export const ProductList = ({ rows, ...written }: Written & { readonly rows: readonly FoundProduct[] }) => (
  <DataTable
    caption={written.texts.list}
    columns={columnsOf(written)}
    rows={rows}
    keyOf={({ id }) => id}
    empty={
      <NoneFound
        title={written.texts.none}
        icon={<Shapes aria-hidden />}
        all={productListHref()}
        clear={written.texts.clear}
      >
        {written.texts.noneText}
      </NoneFound>
    }
  />
);
