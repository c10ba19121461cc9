import { Landmark } from 'lucide-react';
import { ReaderTime } from '#components/admin/console-reader.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Link } from '#components/ui/link.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { AccountEntry } from '#lib/payments/books/account-entries.ts';
import { orderHref } from './money-hrefs.ts';
import { entryWords } from './payment-words.ts';

type Entry = Omit<AccountEntry, 'entryId'>;

const amount = (minor: number, currency: string) => (minor > 0 ? moneyText(minor, currency, 'en') : '–');

const columns: readonly Column<Entry>[] = [
  { header: 'Date', cell: ({ at }) => <ReaderTime at={at} /> },
  { header: 'Entry', cell: ({ kind }) => (kind === null ? 'unknown' : entryWords[kind]) },
  {
    header: 'Reference',
    breaksWords: true,
    cell: ({ subjectId }) => (subjectId?.startsWith('ord_') ? <OrderLink id={subjectId} /> : subjectId),
  },
  { header: 'Note', breaksWords: true, cell: ({ note }) => note },
  { header: 'Debit', isNumeric: true, cell: ({ amountMinor, currency }) => amount(amountMinor, currency) },
  { header: 'Credit', isNumeric: true, cell: ({ amountMinor, currency }) => amount(-amountMinor, currency) },
];

/** Shows the entries of an account, the newest first. */
export const AccountEntries = ({ entries }: { readonly entries: readonly Entry[] }) => (
  <DataTable
    caption="Account entries, newest first"
    columns={columns}
    rows={entries}
    keyOf={({ id }) => id}
    empty={<EmptyState title="No entries yet" icon={<Landmark aria-hidden />} />}
  />
);

const OrderLink = ({ id }: { readonly id: string }) => (
  <Link href={orderHref(id)} className="underline underline-offset-4">
    {id}
  </Link>
);
