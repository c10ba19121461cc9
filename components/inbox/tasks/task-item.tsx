'use client';

import { lazy, Suspense, useState } from 'react';
import { useReader } from '#components/admin/console-reader.tsx';
import { useSay } from '#components/inbox/inbox-texts.ts';
import { taskTones } from '#components/inbox/inbox-words.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import type { EmailTaskView } from '#lib/crm/schemas/task.ts';
import { openTaskStatuses } from '#lib/crm/tasks/values.ts';
import { timeText } from '#lib/i18n/console/times.ts';
import { taskTypeText } from './task-words.ts';

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
  const t = useSay('crm');
  const reader = useReader();
  const [dialog, setDialog] = useState<'complete' | 'edit' | null>(null);
  const close = () => setDialog(null);
  const { title, description, taskType, status, priority, dueAt, assigneeId, completedAt, completionNotes } = task;
  const isOpen = openTaskStatuses.some((open) => open === status);
  const isLate = isOpen && dueAt !== null && dueAt < now;
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p dir="auto" className="font-medium wrap-anywhere">
        {title}
      </p>
      {description && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-muted">
          {description}
        </p>
      )}
      <p className="flex flex-wrap gap-1">
        <Badge tone={isLate ? 'danger' : taskTones[status]}>{t(`task_${isLate ? 'overdue' : status}`)}</Badge>
        <Badge>{taskTypeText(taskType, t)}</Badge>
        {priority === 'high' && <Badge tone="danger">{t('highPriority')}</Badge>}
      </p>
      <p className="text-muted" suppressHydrationWarning>
        {dueAt ? t('dueAt', { at: timeText(dueAt, reader) }) : t('noDue')}
        {assigneeId && ` · ${assigneeId === me ? t('yours') : (people[assigneeId] ?? t('someone'))}`}
        {completedAt && ` · ${t('completedAt', { at: timeText(completedAt, reader) })}`}
      </p>
      {completionNotes && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {completionNotes}
        </p>
      )}
      {isOpen && (
        <div className="flex flex-wrap gap-2">
          <Button size="small" aria-haspopup="dialog" onClick={() => setDialog('complete')}>
            {t('complete')}
          </Button>
          <Button size="small" look="secondary" aria-haspopup="dialog" onClick={() => setDialog('edit')}>
            {t('edit')}
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
