'use client';

import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useSay } from '#components/inbox/inbox-texts.ts';
import { useCommands } from '#components/inbox/use-commands.ts';
import { Button } from '#components/ui/button.tsx';
import type { EmailTaskView } from '#lib/crm/schemas/task.ts';
import { TaskItem } from './task-item.tsx';

const TaskDialog = lazy(() => import('./task-dialog.tsx').then(({ TaskDialog: dialog }) => ({ default: dialog })));

type TaskListProps = {
  readonly threadId: string;
  readonly tasks: readonly EmailTaskView[];
  readonly people: Readonly<Record<string, string>>;
  readonly me: string;
  readonly now: string;
};

/** Lists the open tasks of a thread. */
export function TaskList({ threadId, tasks, people, me, now }: TaskListProps) {
  const t = useSay('crm');
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  useCommands({ task: open });
  return (
    <div className="flex flex-col gap-3">
      {tasks.length === 0 ? (
        <p className="text-sm text-muted">{t('noOpenTasks')}</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {tasks.map((task) => (
            <li key={task.id} className="rounded-md border border-line bg-surface p-3">
              <TaskItem task={task} people={people} me={me} now={now} />
            </li>
          ))}
        </ul>
      )}
      <Button size="small" look="secondary" aria-haspopup="dialog" onClick={open} className="self-start">
        <Plus aria-hidden className="size-4" />
        {t('addTask')}
      </Button>
      <Suspense fallback={null}>
        {isOpen && <TaskDialog threadId={threadId} me={me} people={people} onClose={() => setOpen(false)} />}
      </Suspense>
    </div>
  );
}
