import { z } from 'zod';
import { cursorText, pageLimit } from '#lib/core/paging.ts';
import { deadLetter, deadLetterView } from './dead-letter.ts';

export const deadLettersQuery = z.object({
  status: deadLetter.shape.status.optional(),
  limit: pageLimit(50, 100),
  cursor: cursorText.optional(),
});
export type DeadLettersQuery = z.infer<typeof deadLettersQuery>;
export const deadLetterPage = z.object({ deadLetters: z.array(deadLetterView), nextCursor: z.string().nullable() });
export type DeadLetterPage = z.infer<typeof deadLetterPage>;

/** `success` is false when the mail still cannot be read. */
export const retriedDeadLetter = z.object({ success: z.boolean(), deadLetter: deadLetterView });
export type RetriedDeadLetter = z.infer<typeof retriedDeadLetter>;
