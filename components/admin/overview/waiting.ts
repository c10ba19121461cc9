import type { OverviewCounts } from '#lib/admin/schemas/overview.ts';

/** Returns the total number of waiting items in the inbox. */
export const waitingIn = (counts: OverviewCounts): number =>
  counts.newThreads + counts.drafts + counts.unknownSends + counts.overdueTasks + counts.deadLetters;
