'use client';

import { lazy, Suspense, useState } from 'react';
import { consoleTime } from '#components/admin/console-time.ts';
import { plain, taskTones } from '#components/inbox/inbox-words.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import type { EmailTaskView } from '#lib/crm/schemas/task.ts';
import { openTaskStatuses } from '#lib/crm/tasks/values.ts';

const CompleteDialog = lazy(() =>
  import('./complete-dialog.tsx').then((module) => ({ default: module.CompleteDialog })),
);
const TaskDialog = lazy(() => import('./task-dialog.tsx').then(({ TaskDialog: dialog }) => ({ default: dialog })));

type TaskItemProps = {
  readonly task: EmailTaskView;
  readonly people: Readonly<Record<string, string>>;
  readonly me: string;
  readonly now: string;
};

/** Shows a task with its due date and its actions. */
export function TaskItem({ task, people, me, now }: TaskItemProps) {
  const [dialog, setDialog] = useState<'complete' | 'edit' | null>(null);
  const close = () => setDialog(null);
  const { title, description, taskType, status, priority, dueAt, assigneeId, completedAt, completionNotes } = task;
  const isOpen = openTaskStatuses.some((open) => open === status);
  const isLate = isOpen && dueAt !== null && dueAt < now;
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p className="font-medium wrap-anywhere">{title}</p>
      {description && <p className="wrap-anywhere whitespace-pre-wrap text-muted">{description}</p>}
      <p className="flex flex-wrap gap-1">
        <Badge tone={isLate ? 'danger' : taskTones[status]}>{isLate ? 'overdue' : plain(status)}</Badge>
        <Badge>{plain(taskType)}</Badge>
        {priority === 'high' && <Badge tone="danger">high priority</Badge>}
      </p>
      <p className="text-muted">
        {dueAt ? `Due ${consoleTime(dueAt)}` : 'No due date'}
        {assigneeId && ` · ${assigneeId === me ? 'yours' : (people[assigneeId] ?? 'someone else')}`}
        {completedAt && ` · completed ${consoleTime(completedAt)}`}
      </p>
      {completionNotes && <p className="wrap-anywhere whitespace-pre-wrap">{completionNotes}</p>}
      {isOpen && (
        <div className="flex flex-wrap gap-2">
          <Button size="small" aria-haspopup="dialog" onClick={() => setDialog('complete')}>
            Complete…
          </Button>
          <Button size="small" look="secondary" aria-haspopup="dialog" onClick={() => setDialog('edit')}>
            Edit…
          </Button>
          <Suspense fallback={null}>
            {dialog === 'complete' && <CompleteDialog task={task} onClose={close} />}
            {dialog === 'edit' && (
              <TaskDialog threadId={task.threadId} task={task} me={me} people={people} onClose={close} />
            )}
          </Suspense>
        </div>
      )}
    </div>
  );
}
