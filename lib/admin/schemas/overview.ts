import { z } from 'zod';

/**
 * The number of items that wait for a person in the console. Each is counted up to one above the highest number
 * shown.
 */
export const overviewCounts = z
  .object({
    newThreads: z.int(),
    drafts: z.int(),
    unknownSends: z.int(),
    overdueTasks: z.int(),
    deadLetters: z.int(),
    moderation: z.int(),
    appeals: z.int(),
    verification: z.int(),
    money: z.int(),
    deadEffects: z.int(),
  })
  .meta({ id: 'DeskCounts' });
export type OverviewCounts = z.infer<typeof overviewCounts>;

export const overviewAnswer = z.object({ counts: overviewCounts });
