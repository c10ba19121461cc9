import { z } from 'zod';

/** What waits for a person in the console, each counted to one beyond what is shown as a number. */
export const deskCounts = z
  .object({
    newThreads: z.int(),
    drafts: z.int(),
    unknownSends: z.int(),
    overdueTasks: z.int(),
    deadLetters: z.int(),
    moderation: z.int(),
    money: z.int(),
    deadEffects: z.int(),
  })
  .meta({ id: 'DeskCounts' });
export type DeskCounts = z.infer<typeof deskCounts>;

export const deskAnswer = z.object({ counts: deskCounts });
