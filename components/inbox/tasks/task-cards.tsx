import { ListChecks } from 'lucide-react';
import type { Route } from 'next';
import { inboxHref } from '#components/inbox/inbox-href.ts';
import { plain } from '#components/inbox/inbox-words.ts';
import { ChoiceLinks } from '#components/ui/choice-links.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Link } from '#components/ui/link.tsx';
import { queryHref } from '#components/ui/query-href.ts';
import type { EmailTaskView } from '#lib/crm/schemas/task.ts';
import { type TaskStatus, taskStatuses } from '#lib/crm/tasks/values.ts';
import { TaskItem } from './task-item.tsx';

type TaskCardsProps = {
  readonly tasks: readonly EmailTaskView[];
  readonly status: TaskStatus | undefined;
  readonly people: Readonly<Record<string, string>>;
  readonly me: string;
  readonly now: string;
};

export const tasksHref = (status: TaskStatus | undefined, cursor?: string): Route =>
  queryHref('/admin/inbox/tasks', { status, cursor });

/** Lists the tasks, the earliest due date first. */
export function TaskCards({ tasks, status, people, me, now }: TaskCardsProps) {
  return (
    <>
      <nav aria-label="Filter by status">
        <ChoiceLinks
          choices={[undefined, ...taskStatuses]}
          chosen={status}
          hrefOf={(choice) => tasksHref(choice)}
          textOf={(choice) => (choice ? plain(choice) : 'all')}
        />
      </nav>
      {tasks.length === 0 ? (
        <EmptyState title={status ? `No ${plain(status)} tasks` : 'No tasks yet'} icon={<ListChecks aria-hidden />}>
          Tasks will appear here. Press t in a thread to create one; a bounced email creates one automatically.
        </EmptyState>
      ) : (
        <ul aria-label="Tasks, earliest due first" className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          {tasks.map((task) => (
            <li key={task.id} className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-4">
              <TaskItem task={task} people={people} me={me} now={now} />
              <Link href={inboxHref({}, task.threadId)} className="text-sm underline underline-offset-4">
                View thread<span className="sr-only"> of {task.title}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
