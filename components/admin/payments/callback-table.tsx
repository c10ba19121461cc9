import { ReaderTime } from '#components/admin/console-reader.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import type { CallbackView } from '#lib/payments/schemas/callback-view.ts';
import { callbackHref } from './money-hrefs.ts';
import { callbackTones } from './payment-words.ts';

const columns: readonly Column<CallbackView>[] = [
  {
    header: 'Payment',
    breaksWords: true,
    href: ({ id }) => callbackHref(id),
    cell: ({ orderReference }) => orderReference || 'none',
  },
  { header: 'Received', cell: ({ receivedAt }) => <ReaderTime at={receivedAt} /> },
  { header: 'Gateway status', cell: ({ status }) => status },
  { header: 'Amount', isNumeric: true, cell: ({ amountText, currency }) => `${amountText} ${currency}` },
  { header: 'Failed attempts', isNumeric: true, cell: ({ tries }) => tries },
  { header: 'State', cell: ({ state }) => <Badge tone={callbackTones[state]}>{state}</Badge> },
];

type CallbackTableProps = { readonly caption: string; readonly callbacks: readonly CallbackView[] };

/** Shows callbacks of the gateway. The amount is shown as the gateway wrote it, unparsed. */
export const CallbackTable = ({ caption, callbacks }: CallbackTableProps) => (
  <DataTable caption={caption} columns={columns} rows={callbacks} keyOf={({ id }) => id} />
);
