import { fault } from '#lib/core/fault.ts';
import { EmailMessages } from '#lib/crm/collections.ts';
import { MAIL_TRIES } from '#lib/crm/limits.ts';
import { type ReadMail, readMail } from '#lib/crm/threads/ingest.ts';
import { type StoredMail, storeMail } from '#lib/crm/threads/store-mail.ts';
import { emailId, isSameMail } from '#lib/mail/identity.ts';
import { MAX_MAIL_BYTES } from '#lib/mail/limits.ts';
import { PARTIAL_BYTES } from '#lib/mail/partial-mail.ts';
import { MailParseError } from '#lib/mail/ports.ts';
import { isDeadLetter, type PoisonMail, quarantineMail } from './dead-letters.ts';
import {
  attemptsOf,
  cursorPast,
  cursorRetrying,
  DONE_KEYWORD,
  FAILED_KEYWORD,
  isBehind,
  MOST_RETRIES,
} from './poll-plan.ts';
import { isOutage, type PollRun, saveCursor } from './poll-run.ts';
import { MailboxError, type MailboxItem } from './ports.ts';

/**
 * Takes one mail from the mailbox into the inbox: stores it, marks it, then moves the cursor. A mail that cannot be
 * read is retried, and becomes a dead letter after the third attempt. Returns true when the mail counts against the
 * limit of the poll. Throws MailboxError for a lost connection, and the store's error for an outage.
 */
export async function pollMail(run: PollRun, uid: number): Promise<boolean> {
  const item = await run.box.look(uid);
  if (item && isBehind(run.cursor, uid) && (await isDoneWith(run, item))) return false;
  const found = item && (await findMail(run, item));
  if (found === null) {
    // The mail was deleted in the meantime.
    await saveCursor(run, cursorPast(run.cursor, uid));
    return false;
  }
  return takeIn(run, found);
}

/**
 * Returns true when a mail was already handled. Such a mail is unread because a person marked it unread, or because it
 * could not be marked.
 */
async function isDoneWith(run: PollRun, { uid, seen, keywords }: MailboxItem): Promise<boolean> {
  if (seen || keywords.includes(DONE_KEYWORD) || keywords.includes(FAILED_KEYWORD)) return true;
  const { ctx, channel, box } = run;
  if (!(await isDeadLetter(ctx, { channelId: channel.id, uid, uidValidity: box.state.uidValidity }))) return false;
  await mark(run, uid, FAILED_KEYWORD);
  return true;
}

type Found =
  | { readonly item: MailboxItem; readonly raw: Uint8Array; readonly isPart: boolean }
  | { readonly item: MailboxItem; readonly known: ReadMail };

/**
 * Returns the bytes of a mail. Only the beginning is fetched of a mail that is too large. A mail that is already stored
 * needs only its header. When the connection broke at a mail in two polls and breaks again, only its beginning is
 * fetched. The rest may never arrive in time.
 */
async function findMail(run: PollRun, item: MailboxItem): Promise<Found | null> {
  const known = await knownByHeader(run, item);
  if (known) return { item, known };
  const isLastTry = run.hasReconnected && attemptsOf(run.cursor, item.uid) >= MAIL_TRIES - 1;
  const isPart = item.sizeBytes > MAX_MAIL_BYTES || isLastTry;
  const raw = await sourceOf(run, item, isPart);
  if (!raw) return null;
  run.counts.fetched += 1;
  await fault('poll.after_fetch');
  return { item, raw, isPart };
}

/**
 * Fetches the bytes of a mail. The connection broke right after this mail's header was read, and again after a
 * reconnect, so this mail is the cause. The next poll then starts with other mails. After the third such poll the mail
 * becomes a dead letter.
 */
async function sourceOf(run: PollRun, item: MailboxItem, isPart: boolean): Promise<Uint8Array | null> {
  const { uid } = item;
  try {
    return await run.box.source(uid, isPart ? PARTIAL_BYTES : undefined);
  } catch (error) {
    if (!(error instanceof MailboxError) || !run.hasReconnected) throw error;
    const attempts = attemptsOf(run.cursor, uid) + 1;
    run.ctx.log('warn', 'mail.breaks_connection', {
      channelId: run.channel.id,
      uid,
      attempts,
      code: error.trouble.code,
    });
    if (attempts < MAIL_TRIES && hasRoom(run)) await saveCursor(run, cursorRetrying(run.cursor, uid, attempts));
    else await layAside(run, item, { raw: null, error: new MailParseError('NotFetched'), attempts });
    throw error;
  }
}

