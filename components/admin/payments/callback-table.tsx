import { ReaderTime } from '#components/admin/console-reader.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import type { CallbackView } from '#lib/payments/schemas/callback-view.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { callbackHref } from './money-hrefs.ts';
import { callbackTones } from './payment-tones.ts';

type CallbackTableProps = { readonly caption: string; readonly callbacks: readonly CallbackView[] };

/** Shows callbacks of the gateway. The amount is shown as the gateway wrote it, unparsed. */
export async function CallbackTable({ caption, callbacks }: CallbackTableProps) {
  const { t } = await consoleTexts('payments');
  const columns: readonly Column<CallbackView>[] = [
    {
      header: t('number'),
      breaksWords: true,
      href: ({ id }) => callbackHref(id),
      cell: ({ orderReference }) => orderReference || t('unknownPayment'),
    },
    { header: t('received'), cell: ({ receivedAt }) => <ReaderTime at={receivedAt} /> },
    { header: t('gatewayStatus'), cell: ({ status }) => <span lang="en">{status}</span> },
    { header: t('amount'), isNumeric: true, cell: ({ amountText, currency }) => `${amountText} ${currency}` },
    { header: t('tries'), isNumeric: true, cell: ({ tries }) => tries },
    {
      header: t('state'),
      cell: ({ state }) => (
        <Badge wraps tone={callbackTones[state]}>
          {t(`state_${state}`)}
        </Badge>
      ),
    },
  ];
  return <DataTable caption={caption} columns={columns} rows={callbacks} keyOf={({ id }) => id} />;
}
