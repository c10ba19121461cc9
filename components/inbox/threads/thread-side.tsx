import type { ReactNode } from 'react';
import { ContactCard } from '#components/inbox/contacts/contact-card.tsx';
import type { DraftWorld } from '#components/inbox/draft/draft-world.ts';
import type { InboxFilter } from '#components/inbox/inbox-href.ts';
import { fullNameOf } from '#components/inbox/inbox-words.ts';
import { TaskList } from '#components/inbox/tasks/task-list.tsx';
import type { EmailContactView } from '#lib/crm/schemas/contact.ts';
import type { EmailTaskView } from '#lib/crm/schemas/task.ts';
import type { EmailThreadRecord } from '#lib/crm/schemas/thread.ts';
import { SidePanel } from './side-panel.tsx';
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

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section
    aria-label={title}
    className="flex flex-col gap-3 border-b border-line py-4 first-of-type:pt-0 last:border-0"
  >
    <h2 className="text-base">{title}</h2>
    {children}
  </section>
);
