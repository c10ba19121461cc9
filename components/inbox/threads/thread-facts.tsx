import type { InboxFilter } from '#components/inbox/inbox-href.ts';
import { inboxHref } from '#components/inbox/inbox-href.ts';
import { fullNameOf } from '#components/inbox/inbox-words.ts';
import { Link } from '#components/ui/link.tsx';
import type { EmailThreadRecord } from '#lib/crm/schemas/thread.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

type ThreadFactsProps = { readonly thread: EmailThreadRecord; readonly filter: InboxFilter };

/** Shows the facts about a whole thread. */
export async function ThreadFacts({ thread, filter }: ThreadFactsProps) {
  const { t, timeOf, locale } = await consoleTexts('inbox');
  const { summary, intent, sentiment, urgency, language, participants, previousThreadId, relatedThreadId } = thread;
  const languages = new Intl.DisplayNames(locale, { type: 'language' });
  const facts: readonly (readonly [string, string | null])[] = [
    [t('fact_channel'), thread.sourceChannelName],
    [t('fact_intent'), intent && t(`intent_${intent}`)],
    [t('fact_mood'), sentiment && t(`mood_${sentiment}`)],
    [t('fact_urgency'), urgency && t(`urgency_${urgency}`)],
    [t('fact_language'), language && (languages.of(language) ?? language)],
    [t('fact_emails'), t('inOut', { received: thread.inboundCount, sent: thread.outboundCount })],
    [t('fact_started'), timeOf(thread.createdAt)],
    [t('fact_lastReply'), thread.lastOutboundAt && timeOf(thread.lastOutboundAt)],
    [t('fact_resolved'), thread.resolvedAt && timeOf(thread.resolvedAt)],
    [t('fact_reopened'), thread.reopenCount > 0 ? t('times', { count: thread.reopenCount }) : null],
  ];
  return (
    <div className="flex flex-col gap-3 text-sm">
      {summary && (
        <p dir="auto" className="wrap-anywhere">
          {summary}
        </p>
      )}
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
          <summary className="min-h-6 text-muted">{t('participants', { count: participants.length })}</summary>
          <ul className="pt-1 wrap-anywhere">
            {participants.map((person) => (
              <li key={person.email}>{fullNameOf(person)}</li>
            ))}
          </ul>
        </details>
      )}
      {previousThreadId && (
        <Link href={inboxHref(filter, previousThreadId)} className="underline underline-offset-4">
          {t('earlierThread')}
        </Link>
      )}
      {relatedThreadId && (
        <Link href={inboxHref(filter, relatedThreadId)} className="underline underline-offset-4">
          {t('announcement')}
        </Link>
      )}
    </div>
  );
}
