import { draftTones, threadFlagTones } from '#components/inbox/inbox-words.ts';
import { Badge } from '#components/ui/badge.tsx';
import type { Say } from '#lib/i18n/console/texts.ts';
import type { ThreadRowView } from './thread-row-view.ts';

type Badged = Pick<
  ThreadRowView,
  'intent' | 'sentiment' | 'urgency' | 'activeDraftStatus' | 'openTaskCount' | 'hasOverdueTask' | 'flags'
>;

/** Shows what is notable about a thread. An ordinary thread has few badges. */
export function ThreadBadges({ thread, t }: { readonly thread: Badged; readonly t: Say<'inbox'> }) {
  const { intent, sentiment, urgency, activeDraftStatus, openTaskCount, hasOverdueTask, flags } = thread;
  return (
    <span className="flex flex-wrap gap-1 *:px-2 *:py-0 *:text-xs *:leading-5 empty:hidden">
      {urgency === 'high' && <Badge tone="danger">{t('badge_urgent')}</Badge>}
      {sentiment === 'negative' && <Badge tone="warning">{t('badge_unhappy')}</Badge>}
      {hasOverdueTask ? (
        <Badge tone="danger">{t('badge_overdueTask')}</Badge>
      ) : (
        openTaskCount > 0 && <Badge>{t('badge_tasks', { count: openTaskCount })}</Badge>
      )}
      {activeDraftStatus && (
        <Badge tone={draftTones[activeDraftStatus]}>
          {t('draftBadge', { status: t(`draft_${activeDraftStatus}`) })}
        </Badge>
      )}
      {flags.map((flag) => (
        <Badge key={flag} tone={threadFlagTones[flag]}>
          {t(`flag_${flag}`)}
        </Badge>
      ))}
      {intent && intent !== 'other' && <Badge>{t(`intent_${intent}`)}</Badge>}
    </span>
  );
}
