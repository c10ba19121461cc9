import { deliveryTones, fullNameOf, namedKinds, nameOf } from '#components/inbox/inbox-words.ts';
import { Badge } from '#components/ui/badge.tsx';
import { classNames } from '#components/ui/class-names.ts';
import type { EmailMessageView } from '#lib/crm/schemas/message.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { AttachmentList } from './attachment-list.tsx';
import { EventCard } from './event-card.tsx';
import { textBlocks } from './mail-text.ts';
import { MessageBody } from './message-body.tsx';
import { MessageNotices } from './message-notices.tsx';
import { MessageSource } from './message-source.tsx';
import { senderProof } from './sender-proof.ts';

type MessageCardProps = {
  readonly message: EmailMessageView;
  /** The names of the channels, for a mail that arrived in several. */
  readonly channelNames: Readonly<Record<string, string>>;
  /** True for an earlier mail of a long thread, which opens on request. */
  readonly isFolded: boolean;
};

/** Shows one mail of a conversation. */
export async function MessageCard({ message, channelNames, isFolded }: MessageCardProps) {
  const { t, timeOf, momentOf } = await consoleTexts('mail');
  const { id, direction, from, date } = message;
  const isOurs = direction === 'outbound';
  const look = isOurs ? 'ms-0 bg-primary-soft sm:ms-8' : 'me-0 bg-surface sm:me-8';
  const name = (
    <h2
      id={`from-${id}`}
      className={classNames('min-w-0 text-base', isFolded ? 'max-w-1/3 truncate' : 'wrap-anywhere')}
    >
      <span className="sr-only">{t(isOurs ? 'sentBy' : 'from')} </span>
      {nameOf(from, t('unknownSender'))}
    </h2>
  );
  const time = (
    <time dateTime={date} className="shrink-0 text-sm text-muted">
      {isFolded ? timeOf(date) : momentOf(date)}
    </time>
  );
  const body = <MessageContent message={message} channelNames={channelNames} />;
  if (isFolded)
    return (
      <article aria-labelledby={`from-${id}`} className={classNames('rounded-lg border border-line', look)}>
        <details>
          <summary className="flex min-h-11 flex-wrap items-center gap-x-3 px-4 py-1.5">
            {name}
            <span dir="auto" className="hidden min-w-0 grow basis-0 truncate text-sm text-muted sm:block">
              {firstWords(message)}
            </span>
            {time}
          </summary>
          <div className="flex flex-col gap-3 px-4 pb-4">{body}</div>
        </details>
      </article>
    );
  return (
    <article
      aria-labelledby={`from-${id}`}
      className={classNames('flex flex-col gap-3 rounded-lg border border-line p-4', look)}
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        {name}
        {time}
      </header>
      {body}
    </article>
  );
}

/** Returns the beginning of a mail without its quotes. */
function firstWords({ bodyText, spans }: EmailMessageView): string {
  const [first] = textBlocks(bodyText, spans);
  return first?.text.slice(0, 200) ?? '';
}

async function MessageContent({ message, channelNames }: Omit<MessageCardProps, 'isFolded'>) {
  const { t } = await consoleTexts('mail');
  const { id, subject, bodyText, spans, hasHtml, bodyHtml, remoteImageCount, attachments, event, alsoIn, hasMoreText } =
    message;
  const others = alsoIn.map(({ channelId }) => channelNames[channelId] ?? t('otherChannel'));
  return (
    <>
      <MessageFacts message={message} />
      <MessageNotices message={message} />
      {event && <EventCard event={event} />}
      <MessageBody
        messageId={id}
        subject={subject}
        blocks={textBlocks(bodyText, spans)}
        hasHtml={hasHtml}
        html={bodyHtml}
        hasInlineImages={attachments.some(({ inline, cid }) => inline && cid !== null)}
        remoteImageCount={remoteImageCount}
      />
      {hasMoreText && (
        <p className="text-sm text-muted">
          {t('onlyBeginning')}{' '}
          <a href={`/api/admin/email/messages/${id}/text`} download={`${id}.txt`} className="underline">
            {t('saveText')}
          </a>
        </p>
      )}
      <AttachmentList messageId={id} attachments={attachments} />
      <footer className="flex flex-wrap items-center justify-between gap-2 text-sm text-muted empty:hidden">
        {others.length > 0 && <p>{t('alsoIn', { channels: others.join(', ') })}</p>}
        {message.hasRaw && <MessageSource messageId={id} />}
      </footer>
    </>
  );
}

async function MessageFacts({ message }: { readonly message: EmailMessageView }) {
  const [{ t }, { t: inbox }] = await Promise.all([consoleTexts('mail'), consoleTexts('inbox')]);
  const { direction, from, to, cc, recipientCount, authentication, kind, intent, sentiment, via, deliveryStatus } =
    message;
  const isOurs = direction === 'outbound';
  const proof = senderProof(authentication);
  const named = namedKinds.find((known) => known === kind);
  const firstTo = to[0] ? nameOf(to[0], t('noAddress')) : t('noRecipient');
  const hidden = recipientCount - to.length - cc.length;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 text-sm">
      <details className="open:w-full">
        <summary className="min-h-6 text-muted wrap-anywhere">
          {from.email || t('noAddress')} → {firstTo}
          {recipientCount > 1 && ` ${t('andMore', { count: recipientCount - 1 })}`}
        </summary>
        <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 pt-2 wrap-anywhere">
          <dt className="text-muted">{t('from')}</dt>
          <dd>{fullNameOf(from)}</dd>
          <dt className="text-muted">{t('to')}</dt>
          <dd>{to.map(fullNameOf).join(', ') || t('noRecipient')}</dd>
          {cc.length > 0 && (
            <>
              <dt className="text-muted">{t('cc')}</dt>
              <dd>{cc.map(fullNameOf).join(', ')}</dd>
            </>
          )}
          {hidden > 0 && (
            <>
              <dt className="text-muted">{t('more')}</dt>
              <dd>{t('notListed', { count: hidden })}</dd>
            </>
          )}
          <dt className="text-muted">{t('subject')}</dt>
          <dd dir="auto">{message.subject || t('noSubject')}</dd>
          <dt className="text-muted">{t('messageId')}</dt>
          <dd className="break-all">{message.messageId}</dd>
          {!isOurs && (
            <>
              <dt className="text-muted">{t('senderCheck')}</dt>
              <dd>{proof.results ?? t('proof_uncheckedText')}</dd>
            </>
          )}
        </dl>
      </details>
      <p className="flex flex-wrap gap-1">
        {!isOurs && <Badge tone={proof.tone}>{t(`proof_${proof.verdict}`)}</Badge>}
        {named && <Badge>{t(`kind_${named}`)}</Badge>}
        {isOurs && via === 'external' && <Badge wraps>{t('external')}</Badge>}
        {deliveryStatus && <Badge tone={deliveryTones[deliveryStatus]}>{t(`delivery_${deliveryStatus}`)}</Badge>}
        {intent && intent !== 'other' && <Badge>{inbox(`intent_${intent}`)}</Badge>}
        {sentiment === 'negative' && <Badge tone="warning">{inbox('badge_unhappy')}</Badge>}
        {sentiment === 'positive' && <Badge tone="success">{inbox('badge_happy')}</Badge>}
      </p>
    </div>
  );
}
