import { MOST_USER_MARKS } from '#lib/admin/limits.ts';
import { hashId } from '#lib/core/ids.ts';
import type { DescribedError } from './describe-error.ts';
import { OVERFLOW } from './values.ts';

/** The errors of one group on one day that are not stored yet. */
export type ErrorPart = DescribedError & {
  readonly date: string;
  readonly firstSeenAt: string;
  readonly lastSeenAt: string;
  readonly lastRequestId: string | null;
  readonly count: number;
  readonly userMarks: readonly string[];
};

/** Returns the key of a part among the parts of a buffer. */
export const keyOf = ({ groupId, date }: ErrorPart): string => `${date}:${groupId}`;

/** Returns the same errors as part of the group that takes those beyond the limit. */
export const overflowOf = (part: ErrorPart): ErrorPart => ({
  ...part,
  groupId: hashId('errorGroup', part.kind, OVERFLOW),
  ...{ name: OVERFLOW, message: '', path: '', userMarks: [] },
});

/** Returns the errors of two parts of one group and day. */
export const joined = (a: ErrorPart, b: ErrorPart): ErrorPart => {
  const [earlier, later] = a.lastSeenAt <= b.lastSeenAt ? [a, b] : [b, a];
  return {
    ...later,
    firstSeenAt: [a.firstSeenAt, b.firstSeenAt].sort()[0] ?? a.firstSeenAt,
    lastRequestId: later.lastRequestId ?? earlier.lastRequestId,
    count: a.count + b.count,
    userMarks: [...new Set([...a.userMarks, ...b.userMarks])].slice(0, MOST_USER_MARKS),
  };
};
