import { consoleTime } from '#components/admin/console-time.ts';
import type { InboxFilter } from '#components/inbox/inbox-href.ts';
import { inboxHref } from '#components/inbox/inbox-href.ts';
import { counted, fullNameOf, intentWords } from '#components/inbox/inbox-words.ts';
import { Link } from '#components/ui/link.tsx';
import type { EmailThreadRecord } from '#lib/crm/schemas/thread.ts';

type ThreadFactsProps = { readonly thread: EmailThreadRecord; readonly filter: InboxFilter };

/** Shows the facts about a whole thread. */
export function ThreadFacts({ thread, filter }: ThreadFactsProps) {
  const { summary, intent, sentiment, urgency, language, participants, previousThreadId, relatedThreadId } = thread;
  const facts: readonly (readonly [string, string | null])[] = [
    ['Channel', thread.sourceChannelName],
    ['Intent', intent && intentWords[intent]],
    ['Mood', sentiment],
    ['Urgency', urgency],
    ['Language', language && (languages.of(language) ?? language)],
    ['Emails', `${thread.inboundCount} in, ${thread.outboundCount} out`],
    ['Started', consoleTime(thread.createdAt)],
    ['Last reply', thread.lastOutboundAt && consoleTime(thread.lastOutboundAt)],
    ['Resolved', thread.resolvedAt && consoleTime(thread.resolvedAt)],
    ['Reopened', thread.reopenCount > 0 ? counted(thread.reopenCount, 'time') : null],
  ];
  return (
    <div className="flex flex-col gap-3 text-sm">
      {summary && <p className="wrap-anywhere">{summary}</p>}
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 wrap-anywhere">
        {facts.map(
          ([name, value]) =>
            value !== null && (
              <div key={name} className="contents">
                <dt className="text-muted">{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {participants.length > 1 && (
        <details>
          <summary className="min-h-6 text-muted">{participants.length} participants</summary>
          <ul className="pt-1 wrap-anywhere">
            {participants.map((person) => (
              <li key={person.email}>{fullNameOf(person)}</li>
            ))}
          </ul>
        </details>
      )}
      {previousThreadId && (
        <Link href={inboxHref(filter, previousThreadId)} className="underline underline-offset-4">
          Previous thread
        </Link>
      )}
      {relatedThreadId && (
        <Link href={inboxHref(filter, relatedThreadId)} className="underline underline-offset-4">
          Original announcement
        </Link>
      )}
    </div>
  );
}

const languages = new Intl.DisplayNames('en', { type: 'language' });
