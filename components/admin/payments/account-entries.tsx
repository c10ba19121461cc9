import { Landmark } from 'lucide-react';
import { ReaderTime } from '#components/admin/console-reader.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Link } from '#components/ui/link.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { AccountEntry } from '#lib/payments/books/account-entries.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { orderHref } from './money-hrefs.ts';

type Entry = Omit<AccountEntry, 'entryId'>;

/** Shows the entries of an account, the newest first. */
export async function AccountEntries({ entries }: { readonly entries: readonly Entry[] }) {
  const { t, locale } = await consoleTexts('payments');
  const amount = (minor: number, currency: string) => (minor > 0 ? moneyText(minor, currency, locale) : '–');
  const columns: readonly Column<Entry>[] = [
    { header: t('date'), cell: ({ at }) => <ReaderTime at={at} /> },
    { header: t('entry'), cell: ({ kind }) => (kind === null ? t('unknown') : t(`entry_${kind}`)) },
    {
      header: t('subject'),
      breaksWords: true,
      cell: ({ subjectId }) => (subjectId?.startsWith('ord_') ? <OrderLink id={subjectId} /> : subjectId),
    },
    { header: t('note'), breaksWords: true, cell: ({ note }) => note },
    { header: t('debit'), isNumeric: true, cell: ({ amountMinor, currency }) => amount(amountMinor, currency) },
    { header: t('credit'), isNumeric: true, cell: ({ amountMinor, currency }) => amount(-amountMinor, currency) },
  ];
  return (
    <DataTable
      caption={t('entries')}
      columns={columns}
      rows={entries}
      keyOf={({ id }) => id}
      empty={<EmptyState title={t('noEntries')} icon={<Landmark aria-hidden />} />}
    />
  );
}

const OrderLink = ({ id }: { readonly id: string }) => (
  <Link href={orderHref(id)} className="underline underline-offset-4">
    {id}
  </Link>
);
