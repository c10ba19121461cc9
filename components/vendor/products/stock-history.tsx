import { DataTable } from '#components/ui/data-table.tsx';
import { SellerTime } from '#components/vendor/seller-reader.tsx';
import type { StockHistory as History } from '#lib/store/schemas/own-products.ts';
import { sellerTexts } from '#lib/web/i18n/seller-texts.ts';
import { StockButton } from './stock-button.tsx';

type StockHistoryProps = {
  readonly productId: string;
  readonly title: string;
  readonly stock: History;
  readonly mayWrite: boolean;
};

/** Shows the stock of a product, the button that changes it, and what changed it before. */
export async function StockHistory({ productId, title, stock, mayWrite }: StockHistoryProps) {
  const [{ t, locale }, { texts }] = await Promise.all([sellerTexts('editor'), sellerTexts('products')]);
  const signed = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' });
  return (
    <section
      aria-labelledby="stock-history"
      className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4 sm:p-5"
    >
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="stock-history" className="text-lg">
          {t('history')}
        </h2>
        {mayWrite && <StockButton {...{ productId, title, stock, texts }} />}
      </div>
      <DataTable
        caption={t('history')}
        columns={[
          { header: t('when'), cell: ({ at }) => <SellerTime at={at} /> },
          { header: t('change'), isNumeric: true, cell: ({ delta }) => signed.format(delta) },
          { header: t('what'), cell: ({ kind }) => t(`move_${kind}`) },
          { header: t('who'), cell: ({ actorName }) => actorName ?? '–' },
          { header: t('note'), breaksWords: true, cell: ({ reason }) => reason ?? '–' },
        ]}
        rows={stock.moves}
        keyOf={({ id }) => id}
        empty={<p className="text-muted">{t('noHistory')}</p>}
      />
    </section>
  );
}
