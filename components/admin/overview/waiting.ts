import type { DeskCounts } from '#lib/admin/schemas/desk.ts';

/** Returns the total number of waiting items in the inbox. */
export const waitingIn = (counts: DeskCounts): number =>
  counts.newThreads + counts.drafts + counts.unknownSends + counts.overdueTasks + counts.deadLetters;
