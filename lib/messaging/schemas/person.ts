import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';

/**
 * The maximum number of users in one request. MAX_CONVERSATIONS limits the shared conversations that prove
 * acquaintance.
 */
export const MAX_PEOPLE = 100;
const MAX_CONVERSATIONS = 50;

const ids = (most: number) =>
  z
    .string()
    .max(most * 130)
    .transform((text) => [...new Set(text.split(','))])
    .pipe(z.array(idText).min(1).max(most));

export const peopleQuery = z.object({ userIds: ids(MAX_PEOPLE), conversationIds: ids(MAX_CONVERSATIONS).optional() });
export type PeopleQuery = z.output<typeof peopleQuery>;

/** A user as other participants see them. The name may be empty; a deleted user has none. */
export const person = z
  .object({ id: idText, name: z.string(), avatarUrl: z.string().nullable(), isDeleted: z.boolean() })
  .meta({ id: 'Person' });
export type Person = z.infer<typeof person>;

export const peopleAnswer = z.object({ people: z.array(person) });
