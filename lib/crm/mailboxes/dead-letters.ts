import { createHash } from 'node:crypto';
import { auditRow } from '#lib/audit/audit.ts';
import type { Context, UserContext } from '#lib/context/context.ts';
import { AppError, codeOf, conflict } from '#lib/core/errors.ts';
import { hashId } from '#lib/core/ids.ts';
import { after, dayOf } from '#lib/core/time.ts';
import { EmailDeadLetters } from '#lib/crm/collections.ts';
import { DEAD_LETTER_MS } from '#lib/crm/limits.ts';
import { assertClaimed, claimFiles, postponeFileDeletion, releaseFiles } from '#lib/crm/messages/mail-files.ts';
import type { Arrival } from '#lib/crm/messages/message-row.ts';
import { deadLettersNewestFirst } from '#lib/crm/queries.ts';
import type { DeadLetter, DeadLetterView } from '#lib/crm/schemas/dead-letter.ts';
import type { DeadLetterPage, DeadLettersQuery, RetriedDeadLetter } from '#lib/crm/schemas/dead-letter-input.ts';
import { promiseNotice } from '#lib/crm/topics.ts';
import type { Row } from '#lib/data/store.ts';
import { headerOf, readHeaders } from '#lib/mail/headers/headers.ts';
import { MAX_MAIL_BYTES } from '#lib/mail/limits.ts';
import { MailParseError } from '#lib/mail/ports.ts';
import { storedLine } from '#lib/mail/stored-text.ts';
import { retryMail } from './retry-mail.ts';

/** Larger posts are not parsed on this thread just for sender and subject. */
const MOST_NAMED_BYTES = 256 * 1024;

export type PoisonMail = Omit<Arrival, 'arrivedAt'> & {
  readonly channelId: string;
  /** The raw mail, or its beginning. Null when nothing could be fetched. */
  readonly raw: Uint8Array | null;
  /** The size of the whole mail when `raw` is only a part. */
  readonly sizeBytes?: number;
  /** The error that reading the mail threw. */
  readonly error: unknown;
  readonly attempts?: number;
};

/**
 * Stores a mail that cannot be read, so that an admin can look at it. Returns the id. Repeats of the same mail are
 * stored once.
 */
export async function quarantineMail(ctx: Context, poison: PoisonMail): Promise<string> {
  const { channelId, via, uid, uidValidity, raw } = poison;
  const id = idOf(poison);
  if (await ctx.data.get(EmailDeadLetters, id)) return id;

  const keeps = raw !== null && raw.byteLength <= MAX_MAIL_BYTES;
  const claim = keeps ? await claimFiles(ctx, [{ name: 'raw', bytes: raw }]) : null;
  const now = ctx.now();
  const at = now.toISOString();
  const expiresAt = after(now, DEAD_LETTER_MS);
  const row: DeadLetter = {
    channelId,
    via,
    uid,
    uidValidity,
    sizeBytes: poison.sizeBytes ?? raw?.byteLength ?? 0,
    rawKey: claim && `${claim.folder}/raw`,
    errorCode: faultOf(poison.error),
    ...namesOf(via, raw),
    attempts: poison.attempts ?? 1,
    status: 'waiting',
    messageId: null,
    threadId: null,
    expiresAt,
    day: dayOf(now),
    createdAt: at,
    updatedAt: at,
  };
  const isNew = await ctx.data.tx(
    async (t) => {
      await assertClaimed(t, claim);
      if (await t.get(EmailDeadLetters, id)) return false;
      t.create(EmailDeadLetters, id, row);
      postponeFileDeletion(t, claim, expiresAt);
      promiseNotice(t, { kind: 'dead_letter', channelId, subjectId: id }, now);
      return true;
    },
    { lane: `email_dead_letters/${id}` },
  );
  if (!isNew) await releaseFiles(ctx, claim);
  else ctx.log('warn', 'mail.quarantined', { deadLetterId: id, channelId, via, code: row.errorCode });
  return id;
}

