'use client';

import { type ReactNode, useState } from 'react';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { Checkbox } from '#components/ui/form/checkbox.tsx';
import { Link } from '#components/ui/link.tsx';
import { SellerTime, useSeller } from '#components/vendor/seller-reader.tsx';
import { fill } from '#lib/i18n/fill.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import type { VendorProduct } from '#lib/store/schemas/vendor-product.ts';
import { BulkBar } from './bulk-bar.tsx';
import { ProductStatus } from './product-status.tsx';
import { StockButton } from './stock-button.tsx';

export type ProductRow = Pick<
  VendorProduct,
  | 'id'
  | 'title'
  | 'sku'
  | 'status'
  | 'unlistedBecause'
  | 'blockedReason'
  | 'priceMinor'
  | 'currency'
  | 'stock'
  | 'sold30d'
  | 'version'
  | 'updatedAt'
> & { readonly picture: ReactNode };

type ProductTableProps = {
  readonly products: readonly ProductRow[];
  /** False for a suspended vendor, whose products can only be read. */
  readonly mayWrite: boolean;
  readonly texts: SellerTexts<'products'>;
};

/** Shows the products of a vendor: choose some to change their status, or press a number to change the stock. */
export function ProductTable({ products, mayWrite, texts }: ProductTableProps) {
  const { reader, go } = useSeller();
  const { locale } = reader;
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = products.filter(({ id }) => ids.has(id));
  const isAll = products.length > 0 && chosen.length === products.length;
  const toggle = (id: string) => {
    const next = new Set(ids);
    if (!next.delete(id)) next.add(id);
    setIds(next);
  };

  const columns: readonly Column<ProductRow>[] = [
    {
      header: texts.product,
      cell: ({ id, title, sku, picture }) => (
        <span className="flex items-center gap-3 max-sm:flex-wrap">
          {mayWrite && (
            <Checkbox
              checked={ids.has(id)}
              onChange={() => toggle(id)}
              aria-label={fill(texts.choose, { title }, locale)}
              className="shrink-0"
            >
              {null}
            </Checkbox>
          )}
          {picture}
          <span className="min-w-0 max-sm:basis-full">
            <Link href={go(`/sell/products/${id}`)} className="font-medium wrap-anywhere underline underline-offset-4">
              {title}
            </Link>
            {sku && <span className="block text-sm text-muted wrap-anywhere">{sku}</span>}
          </span>
        </span>
      ),
    },
    { header: texts.state, cell: (product) => <ProductStatus {...{ product, locale, texts }} /> },
    {
      header: texts.price,
      isNumeric: true,
      cell: ({ priceMinor, currency }) => moneyText(priceMinor, currency, locale),
    },
    {
      header: texts.stock,
      isNumeric: true,
      cell: ({ id, title, stock }) =>
        mayWrite ? <StockButton productId={id} {...{ title, stock, texts }} /> : stock.available,
    },
    { header: texts.sold, isNumeric: true, cell: ({ sold30d }) => sold30d },
    { header: texts.changed, isNumeric: true, cell: ({ updatedAt }) => <SellerTime at={updatedAt} /> },
  ];

  return (
    <div className="flex flex-col gap-4">
      {mayWrite && (
        <Checkbox
          checked={isAll}
          onChange={() => setIds(isAll ? new Set() : new Set(products.map(({ id }) => id)))}
          className="self-start"
        >
          {texts.chooseAll}
        </Checkbox>
      )}
      <BulkBar chosen={chosen} onClear={() => setIds(new Set())} texts={texts} />
      <DataTable caption={texts.caption} columns={columns} rows={products} keyOf={({ id }) => id} />
    </div>
  );
}
