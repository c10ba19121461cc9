import { FIRST_CONTACT_MAILS } from '#lib/crm/limits.ts';
import type { EmailChannel } from '#lib/crm/schemas/channel.ts';

/**
 * Set on every stored mail, where the server permits custom keywords. A mail that a person marks unread is then not
 * fetched again.
 */
export const DONE_KEYWORD = '$CrmDone';
/** Set on a mail that became a dead letter. */
export const FAILED_KEYWORD = '$CrmFailed';
/** How many mails the cursor remembers individually. */
export const MOST_RETRIES = 1000;

export type Cursor = Pick<EmailChannel, 'uidValidity' | 'lastUid' | 'floorUid' | 'retryUids'>;

/**
 * Returns a new cursor for a mailbox whose UIDs are not known yet. `wanted` holds the UIDs to read, ascending and all
 * below `uidNext`. The cursor remembers them individually, because a person may read them elsewhere before they are
 * fetched. UIDs beyond its limit lie above `lastUid`, so the next polls find them as new.
 */
export function cursorFrom(uidValidity: string, uidNext: number, wanted: readonly number[]): Cursor {
  const kept = wanted.slice(0, MOST_RETRIES);
  const last = kept.length < wanted.length ? kept.at(-1) : undefined;
  return {
    uidValidity,
    lastUid: last ?? Math.max(0, uidNext - 1),
    floorUid: wanted[0] ?? uidNext,
    retryUids: kept.map((uid) => ({ uid, attempts: 0 })),
  };
}

/** Returns the newest unread mails of a mailbox that is polled for the first time. */
export const firstContact = (unseen: readonly number[]): readonly number[] => unseen.slice(-FIRST_CONTACT_MAILS);

/**
 * Returns the UIDs that a poll reads, none below the floor: new mails first, then retries, then unread mails behind the
 * cursor, each ascending. New mail therefore waits neither for a mail that breaks the connection nor for a mailbox that
 * rejects marks. `failing` says whether to include mails that failed before.
 */
export function uidsToRead(cursor: Cursor, found: readonly number[], failing: boolean): readonly number[] {
  const held = new Map(cursor.retryUids.map(({ uid, attempts }) => [uid, attempts]));
  const all = new Set([...found, ...held.keys()]);
  const lies = (uid: number): number => {
    const attempts = held.get(uid) ?? (uid > cursor.lastUid ? 0 : null);
    return attempts === null ? 2 : Math.min(attempts, 1);
  };
  return [...all]
    .filter((uid) => uid >= cursor.floorUid && (failing || (held.get(uid) ?? 0) === 0))
    .sort((a, b) => lies(a) - lies(b) || a - b);
}

/**
 * Returns true when a mail was found only because it is unread, or because a server returns its last mail for `n:*`.
 */
export const isBehind = ({ lastUid, retryUids }: Cursor, uid: number): boolean =>
  uid <= lastUid && !retryUids.some((retry) => retry.uid === uid);

/** Returns the number of attempts for a mail so far. */
export const attemptsOf = ({ retryUids }: Cursor, uid: number): number =>
  retryUids.find((retry) => retry.uid === uid)?.attempts ?? 0;

/** Returns the cursor after a mail is finished, with any outcome. */
export const cursorPast = (cursor: Cursor, uid: number): Cursor => ({
  ...cursor,
  lastUid: Math.max(cursor.lastUid, uid),
  retryUids: cursor.retryUids.filter((retry) => retry.uid !== uid),
});

/** Returns the cursor that remembers a mail for another attempt. */
export const cursorRetrying = (cursor: Cursor, uid: number, attempts: number): Cursor => ({
  ...cursor,
  lastUid: Math.max(cursor.lastUid, uid),
  retryUids: [...cursor.retryUids.filter((retry) => retry.uid !== uid), { uid, attempts }],
});
