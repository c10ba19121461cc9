import type { DraftStatus } from '#lib/crm/drafts/values.ts';
import type { ThreadStatus } from '#lib/crm/threads/values.ts';
import type { Say } from '#lib/i18n/console/texts.ts';

/** The fields of a thread that another person or a new mail may change while a user reads it. */
export type ThreadMark = {
  readonly version: number;
  readonly status: ThreadStatus;
  readonly messageCount: number;
  readonly activeDraftId: string | null;
  readonly activeDraftStatus: DraftStatus | null;
};

/** Describes the changes as a sentence. Returns null when a reader would notice no change. */
export function threadChange(before: ThreadMark, after: ThreadMark, t: Say<'inbox'>): string | null {
  if (after.version === before.version) return null;
  const added = after.messageCount - before.messageCount;
  const changes = [
    added > 0 && t('change_added', { count: added }),
    after.status !== before.status && t('change_status', { status: t(`status_${after.status}`) }),
    after.activeDraftId !== before.activeDraftId &&
      t(after.activeDraftId === null ? 'change_draftGone' : 'change_draftNew'),
    after.activeDraftId === before.activeDraftId &&
      after.activeDraftStatus !== before.activeDraftStatus &&
      after.activeDraftStatus !== null &&
      t('change_draft', { status: t(`draft_${after.activeDraftStatus}`) }),
  ].filter((change) => change !== false);
  return changes.length === 0 ? null : t('changed', { changes: changes.join(', ') });
}
