import { MailWarning } from 'lucide-react';
import { consoleTime } from '#components/admin/console-time.ts';
import { inboxHref } from '#components/inbox/inbox-href.ts';
import { counted, sizeText } from '#components/inbox/inbox-words.ts';
import { Badge } from '#components/ui/badge.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Link } from '#components/ui/link.tsx';
import { Cell, Row, Table } from '#components/ui/table.tsx';
import type { DeadLetterView } from '#lib/crm/schemas/dead-letter.ts';
import { DeadLetterRetry } from './dead-letter-retry.tsx';
import { deadLetterText } from './dead-letter-words.ts';

const columns = [
  { key: 'came', label: 'Came' },
  { key: 'mail', label: 'Mail' },
  { key: 'why', label: 'Why' },
  { key: 'size', label: 'Size', end: true },
  { key: 'state', label: 'State' },
] as const;

/** Lists unreadable mails, which are kept whole. A retry helps after an update of the mail parser. */
export function DeadLetterTable({ letters }: { readonly letters: readonly DeadLetterView[] }) {
  if (letters.length === 0)
    return (
      <EmptyState title="Every mail could be read" icon={<MailWarning aria-hidden />}>
        A mail that fails three times is kept here whole, and stops no other.
      </EmptyState>
    );
  return (
    <Table caption="Dead letters, newest first" columns={columns}>
      {letters.map((letter) => (
        <Row key={letter.id}>
          <Cell label="Came">
            <time dateTime={letter.createdAt}>{consoleTime(letter.createdAt)}</time>
            <span className="block text-sm text-muted">
              {letter.channelId}, {letter.via}
            </span>
          </Cell>
          <Cell label="Mail">
            <span className="block wrap-anywhere">{letter.subject ?? 'no subject that can be read'}</span>
            <span className="block text-sm text-muted wrap-anywhere">
              {letter.from ?? 'no sender that can be read'}
            </span>
          </Cell>
          <Cell label="Why">
            <span className="block">{deadLetterText(letter.errorCode)}</span>
            <span className="block text-sm text-muted">tried {counted(letter.attempts, 'time')}</span>
          </Cell>
          <Cell label="Size" end>
            {sizeText(letter.sizeBytes)}
          </Cell>
          <Cell label="State">
            {letter.status === 'read' ? (
              <span className="flex flex-col items-start gap-1">
                <Badge tone="success">read</Badge>
                {letter.threadId && (
                  <Link href={inboxHref({}, letter.threadId)} className="text-sm underline underline-offset-4">
                    To its thread
                  </Link>
                )}
              </span>
            ) : (
              <DeadLetterRetry id={letter.id} hasRaw={letter.hasRaw} />
            )}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
