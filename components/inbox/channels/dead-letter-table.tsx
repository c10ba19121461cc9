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
  { key: 'came', label: 'Received' },
  { key: 'mail', label: 'Email' },
  { key: 'why', label: 'Reason' },
  { key: 'size', label: 'Size', end: true },
  { key: 'state', label: 'Status' },
] as const;

/** Lists unreadable mails, which are kept whole. A retry helps after an update of the mail parser. */
export function DeadLetterTable({ letters }: { readonly letters: readonly DeadLetterView[] }) {
  if (letters.length === 0)
    return (
      <EmptyState title="No dead letters" icon={<MailWarning aria-hidden />}>
        Emails that cannot be read after three attempts will appear here. They do not block other emails.
      </EmptyState>
    );
  return (
    <Table caption="Dead letters, newest first" columns={columns}>
      {letters.map((letter) => (
        <Row key={letter.id}>
          <Cell label="Received">
            <time dateTime={letter.createdAt}>{consoleTime(letter.createdAt)}</time>
            <span className="block text-sm text-muted">
              {letter.channelId}, {letter.via}
            </span>
          </Cell>
          <Cell label="Email">
            <span className="block wrap-anywhere">{letter.subject ?? '(unreadable subject)'}</span>
            <span className="block text-sm text-muted wrap-anywhere">{letter.from ?? '(unreadable sender)'}</span>
          </Cell>
          <Cell label="Reason">
            <span className="block">{deadLetterText(letter.errorCode)}</span>
            <span className="block text-sm text-muted">tried {counted(letter.attempts, 'time')}</span>
          </Cell>
          <Cell label="Size" end>
            {sizeText(letter.sizeBytes)}
          </Cell>
          <Cell label="Status">
            {letter.status === 'read' ? (
              <span className="flex flex-col items-start gap-1">
                <Badge tone="success">read</Badge>
                {letter.threadId && (
                  <Link href={inboxHref({}, letter.threadId)} className="text-sm underline underline-offset-4">
                    View thread
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
