import { MailWarning } from 'lucide-react';
import { inboxHref } from '#components/inbox/inbox-href.ts';
import { Badge } from '#components/ui/badge.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Link } from '#components/ui/link.tsx';
import type { DeadLetterView } from '#lib/crm/schemas/dead-letter.ts';
import type { Reader, Say } from '#lib/i18n/console/texts.ts';
import { timeText } from '#lib/i18n/console/times.ts';
import { sizeText } from '#lib/i18n/size-text.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { DeadLetterRetry } from './dead-letter-retry.tsx';
import { deadLetterText } from './dead-letter-words.ts';

type Texts = {
  readonly t: Say<'crm'>;
  readonly reader: Reader;
  readonly channelNames: Readonly<Record<string, string>>;
};

const columnsOf = ({ t, reader, channelNames }: Texts): readonly Column<DeadLetterView>[] => [
  {
    header: t('received'),
    cell: ({ createdAt, channelId, via }) => (
      <>
        <time dateTime={createdAt}>{timeText(createdAt, reader)}</time>
        <span className="block text-sm text-muted">
          {channelNames[channelId] ?? channelId}, {t(`via_${via}`)}
        </span>
      </>
    ),
  },
  {
    header: t('email_one'),
    breaksWords: true,
    cell: ({ subject, from }) => (
      <>
        <span dir="auto">{subject ?? t('noSubject')}</span>
        <span dir="auto" className="block text-sm text-muted">
          {from ?? t('noSender')}
        </span>
      </>
    ),
  },
  {
    header: t('reason'),
    cell: ({ errorCode, attempts }) => (
      <>
        {deadLetterText(errorCode, t)}
        <span className="block text-sm text-muted">{t('tried', { count: attempts })}</span>
      </>
    ),
  },
  { header: t('size'), isNumeric: true, cell: ({ sizeBytes }) => sizeText(sizeBytes, reader.locale) },
  {
    header: t('status'),
    cell: ({ id, status, threadId, hasRaw }) =>
      status === 'read' ? (
        <span className="flex flex-col items-start gap-1">
          <Badge tone="success">{t('read')}</Badge>
          {threadId && (
            <Link href={inboxHref({}, threadId)} className="text-sm underline underline-offset-4">
              {t('viewThread')}
            </Link>
          )}
        </span>
      ) : (
        <DeadLetterRetry id={id} hasRaw={hasRaw} />
      ),
  },
];

type DeadLetterTableProps = {
  readonly letters: readonly DeadLetterView[];
  readonly channelNames: Readonly<Record<string, string>>;
};

/** Lists unreadable mails, which are kept whole. A retry helps after an update of the mail parser. */
export async function DeadLetterTable({ letters, channelNames }: DeadLetterTableProps) {
  const { t, reader } = await consoleTexts('crm');
  return (
    <DataTable
      caption={t('letters')}
      columns={columnsOf({ t, reader, channelNames })}
      rows={letters}
      keyOf={({ id }) => id}
      empty={
        <EmptyState title={t('noLetters')} icon={<MailWarning aria-hidden />}>
          {t('noLettersText')}
        </EmptyState>
      }
    />
  );
}
