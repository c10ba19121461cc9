import { z } from 'zod';

/** The character of each name; what has no width is left out of a text, so it is empty. */
export const namedCharactersSchema = z.record(z.string().regex(/^[A-Za-z]+\d*$/), z.string().max(1));
export type NamedCharacters = z.infer<typeof namedCharactersSchema>;
