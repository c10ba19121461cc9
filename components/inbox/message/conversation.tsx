import { ArrowLeft, PanelRight } from 'lucide-react';
import type { Route } from 'next';
import { DraftPanel } from '#components/inbox/draft/draft-panel.tsx';
import type { DraftWorld } from '#components/inbox/draft/draft-world.ts';
import { type InboxFilter, inboxHref } from '#components/inbox/inbox-href.ts';
import { fullNameOf } from '#components/inbox/inbox-words.ts';
import { SIDE_PANEL } from '#components/inbox/threads/side-panel-id.ts';
import { ThreadBadges } from '#components/inbox/threads/thread-badges.tsx';
import { ThreadStatusControl } from '#components/inbox/threads/thread-status.tsx';
import { ThreadSteps } from '#components/inbox/threads/thread-steps.tsx';
import { ThreadWatch } from '#components/inbox/threads/thread-watch.tsx';
import { Alert } from '#components/ui/alert.tsx';
import { buttonClass } from '#components/ui/button-look.ts';
import { Link } from '#components/ui/link.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import type { EmailDraftView } from '#lib/crm/schemas/draft.ts';
import type { EmailMessageView } from '#lib/crm/schemas/message.ts';
import type { EmailThreadRecord } from '#lib/crm/schemas/thread.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { MessageCard } from './message-card.tsx';
import { NewestMail } from './newest-mail.tsx';

/** How many of the latest mails are open. Earlier mails are folded, so that the user need not scroll past them. */
const OPEN_MAILS = 3;
/** Up to this many earlier mails are shown as rows. More are folded into one. */
const MOST_ROWS = 3;

type ConversationProps = {
  readonly thread: EmailThreadRecord;
  readonly hasOverdueTask: boolean;
  readonly messages: readonly EmailMessageView[];
  readonly drafts: readonly EmailDraftView[];
  readonly olderHref: Route | null;
  readonly filter: InboxFilter;
  readonly world: DraftWorld;
  readonly channelNames: Readonly<Record<string, string>>;
};

/** Shows a thread with its mails, oldest first, and the reply below. */
export async function Conversation(props: ConversationProps) {
  const { t, momentOf } = await consoleTexts('inbox');
  const { thread, hasOverdueTask, filter } = props;
  const { id, subject, status, version, contact, unreadCount, messageCount, activeDraftId, activeDraftStatus } = thread;
  const { erasedAt } = thread;
  const isErased = erasedAt !== null;
  return (
    <>
      <header className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Link
            href={inboxHref(filter)}
            className={`${buttonClass({ look: 'quiet', size: 'small' })} -ms-3 text-muted`}
          >
            <ArrowLeft aria-hidden className="size-4" />
            {t('backToList')}
          </Link>
          {!isErased && (
            <div className="max-sm:order-1">
              <ThreadStatusControl thread={{ id, status, version, subject }} />
            </div>
          )}
          <div className="flex items-center gap-1">
            <ThreadSteps />
            <button
              type="button"
              popoverTarget={SIDE_PANEL}
              className={`inbox-drawer-only ${buttonClass({ look: 'secondary', size: 'small' })}`}
            >
              <PanelRight aria-hidden className="size-4" />
              {t('details')}
            </button>
          </div>
        </div>
        <h1 tabIndex={-1} dir="auto" className="text-xl wrap-anywhere outline-none">
          {isErased ? t('erased') : subject || t('noSubject')}
        </h1>
        {!isErased && (
          <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
            <p dir="auto" className="text-sm text-muted wrap-anywhere">
              {fullNameOf(contact)}
            </p>
            <ThreadBadges thread={{ ...thread, hasOverdueTask }} t={t} />
          </div>
        )}
        <ThreadWatch
          key={id}
          id={id}
          mark={{ version, status, messageCount, activeDraftId, activeDraftStatus }}
          unreadCount={unreadCount}
          filter={filter}
        />
      </header>
      {erasedAt !== null ? (
        <Alert kind="info" title={t('erasedOn', { date: momentOf(erasedAt) })}>
          {t('erasedText')}
        </Alert>
      ) : (
        <Talk {...props} />
      )}
    </>
  );
}

/** Shows the mails and the reply. */
async function Talk({ thread: { id }, messages, drafts, olderHref, world, channelNames }: ConversationProps) {
  const { t } = await consoleTexts('inbox');
  const earlier = messages.slice(0, -OPEN_MAILS);
  const folded = earlier.map((message) => (
    <MessageCard key={message.id} message={message} channelNames={channelNames} isFolded />
  ));
  return (
    <>
      <section
        aria-label={t('emails')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a scrolling box.
        tabIndex={0}
        className="inbox-mails flex flex-col gap-4"
      >
        {olderHref && (
          <LinkButton href={olderHref} look="secondary" size="small" className="self-center">
            {t('olderEmails')}
          </LinkButton>
        )}
        {earlier.length > MOST_ROWS ? (
          <details>
            <summary className="min-h-9 text-sm text-muted">{t('earlierEmails', { count: earlier.length })}</summary>
            <div className="flex flex-col gap-2 pt-2">{folded}</div>
          </details>
        ) : (
          folded
        )}
        {messages.slice(-OPEN_MAILS).map((message) => (
          <MessageCard key={message.id} message={message} channelNames={channelNames} isFolded={false} />
        ))}
        <NewestMail key={id} />
      </section>
      <DraftPanel
        key={`draft ${id}`}
        threadId={id}
        drafts={drafts}
        world={world}
        canGenerate={messages.some(({ kind }) => kind === 'human')}
      />
    </>
  );
}
