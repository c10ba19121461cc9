import { z } from 'zod';
import { errorKinds } from '#lib/admin/errors/values.ts';
import { cursorText, pageLimit } from '#lib/core/paging.ts';
import { isoTime } from '#lib/core/time.ts';
import { analyticsRanges } from '#lib/crm/analytics/values.ts';

const count = z.int().nonnegative();
const day = z.iso.date();

const group = z.object({
  kind: z.enum(errorKinds),
  name: z.string().max(80),
  /** Without ids, addresses, quoted texts and numbers. */
  message: z.string().max(500),
  /** The pattern of a page or route, or the id of a process. */
  path: z.string().max(200),
  firstSeenAt: isoTime,
  lastSeenAt: isoTime,
  lastRequestId: z.string().nullable(),
  /** The version of the product that had the last error. */
  release: z.string().max(40),
});

/** Errors with one cause. The id is a hash of what they have in common. */
export const errorGroup = group.extend({
  /** The number of errors on each UTC day. */
  days: z.record(day, count),
  /** Keyed hashes of the signed-in users who met the error. */
  userMarks: z.array(z.string().max(16)),
  expiresAt: isoTime,
});
export type ErrorGroup = z.infer<typeof errorGroup>;

const byKind = z.object({ client: count, server: count, csp: count, process: count });

/** The errors of a UTC day. The id is the day. */
export const errorDay = byKind.extend({ date: day, newGroups: count });
export type ErrorDay = z.infer<typeof errorDay>;

/** What a browser sends of an error on its page. */
export const clientError = z.strictObject({
  name: z.string().max(80),
  message: z.string().max(500),
  /** Accepted from other senders and not stored. Our own pages leave it out. */
  stack: z.string().max(4_000).optional(),
  path: z.string().max(300),
  release: z.string().max(40),
});
export type ClientError = z.infer<typeof clientError>;

export const errorsQuery = z.object({
  range: z.enum(analyticsRanges).default('7d'),
  kind: z.enum(errorKinds).optional(),
  limit: pageLimit(50, 100),
  cursor: cursorText.optional(),
});
export type ErrorsQuery = z.infer<typeof errorsQuery>;

const groupView = group.extend({
  id: z.string(),
  /** The errors within the range. */
  count,
  /** Signed-in users, 50 at most. */
  users: count,
});
export type ErrorGroupView = z.infer<typeof groupView>;

/** The response of the error analytics. `total` and the groups are of the kind asked for; `daily` has all kinds. */
export const errorAnalytics = z
  .object({
    range: z.enum(analyticsRanges),
    generatedAt: isoTime,
    total: count,
    daily: z.array(byKind.extend({ date: day })),
    groups: z.array(groupView),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'ErrorAnalytics' });
export type ErrorAnalytics = z.infer<typeof errorAnalytics>;
