import { ReaderTime } from '#components/admin/console-reader.tsx';
import { vendorHref } from '#components/admin/vendors/vendor-hrefs.ts';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { Link } from '#components/ui/link.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { PartRefundView } from '#lib/payments/schemas/part-refund.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { orderHref, paymentHref } from './money-hrefs.ts';
import { SettleButton } from './settle-button.tsx';

type PartRefundTableProps = {
  readonly caption: string;
  readonly refunds: readonly PartRefundView[];
  /** The names of the sellers by their ids. */
  readonly names: ReadonlyMap<string, string>;
};

/** Shows refunds of parts that wait for a person, each with the button that settles it. */
export async function PartRefundTable({ caption, refunds, names }: PartRefundTableProps) {
  const { t, texts, locale } = await consoleTexts('payments');
  const money = ({ amountMinor, currency }: PartRefundView) => moneyText(amountMinor, currency, locale);
  const columns: readonly Column<PartRefundView>[] = [
    { header: t('number'), href: (row) => paymentHref(row.orderReference), cell: (row) => row.orderReference },
    {
      header: t('seller'),
      breaksWords: true,
      href: ({ vendorId }) => vendorHref(vendorId),
      cell: ({ vendorId }) => names.get(vendorId) ?? vendorId,
    },
    { header: t('partSince'), cell: ({ createdAt }) => <ReaderTime at={createdAt} /> },
    { header: t('amount'), isNumeric: true, cell: money },
    {
      header: t('actions'),
      cell: (refund) => (
        <span className="flex flex-wrap items-center gap-3">
          <SettleButton
            refund={{
              ...{ id: refund.id, orderReference: refund.orderReference, amount: money(refund) },
              mayAskCard: refund.state === 'failed',
            }}
            texts={texts}
          />
          <Link href={orderHref(refund.orderId)} className="underline underline-offset-4">
            {t('order')}
          </Link>
        </span>
      ),
    },
  ];
  return <DataTable caption={caption} columns={columns} rows={refunds} keyOf={({ id }) => id} />;
}
