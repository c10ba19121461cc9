import { draftTones, intentWords, plain, threadFlagWords } from '#components/inbox/inbox-words.ts';
import { Badge } from '#components/ui/badge.tsx';
import type { ThreadRowView } from './thread-row-view.ts';

type Badged = Pick<
  ThreadRowView,
  'intent' | 'sentiment' | 'urgency' | 'activeDraftStatus' | 'openTaskCount' | 'hasOverdueTask' | 'flags'
>;

/** Shows what is notable about a thread. An ordinary thread has few badges. */
export function ThreadBadges({ thread }: { readonly thread: Badged }) {
  const { intent, sentiment, urgency, activeDraftStatus, openTaskCount, hasOverdueTask, flags } = thread;
  return (
    <span className="flex flex-wrap gap-1 *:px-2 *:py-0 *:text-xs *:leading-5 empty:hidden">
      {urgency === 'high' && <Badge tone="danger">urgent</Badge>}
      {sentiment === 'negative' && <Badge tone="warning">unhappy</Badge>}
      {hasOverdueTask ? (
        <Badge tone="danger">overdue task</Badge>
      ) : (
        openTaskCount > 0 && <Badge>{openTaskCount === 1 ? '1 task' : `${openTaskCount} tasks`}</Badge>
      )}
      {activeDraftStatus && <Badge tone={draftTones[activeDraftStatus]}>draft {draftState(activeDraftStatus)}</Badge>}
      {flags.map((flag) => (
        <Badge key={flag} tone={threadFlagWords[flag].tone}>
          {threadFlagWords[flag].label}
        </Badge>
      ))}
      {intent && intent !== 'other' && <Badge>{intentWords[intent]}</Badge>}
    </span>
  );
}

const draftState = (status: NonNullable<ThreadRowView['activeDraftStatus']>): string =>
  status === 'send_unknown' ? 'unknown' : plain(status);
