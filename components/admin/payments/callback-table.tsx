import { consoleTime } from '#components/admin/console-time.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Link } from '#components/ui/link.tsx';
import { Cell, Row, Table } from '#components/ui/table.tsx';
import type { CallbackView } from '#lib/payments/schemas/callback-view.ts';
import { callbackHref } from './money-hrefs.ts';
import { inboxTones } from './payment-words.ts';

const columns = [
  { key: 'reference', label: 'Payment' },
  { key: 'received', label: 'Received' },
  { key: 'says', label: 'Gateway status' },
  { key: 'amount', label: 'Amount', end: true },
  { key: 'tries', label: 'Failed attempts', end: true },
  { key: 'state', label: 'State' },
] as const;

type CallbackTableProps = { readonly caption: string; readonly callbacks: readonly CallbackView[] };

/** Shows callbacks of the gateway as rows. The amount is shown as the gateway wrote it, unparsed. */
export function CallbackTable({ caption, callbacks }: CallbackTableProps) {
  return (
    <Table caption={caption} columns={columns}>
      {callbacks.map(({ id, orderReference, receivedAt, status, amountText, currency, tries, state }) => (
        <Row key={id}>
          <Cell label="Payment">
            <Link href={callbackHref(id)} className="font-medium break-all underline underline-offset-4">
              {orderReference || 'none'}
            </Link>
          </Cell>
          <Cell label="Received">
            <time dateTime={receivedAt}>{consoleTime(receivedAt)}</time>
          </Cell>
          <Cell label="Gateway status">{status}</Cell>
          <Cell label="Amount" end>
            {amountText} {currency}
          </Cell>
          <Cell label="Failed attempts" end>
            {tries}
          </Cell>
          <Cell label="State">
            <span>
              <Badge tone={inboxTones[state]}>{state}</Badge>
            </span>
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
