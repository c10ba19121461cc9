import { MailWarning } from 'lucide-react';
import { consoleTime } from '#components/admin/console-time.ts';
import { inboxHref } from '#components/inbox/inbox-href.ts';
import { counted, sizeText } from '#components/inbox/inbox-words.ts';
import { Badge } from '#components/ui/badge.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Link } from '#components/ui/link.tsx';
import type { DeadLetterView } from '#lib/crm/schemas/dead-letter.ts';
import { DeadLetterRetry } from './dead-letter-retry.tsx';
import { deadLetterText } from './dead-letter-words.ts';

const columns: readonly Column<DeadLetterView>[] = [
  {
    header: 'Received',
    cell: ({ createdAt, channelId, via }) => (
      <>
        <time dateTime={createdAt}>{consoleTime(createdAt)}</time>
        <span className="block text-sm text-muted">
          {channelId}, {via}
        </span>
      </>
    ),
  },
  {
    header: 'Email',
    breaksWords: true,
    cell: ({ subject, from }) => (
      <>
        {subject ?? '(unreadable subject)'}
        <span className="block text-sm text-muted">{from ?? '(unreadable sender)'}</span>
      </>
    ),
  },
  {
    header: 'Reason',
    cell: ({ errorCode, attempts }) => (
      <>
        {deadLetterText(errorCode)}
        <span className="block text-sm text-muted">tried {counted(attempts, 'time')}</span>
      </>
    ),
  },
  { header: 'Size', isNumeric: true, cell: ({ sizeBytes }) => sizeText(sizeBytes) },
  {
    header: 'Status',
    cell: ({ id, status, threadId, hasRaw }) =>
      status === 'read' ? (
        <span className="flex flex-col items-start gap-1">
          <Badge tone="success">read</Badge>
          {threadId && (
            <Link href={inboxHref({}, threadId)} className="text-sm underline underline-offset-4">
              View thread
            </Link>
          )}
        </span>
      ) : (
        <DeadLetterRetry id={id} hasRaw={hasRaw} />
      ),
  },
];

/** Lists unreadable mails, which are kept whole. A retry helps after an update of the mail parser. */
export const DeadLetterTable = ({ letters }: { readonly letters: readonly DeadLetterView[] }) => (
  <DataTable
    caption="Dead letters, newest first"
    columns={columns}
    rows={letters}
    keyOf={({ id }) => id}
    empty={
      <EmptyState title="No dead letters" icon={<MailWarning aria-hidden />}>
        Emails that cannot be read after three attempts will appear here. They do not block other emails.
      </EmptyState>
    }
  />
);
