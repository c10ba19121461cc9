import { z } from 'zod';

/** A person in a mail's headers. */
export const emailPerson = z.object({ email: z.string().max(320), name: z.string().max(200).nullable() });
export type EmailPerson = z.infer<typeof emailPerson>;

/** ISO 639-1. */
export const languageCode = z.string().regex(/^[a-z]{2}$/);