const hasRoom = ({ cursor: { retryUids } }: PollRun): boolean => retryUids.length < MOST_RETRIES;

/**
 * Returns a mail that already arrived by webhook or under another UID. Returns null when the header alone does not
 * prove that.
 */
async function knownByHeader({ ctx, channel }: PollRun, { header }: MailboxItem): Promise<ReadMail | null> {
  let read: ReadMail;
  try {
    read = await readMail(ctx, header, { channelId: channel.id });
  } catch {
    // The whole mail will show the same error in its header, and is counted then.
    return null;
  }
  const { mid, generated, fingerprint } = read.identity;
  if (generated) return null;
  const row = await ctx.data.get(EmailMessages, emailId(channel.id, mid));
  return row && (row.data.erasedAt !== null || isSameMail(row.data.fingerprint, fingerprint)) ? read : null;
}

/**
 * Returns true when the mail changed something. A mail that is already stored, behind the cursor and impossible to mark
 * changes nothing.
 */
async function takeIn(run: PollRun, found: Found): Promise<boolean> {
  const { uid } = found.item;
  const wasBehind = isBehind(run.cursor, uid);
  let status: StoredMail['status'];
  try {
    status = await store(run, found);
  } catch (error) {
    if (error instanceof MailboxError || isOutage(error)) throw error;
    await keepFailing(run, found, error);
    return true;
  }
  await fault('poll.after_commit');
  await fault('poll.before_seen');
  const isMarked = await mark(run, uid, DONE_KEYWORD);
  if (wasBehind && status === 'duplicate' && !isMarked) return false;
  run.counts[status === 'duplicate' ? 'duplicates' : status] += 1;
  if (!wasBehind) await saveCursor(run, cursorPast(run.cursor, uid));
  return true;
}

async function store({ ctx, channel, lease, box }: PollRun, found: Found): Promise<StoredMail['status']> {
  const { uid, sizeBytes, arrivedAt } = found.item;
  const { uidValidity } = box.state;
  const part = 'isPart' in found && found.isPart ? { sizeBytes } : {};
  const read = 'known' in found ? found.known : await readMail(ctx, found.raw, { channelId: channel.id, ...part });
  const { status } = await storeMail(ctx, read, { via: 'imap', arrivedAt, uid, uidValidity }, (t) =>
    lease.assertHeld(t),
  );
  return status;
}

/**
 * Counts a failed attempt. After the last attempt, or after an error that must not be retried, the mail is kept whole
 * for an admin. The channel then continues without it.
 */
async function keepFailing(run: PollRun, found: Found, error: unknown): Promise<void> {
  const { ctx, channel, counts } = run;
  const { uid } = found.item;
  const attempts = attemptsOf(run.cursor, uid) + 1;
  const isPoison = error instanceof MailParseError;
  const facts = { channelId: channel.id, uid, attempts, ...(isPoison ? { code: error.code } : { error }) };
  ctx.log(isPoison ? 'info' : 'error', 'mail.unreadable', facts);
  const isFinal = isPoison && error.isFinal;
  if (!isFinal && attempts < MAIL_TRIES && hasRoom(run)) {
    counts.failed += 1;
    await saveCursor(run, cursorRetrying(run.cursor, uid, attempts));
    return;
  }
  await layAside(run, found.item, { raw: 'raw' in found ? found.raw : null, error, attempts });
}

type Failed = Pick<PoisonMail, 'raw' | 'error' | 'attempts'>;

async function layAside(run: PollRun, { uid, sizeBytes }: MailboxItem, failed: Failed): Promise<void> {
  const { ctx, channel, counts, box } = run;
  const { uidValidity } = box.state;
  // The id derives from the mailbox and the UID, so a process that has lost the lease stores no second dead letter.
  await quarantineMail(ctx, { channelId: channel.id, via: 'imap', uid, uidValidity, sizeBytes, ...failed });
  counts.quarantined += 1;
  await mark(run, uid, FAILED_KEYWORD);
  await saveCursor(run, cursorPast(run.cursor, uid));
}

/**
 * Marks a mail as seen and as handled. When this fails, the mail is found again, recognised as known, and only marked.
 */
async function mark(run: PollRun, uid: number, keyword: string): Promise<boolean> {
  const { box } = run;
  try {
    if (await box.mark(uid, box.state.keywords ? ['\\Seen', keyword] : ['\\Seen'])) return true;
  } catch (error) {
    if (!(error instanceof MailboxError)) throw error;
  }
  run.unmarked += 1;
  return false;
}
