import { CircleCheckBig } from 'lucide-react';
import { useMessageTexts } from '#components/messages/message-texts.tsx';
import { useHasCome } from '#components/messages/use-has-come.ts';
import { useNames } from '#components/messages/use-names.ts';
import { whenText } from '#components/messages/when-text.ts';
import { Badge, type Tone } from '#components/ui/badge.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { RichState } from '#lib/messaging/schemas/rich.ts';
import { CardButtons, CardFrame } from './card-frame.tsx';
import { TransitionButtons } from './transition-buttons.tsx';
import { type CardProps, useCard } from './use-card.ts';

const tones: Readonly<Record<RichState<'task'>['status'], Tone>> = {
  open: 'neutral',
  in_progress: 'accent',
  done: 'success',
};

/** Shows a task with its assignee and due date. The sender and the assignee can change its status. */
export function TaskCard({ message, me, people, act }: CardProps) {
  const { locale, timeZone, ...words } = useMessageTexts();
  const texts = words.messageCards;
  const { nameOf } = useNames(me, people);
  const { state, isBusy, problem, run } = useCard<'task'>(message, me, act);
  const isDone = state.status === 'done';
  const isLate = useHasCome(state.dueAt) && !isDone;
  const due = state.dueAt && whenText(state.dueAt, { locale, timeZone });

  return (
    <CardFrame
      icon={<CircleCheckBig aria-hidden />}
      kind={texts.kind_task}
      title={<span className={classNames(isDone && 'text-muted line-through')}>{state.title}</span>}
      badge={<Badge tone={tones[state.status]}>{texts[`task_${state.status}`]}</Badge>}
      problem={problem}
    >
      {(state.assigneeId || due) && (
        <p className="flex flex-col text-sm text-muted">
          {state.assigneeId && <span>{fill(texts.taskFor, { name: nameOf(state.assigneeId) }, locale)}</span>}
          {due && (
            <span className={classNames(isLate && 'font-medium text-danger')}>
              {fill(isLate ? texts.taskLate : texts.taskDue, { at: due }, locale)}
            </span>
          )}
        </p>
      )}
      <CardButtons>
        <TransitionButtons message={message} state={state} me={me} isBusy={isBusy} onTransition={run} />
      </CardButtons>
    </CardFrame>
  );
}
