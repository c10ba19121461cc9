import { consoleTime } from '#components/admin/console-time.ts';
import { Link } from '#components/ui/link.tsx';
import { Cell, Row, Table } from '#components/ui/table.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { AccountEntry } from '#lib/payments/books/account-entries.ts';
import { orderHref } from './money-hrefs.ts';
import { entryWords } from './payment-words.ts';

const columns = [
  { key: 'at', label: 'Date' },
  { key: 'kind', label: 'Entry' },
  { key: 'subject', label: 'Reference' },
  { key: 'note', label: 'Note' },
  { key: 'debit', label: 'Debit', end: true },
  { key: 'credit', label: 'Credit', end: true },
] as const;

type Entry = Omit<AccountEntry, 'entryId'>;

/** Shows the entries of an account, the newest first. */
export function AccountEntries({ entries }: { readonly entries: readonly Entry[] }) {
  return (
    <Table caption="Account entries, newest first" columns={columns}>
      {entries.map(({ id, at, kind, subjectId, note, amountMinor, currency }) => (
        <Row key={id}>
          <Cell label="Date">
            <time dateTime={at}>{consoleTime(at)}</time>
          </Cell>
          <Cell label="Entry">{kind === null ? 'unknown' : entryWords[kind]}</Cell>
          <Cell label="Reference">
            <span className="break-all">
              {subjectId?.startsWith('ord_') ? <OrderLink id={subjectId} /> : subjectId}
            </span>
          </Cell>
          <Cell label="Note">
            <span className="break-all">{note}</span>
          </Cell>
          <Cell label="Debit" end>
            {amountMinor > 0 ? moneyText(amountMinor, currency, 'en') : '–'}
          </Cell>
          <Cell label="Credit" end>
            {amountMinor < 0 ? moneyText(-amountMinor, currency, 'en') : '–'}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

const OrderLink = ({ id }: { readonly id: string }) => (
  <Link href={orderHref(id)} className="underline underline-offset-4">
    {id}
  </Link>
);
