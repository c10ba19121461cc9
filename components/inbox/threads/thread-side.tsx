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
import { SIDE_PANEL } from './side-panel-id.ts';
import { ThreadFacts } from './thread-facts.tsx';

type ThreadSideProps = {
  readonly thread: EmailThreadRecord;
  readonly contact: EmailContactView | null;
  readonly tasks: readonly EmailTaskView[];
  readonly world: DraftWorld;
  readonly filter: InboxFilter;
};

/** Shows the panel next to a conversation: the contact, the tasks and the facts. */
export function ThreadSide({ thread, contact, tasks, world, filter }: ThreadSideProps) {
  if (thread.erasedAt !== null)
    return (
      <SidePanel>
        <Part title="Thread">
          <ThreadFacts thread={thread} filter={filter} />
        </Part>
      </SidePanel>
    );
  return (
    <SidePanel>
      <Part title="Contact">
        {contact ? (
          <ContactCard contact={contact} />
        ) : (
          <p className="text-sm text-muted wrap-anywhere">{fullNameOf(thread.contact)} is not a contact.</p>
        )}
      </Part>
      <Part title="Tasks">
        <TaskList threadId={thread.id} tasks={tasks} people={world.people} me={world.me} now={world.now} />
      </Part>
      <Part title="Thread">
        <ThreadFacts thread={thread} filter={filter} />
      </Part>
    </SidePanel>
  );
}

/** Shows the panel next to a conversation: a column on wide screens, otherwise a drawer that a button opens. */
function SidePanel({ children }: { readonly children: ReactNode }) {
  return (
    <aside id={SIDE_PANEL} popover="auto" aria-label="About this thread" className="inbox-side bg-background">
      <button
        type="button"
        popoverTarget={SIDE_PANEL}
        popoverTargetAction="hide"
        aria-label="Close"
        className="inbox-drawer-only ms-auto flex size-11 items-center justify-center rounded-md hover:bg-sunken"
      >
        <X aria-hidden className="size-5" />
      </button>
      {children}
    </aside>
  );
}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section
    aria-label={title}
    className="flex flex-col gap-3 border-b border-line py-4 first-of-type:pt-0 last:border-0"
  >
    <h2 className="text-base">{title}</h2>
    {children}
  </section>
);
