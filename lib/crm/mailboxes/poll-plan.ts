import type { EmailChannel } from '#lib/crm/schemas/channel.ts';

/** Set on every mail that is stored, where the server permits own keywords: one marked unread again is not fetched again. */
export const DONE_KEYWORD = '$CrmDone';
/** Set on a mail that lies among the dead letters. */
export const FAILED_KEYWORD = '$CrmFailed';
/** Of a mailbox met for the first time, so many of the newest unread mails are read. */
export const FIRST_CONTACT_MAILS = 200;
/** So often a mail is tried before it becomes a dead letter. */
export const POISON_TRIES = 3;
/** Mails the cursor remembers one by one at most. */
export const MOST_RETRIES = 1000;

export type Cursor = Pick<EmailChannel, 'uidValidity' | 'lastUid' | 'floorUid' | 'retryUids'>;

/**
 * The cursor of a mailbox whose UIDs mean nothing yet. `wanted` are the UIDs to be read, ascending, all of them below
 * `uidNext`; they are remembered one by one, because somebody may read them elsewhere before they are fetched. What the
 * cursor has no room for is met again as everything above the last one remembered.
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

/** The newest unread mails of a mailbox met for the first time. */
export const firstContact = (unseen: readonly number[]): readonly number[] => unseen.slice(-FIRST_CONTACT_MAILS);

/**
 * What a poll looks at, and nothing below the floor: first what is new, then what has failed before, then what lies
 * behind the cursor and is unread, each ascending. New mail waits neither for one that breaks the line nor for those of a
 * mailbox that takes no marks. `failing` says whether mails that could not be read so far are among it.
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

/** Whether a mail was found only because it is unread, or because a server answers `n:*` with its last mail. */
export const isBehind = ({ lastUid, retryUids }: Cursor, uid: number): boolean =>
  uid <= lastUid && !retryUids.some((one) => one.uid === uid);

/** The tries a mail has had so far. */
export const attemptsOf = ({ retryUids }: Cursor, uid: number): number =>
  retryUids.find((one) => one.uid === uid)?.attempts ?? 0;

/** A mail is done with, however it ended. */
export const cursorPast = (cursor: Cursor, uid: number): Cursor => ({
  ...cursor,
  lastUid: Math.max(cursor.lastUid, uid),
  retryUids: cursor.retryUids.filter((one) => one.uid !== uid),
});

/** A mail could not be read and is tried again, whatever else comes. */
export const cursorRetrying = (cursor: Cursor, uid: number, attempts: number): Cursor => ({
  ...cursor,
  lastUid: Math.max(cursor.lastUid, uid),
  retryUids: [...cursor.retryUids.filter((one) => one.uid !== uid), { uid, attempts }],
});
