import type { DraftStatus } from '#lib/crm/drafts/values.ts';
import type { ThreadStatus } from '#lib/crm/threads/values.ts';

/** The fields of a thread that another person or a new mail may change while a user reads it. */
export type ThreadMark = {
  readonly version: number;
  readonly status: ThreadStatus;
  readonly messageCount: number;
  readonly activeDraftId: string | null;
  readonly activeDraftStatus: DraftStatus | null;
};

/** Describes the changes as a sentence. Returns null when a reader would notice no change. */
export function threadChange(before: ThreadMark, after: ThreadMark): string | null {
  if (after.version === before.version) return null;
  const added = after.messageCount - before.messageCount;
  const changes = [
    added === 1 && 'an email has been added',
    added > 1 && `${added} emails have been added`,
    after.status !== before.status && `its status is now ${after.status}`,
    after.activeDraftId !== before.activeDraftId &&
      (after.activeDraftId === null ? 'its draft was removed' : 'there is a new draft'),
    after.activeDraftId === before.activeDraftId &&
      after.activeDraftStatus !== before.activeDraftStatus &&
      after.activeDraftStatus !== null &&
      `its draft is now ${after.activeDraftStatus.replaceAll('_', ' ')}`,
  ].filter((change) => change !== false);
  return changes.length === 0 ? null : `While you were reading: ${changes.join(', ')}.`;
}
