import { ListChecks } from 'lucide-react';
import type { Route } from 'next';
import { inboxHref } from '#components/inbox/inbox-href.ts';
import { ChoiceLinks } from '#components/ui/choice-links.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Link } from '#components/ui/link.tsx';
import { queryHref } from '#components/ui/query-href.ts';
import type { EmailTaskView } from '#lib/crm/schemas/task.ts';
import { type TaskStatus, taskStatuses } from '#lib/crm/tasks/values.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
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
export async function TaskCards({ tasks, status, people, me, now }: TaskCardsProps) {
  const { t } = await consoleTexts('crm');
  return (
    <>
      <nav aria-label={t('tasksFilter')}>
        <ChoiceLinks
          choices={[undefined, ...taskStatuses]}
          chosen={status}
          hrefOf={(choice) => tasksHref(choice)}
          textOf={(choice) => t(`tasks_${choice ?? 'all'}`)}
        />
      </nav>
      {tasks.length === 0 ? (
        <EmptyState title={t(`noTasks_${status ?? 'all'}`)} icon={<ListChecks aria-hidden />}>
          {t('noTasksText')}
        </EmptyState>
      ) : (
        <ul aria-label={t('taskList')} className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          {tasks.map((task) => (
            <li key={task.id} className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-4">
              <TaskItem task={task} people={people} me={me} now={now} />
              <Link href={inboxHref({}, task.threadId)} className="text-sm underline underline-offset-4">
                {t('viewThread')}
                <span dir="auto" className="sr-only">
                  : {task.title}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
