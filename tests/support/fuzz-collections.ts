import { z } from 'zod';
import { isoTime } from '#lib/core/time.ts';
import { collection } from '#lib/data/collection.ts';

/** Every type of field, alone and combined, in both directions: what the two drivers might treat differently. */
export const Items = collection('items', {
  label: 'Item',
  schema: z.object({
    kind: z.string(),
    n: z.number().nullable(),
    s: z.string().nullable(),
    flag: z.boolean(),
    mix: z.union([z.string(), z.number(), z.boolean()]).nullable(),
    tags: z.array(z.string()),
    nums: z.array(z.union([z.number(), z.boolean(), z.string()])).nullable(),
    extra: z.record(z.string(), z.unknown()).optional(),
  }),
  indexes: [
    ['kind'],
    ['flag'],
    ['n'],
    ['n desc'],
    ['s'],
    ['s desc'],
    ['mix'],
    ['mix desc'],
    ['kind', 'n'],
    ['kind', 'n desc'],
    ['flag', 'n desc'],
    ['kind', 's desc', 'n'],
    ['kind', 'flag', 'mix'],
    ['mix', 's desc'],
    ['tags[]'],
    ['tags[]', 'n desc'],
    ['tags[]', 'kind', 's'],
    ['nums[]', 'n'],
    ['nums[]', 'flag', 'mix desc', 'n'],
    ['n', 's desc'],
    ['s desc', 'mix', 'n desc'],
  ],
});

/** Documents that expire. */
export const Leases = collection('leases', {
  label: 'Lease',
  schema: z.object({ owner: z.string(), n: z.number(), expiresAt: isoTime.nullable() }),
  indexes: [['owner'], ['n desc'], ['owner', 'n'], ['expiresAt']],
  ttl: 'expiresAt',
});

const noteShape = { owner: z.string(), n: z.number() };
/** Documents as they were written before the collection's schema changed. */
export const OldNotes = collection('notes', {
  label: 'Note',
  schema: z.object({ ...noteShape, title: z.string() }),
  indexes: [['owner', 'n desc']],
});
export const Notes = collection('notes', {
  label: 'Note',
  schema: z.object({ ...noteShape, heading: z.string(), words: z.number() }),
  indexes: [['owner', 'n desc']],
  version: 2,
  migrate: ({ title, ...rest }) => ({ ...rest, heading: title, words: String(title).split(' ').length }),
});

export const fuzzCollections = [Items, Leases, Notes];
