import { DAY_MS, SECOND_MS } from '#lib/core/time.ts';
import type { EmailChannel } from '#lib/crm/schemas/channel.ts';
import { pollMail } from './poll-mail.ts';
import { cursorFrom, DONE_KEYWORD, firstContact, uidsToRead } from './poll-plan.ts';
import { onLiveLine, type PollRun, saveCursor } from './poll-run.ts';

const POLL_MAILS = 50;
const POLL_MS = 40 * SECOND_MS;
/** How far before the last successful poll mails are read again after UIDVALIDITY has changed. */
const OVERLAP_MS = 7 * DAY_MS;

export type WalkOptions = {
  /** Skips mails that failed before, because they were just retried. */
  readonly skipFailing?: boolean;
  /** Ends the poll after the current mail. */
  readonly signal?: AbortSignal;
};

/** Reads new mails one after the other, up to 50 mails or 40 seconds. */
export async function walkMailbox(run: PollRun, row: EmailChannel, options: WalkOptions): Promise<void> {
  const deadline = performance.now() + POLL_MS;
  const uids = await planWalk(run, row, options.skipFailing ?? false);
  let begun = 0;
  let read = 0;
  run.counts.remaining = uids.length;
  for (const uid of uids) {
    if (read >= POLL_MAILS || performance.now() >= deadline || options.signal?.aborted) break;
    if (await onLiveLine(run, () => pollMail(run, uid))) read += 1;
    begun += 1;
    run.counts.remaining = uids.length - begun;
  }
}

/** Returns the UIDs to read, in reading order. A new or renumbered mailbox gets a new cursor first. */
async function planWalk(run: PollRun, row: EmailChannel, skipFailing: boolean): Promise<readonly number[]> {
  const { uidValidity, uidNext } = run.box.state;
  if (row.uidValidity !== uidValidity) {
    const wanted = await (row.uidValidity !== null && row.lastOkAt !== null
      ? arrivedSince(run, new Date(Date.parse(row.lastOkAt) - OVERLAP_MS))
      : newestUnread(run));
    await saveCursor(run, cursorFrom(uidValidity, uidNext, wanted));
  }
  const found = await search(run, run.cursor.lastUid);
  return uidsToRead(run.cursor, found, !skipFailing);
}

const search = (run: PollRun, lastUid: number): Promise<readonly number[]> =>
  onLiveLine(run, () => run.box.search({ lastUid, done: DONE_KEYWORD }));

async function arrivedSince(run: PollRun, day: Date): Promise<readonly number[]> {
  const found = await onLiveLine(run, () => run.box.searchSince(day));
  return found.filter((uid) => uid < run.box.state.uidNext);
}

async function newestUnread(run: PollRun): Promise<readonly number[]> {
  const { uidNext } = run.box.state;
  const found = (await search(run, uidNext - 1)).filter((uid) => uid < uidNext);
  // A server returns its last mail for `n:*`, even when that mail is read.
  const last = found.at(-1);
  const item = last === undefined ? null : await onLiveLine(run, () => run.box.look(last));
  return firstContact(item?.seen ? found.slice(0, -1) : found);
}