/** Derives the id from the place in the mailbox. A mail without a place gets its id from its bytes. */
function idOf({ channelId, via, uid, uidValidity, raw }: Omit<PoisonMail, 'error'>): string {
  const place =
    uid > 0
      ? [String(uidValidity), String(uid)]
      : [
          createHash('sha256')
            .update(raw ?? '')
            .digest('base64url'),
        ];
  return hashId('deadLetter', channelId, via, ...place);
}

/** Returns true when a mail of a mailbox is already stored as a dead letter. */
export async function isDeadLetter(
  { data }: Pick<Context, 'data'>,
  place: Pick<PoisonMail, 'channelId' | 'uid' | 'uidValidity'>,
): Promise<boolean> {
  return (await data.get(EmailDeadLetters, idOf({ ...place, via: 'imap', raw: null }))) !== undefined;
}

/** Returns the code of an error. The message of a library may contain a part of the mail, so it is not used. */
function faultOf(error: unknown): string {
  if (error instanceof MailParseError) return error.code.slice(0, 60);
  // An error that a webhook caller would have received for an invalid body.
  const unnamed = error instanceof AppError && error.status === 400 ? 'BadFields' : 'ReadFailed';
  return (codeOf(error) ?? unnamed).slice(0, 60);
}

/** Reads sender and subject as far as possible: from the header of a raw mail, or from the JSON of a webhook. */
function namesOf(via: DeadLetter['via'], raw: Uint8Array | null): Pick<DeadLetter, 'from' | 'subject'> {
  if (raw === null || (via === 'webhook' && raw.byteLength > MOST_NAMED_BYTES)) return { from: null, subject: null };
  try {
    if (via === 'webhook') {
      const said = JSON.parse(Buffer.from(raw).toString()) as { from?: unknown; subject?: unknown };
      return { from: line(said.from, 320), subject: line(said.subject, 998) };
    }
    const headers = readHeaders(raw.subarray(0, 256 * 1024));
    return { from: line(headerOf(headers, 'from'), 320), subject: line(headerOf(headers, 'subject'), 998) };
  } catch {
    return { from: null, subject: null };
  }
}

const line = (text: unknown, most: number): string | null => (typeof text === 'string' ? storedLine(text, most) : null);

/** Returns a page of mails that could not be read, the latest first. */
export async function listDeadLetters({ data }: Context, query: DeadLettersQuery): Promise<DeadLetterPage> {
  const { rows, next } = await data.find(deadLettersNewestFirst(query.status, query.limit, query.cursor));
  return { deadLetters: rows.map(toDeadLetterView), nextCursor: next };
}

/**
 * Retries reading a mail. When the mail still cannot be read, the response says so instead of throwing. A mail already
 * read stays as it is.
 */
export async function retryDeadLetter(ctx: UserContext, id: string): Promise<RetriedDeadLetter> {
  const letter = await ctx.data.need(EmailDeadLetters, id);
  if (letter.data.status === 'read') return { success: true, deadLetter: toDeadLetterView(letter) };
  const raw = letter.data.rawKey === null ? null : await ctx.files.read(letter.data.rawKey);
  if (raw === null) throw conflict('This email was not kept', { code: 'InvalidTransition' });
  const result = await retryMail(ctx, letter.data, raw);
  const now = ctx.now();
  const updatedAt = now.toISOString();
  const attempts = letter.data.attempts + 1;
  const change: Partial<DeadLetter> =
    'stored' in result
      ? { status: 'read', messageId: result.stored.id, threadId: result.stored.threadId, attempts, updatedAt }
      : { errorCode: faultOf(result.error), attempts, updatedAt };
  await ctx.data.batch((write) => {
    write.update(EmailDeadLetters, id, change);
    auditRow(write, ctx, {
      action: 'email-dead-letter.retried',
      targetType: 'email-dead-letter',
      targetId: id,
      after: { status: change.status ?? letter.data.status, attempts },
      now,
    });
  });
  return { success: 'stored' in result, deadLetter: toDeadLetterView({ id, data: { ...letter.data, ...change } }) };
}

export function toDeadLetterView({ id, data }: Pick<Row<DeadLetter>, 'id' | 'data'>): DeadLetterView {
  const { rawKey, day: _day, ...shown } = data;
  return { ...shown, id, hasRaw: rawKey !== null };
}
