import { type Column, DataTable } from '#components/ui/data-table.tsx';
import type { VendorPage } from '#lib/admin/vendors/vendor-page.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { Locale } from '#lib/i18n/values.ts';

type Line = VendorPage['products'][number];
type VendorProductsProps = {
  readonly rows: readonly Line[];
  readonly texts: ConsoleTexts<'vendors'>;
  readonly locale: Locale;
};

/** Shows the newest products of a seller. */
export function VendorProducts({ rows, texts, locale }: VendorProductsProps) {
  const columns: readonly Column<Line>[] = [
    { header: texts.product, breaksWords: true, cell: ({ data }) => data.title },
    { header: texts.status, cell: ({ data }) => texts[`product_${data.status}`] },
    {
      header: texts.price,
      isNumeric: true,
      cell: ({ data }) => moneyText(data.priceMinor, data.currency, locale),
    },
  ];
  return (
    <DataTable
      caption={texts.products}
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      empty={<p className="text-muted">{texts.noProducts}</p>}
    />
  );
}
