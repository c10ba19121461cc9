import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { ContactCard } from '#components/inbox/contacts/contact-card.tsx';
import type { DraftWorld } from '#components/inbox/draft/draft-world.ts';
import type { InboxFilter } from '#components/inbox/inbox-href.ts';
import { fullNameOf } from '#components/inbox/inbox-words.ts';
import { TaskList } from '#components/inbox/tasks/task-list.tsx';
import type { EmailContactView } from '#lib/crm/schemas/contact.ts';
import type { EmailTaskView } from '#lib/crm/schemas/task.ts';
import type { EmailThreadRecord } from '#lib/crm/schemas/thread.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { SIDE_PANEL } from './side-panel-id.ts';
import { SidePart } from './side-part.tsx';
import { ThreadFacts } from './thread-facts.tsx';

type ThreadSideProps = {
  readonly thread: EmailThreadRecord;
  readonly contact: EmailContactView | null;
  readonly tasks: readonly EmailTaskView[];
  readonly world: DraftWorld;
  readonly filter: InboxFilter;
  /** What the sender has with the platform. */
  readonly customer: ReactNode;
};

/** Shows the panel next to a conversation: the contact, the customer, the tasks and the facts. */
export async function ThreadSide({ thread, contact, tasks, world, filter, customer }: ThreadSideProps) {
  const { t } = await consoleTexts('inbox');
  if (thread.erasedAt !== null)
    return (
      <SidePanel>
        <SidePart title={t('thread')}>
          <ThreadFacts thread={thread} filter={filter} />
        </SidePart>
      </SidePanel>
    );
  return (
    <SidePanel>
      <SidePart title={t('contact')}>
        {contact ? (
          <ContactCard contact={contact} />
        ) : (
          <p className="text-sm text-muted wrap-anywhere">{t('notContact', { name: fullNameOf(thread.contact) })}</p>
        )}
      </SidePart>
      {customer}
      <SidePart title={t('tasks')}>
        <TaskList threadId={thread.id} tasks={tasks} people={world.people} me={world.me} now={world.now} />
      </SidePart>
      <SidePart title={t('thread')}>
        <ThreadFacts thread={thread} filter={filter} />
      </SidePart>
    </SidePanel>
  );
}

/** Shows the panel next to a conversation: a column on wide screens, otherwise a drawer that a button opens. */
async function SidePanel({ children }: { readonly children: ReactNode }) {
  const { t } = await consoleTexts('inbox');
  return (
    <aside id={SIDE_PANEL} popover="auto" aria-label={t('aboutThread')} className="inbox-side bg-background">
      <button
        type="button"
        popoverTarget={SIDE_PANEL}
        popoverTargetAction="hide"
        aria-label={t('close')}
        className="inbox-drawer-only ms-auto flex size-11 items-center justify-center rounded-md hover:bg-sunken"
      >
        <X aria-hidden className="size-5" />
      </button>
      {children}
    </aside>
  );
}
