import type { DeskCounts } from '#lib/admin/schemas/desk.ts';

/** All that waits for a person in the inbox. */
export const waitingIn = (counts: DeskCounts): number =>
  counts.newThreads + counts.drafts + counts.unknownSends + counts.overdueTasks + counts.deadLetters;
