import { z } from 'zod';
import { roles } from '#lib/context/values.ts';
import { demoVendorKeys } from '#services/run/demo/values.ts';

const text = z.string().min(1);

/** `people.json`: one person of each role, and what a newcomer reads about the account. */
const people = z.record(z.enum(roles), z.strictObject({ name: text, as: text }));

/** `sellers.json`: the sellers of the demo shop and their owners. */
const sellers = z.record(
  z.enum(demoVendorKeys),
  z.strictObject({
    name: text,
    about: text,
    country: z.string().regex(/^[A-Z]{2}$/),
    /** Null for the commission of the platform. */
    commissionBps: z.int().nonnegative().nullable(),
    owner: z.strictObject({ name: text, email: z.email() }),
  }),
);

export const demoPeopleSchema = z.strictObject({ people, sellers });
export type DemoPeople = z.infer<typeof demoPeopleSchema>;
