import { z } from 'zod';

/** Which images of a mail are shown: none, the attached ones, or also remote ones when the reader asks for them. */
export const messageHtmlQuery = z.object({ images: z.enum(['none', 'inline', 'remote']).default('none') });
export type MessageHtmlQuery = z.infer<typeof messageHtmlQuery>;

const count = z.int().nonnegative();
export const messageHtml = z.object({
  html: z.string(),
  remoteImages: z.object({ found: count, loaded: count, blocked: count }),
});
export type MessageHtml = z.infer<typeof messageHtml>;
