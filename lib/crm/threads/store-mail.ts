import type { Context } from '#lib/context/context.ts';
import { fault } from '#lib/core/fault.ts';
import { newId } from '#lib/core/ids.ts';
import { EmailMessages } from '#lib/crm/collections.ts';
import { ownAddresses } from '#lib/crm/mailboxes/channels.ts';
import { fitMessage } from '#lib/crm/messages/fit-message.ts';
import { BODY_FILE } from '#lib/crm/messages/mail-bodies.ts';
import {
  assertClaimed,
  claimFiles,
  type FileClaim,
  type NamedFile,
  releaseFiles,
} from '#lib/crm/messages/mail-files.ts';
import { type Arrival, messageRow } from '#lib/crm/messages/message-row.ts';
import type { EmailAttachment, EmailMessage } from '#lib/crm/schemas/message.ts';
import { queriedTx } from '#lib/data/queried-tx.ts';
import type { Row, Tx } from '#lib/data/store.ts';
import { emailId, isSameMail, msgidKey, reusedEmailId } from '#lib/mail/identity.ts';
import { storedLine } from '#lib/mail/stored-text.ts';
import { publishOverviewChange } from '#lib/tunnel/channels/overview-channel.ts';
import { namedMids } from './find-threads.ts';
import type { ReadMail } from './ingest.ts';
import { joinMail } from './join-mail.ts';

/** What happened to a mail: stored, already known, or our own sent mail. The ids are those of its only row. */
export type StoredMail = {
  readonly status: 'processed' | 'duplicate' | 'ignored';
  readonly id: string;
  readonly threadId: string;
  /** The Message-ID without brackets. */
  readonly messageId: string;
};

/** Runs first in the transaction. Throws when the caller has lost the right to write. */
export type StoreGuard = (t: Pick<Tx, 'get'>) => Promise<void>;

const MAX_ATTACHMENTS = 100;

/**
 * Stores a mail in one transaction: message, thread, contact, Message-IDs and effects. A mail is stored once, however
 * often and by whichever way it arrives. A later copy only updates the UID.
 */
export async function storeMail(
  ctx: Context,
  read: ReadMail,
  arrival: Arrival,
  guard: StoreGuard = async () => undefined,
): Promise<StoredMail> {
  const first = emailId(read.channel.id, read.identity.mid);
  const known = await twinOf(ctx.data, read, first);
  if (known.row) return settleCopy(ctx, known.row, arrival);

  const facts = { ...arrival, now: ctx.now(), rawDays: ctx.env.CRM_RAW_DAYS };
  const bare = messageRow(read, facts);
  const { body } = read;
  const attachments = attachmentsOf(read);
  // A row has room for a limited number of attachments. Files that the row does not list are not kept, because no
  // reader could find them.
  const fitting = fitMessage({
    ...bare,
    attachments: attachments.map(({ shown }) => shown),
    bodyChunks: body.pieces.length,
    bodyFile: body.file !== null,
  });
  const listed = new Set(fitting.attachments.map(({ id }) => id));
  const claim = await claimFiles(ctx, [
    ...(read.raw ? [{ name: 'raw', bytes: read.raw }] : []),
    ...attachments.flatMap(({ file, shown }) => (file && listed.has(shown.id) ? file : [])),
    ...(body.file ? [{ name: BODY_FILE, bytes: body.file }] : []),
  ]);
  await fault('mail.after_files');
  const row: EmailMessage = {
    ...fitting,
    filesKey: claim?.folder ?? null,
    rawKey: read.raw && claim ? `${claim.folder}/raw` : null,
  };
  return commit(ctx, { read, row, pieces: body.pieces, claim, first, guard, arrival });
}

type Commit = {
  readonly read: ReadMail;
  readonly row: EmailMessage;
  readonly pieces: readonly string[];
  readonly claim: FileClaim | null;
  readonly first: string;
  readonly guard: StoreGuard;
  readonly arrival: Arrival;
};

async function commit(ctx: Context, { read, row, pieces, claim, first, guard, arrival }: Commit): Promise<StoredMail> {
  const now = ctx.now();
  const made = { threadId: newId('thread'), taskId: newId('task') };
  const own = ownAddresses(ctx);
  const outcome = await queriedTx(
    ctx.data,
    async (t, foundBefore) => {
      await guard(t);
      await assertClaimed(t, claim);
      const twin = await twinOf(t, read, first);
      if (twin.row) return { twin: twin.row };
      const mail = { id: twin.id, row, reply: read.reply, own, pieces, claim, isReused: twin.id !== first };
      return { stored: await joinMail(ctx, t, read, mail, { now, made, foundBefore }) };
    },
    { lane: lanesOf(read, first), attempts: 20 },
  );
  await fault('mail.after_commit');
  if (outcome.twin) {
    await releaseFiles(ctx, claim);
    return settleCopy(ctx, outcome.twin, arrival);
  }
  const { threadId, merged } = outcome.stored;
  const { id } = outcome.stored;
  await publishOverviewChange(ctx, 'threads');
  ctx.log('info', 'mail.stored', { messageId: id, threadId, channelId: row.channelId, kind: row.kind, merged });
  return { status: 'processed', id, threadId, messageId: row.messageId };
}

/**
 * Returns the lanes of a mail. Mails that refer to each other wait for each other in this process, so that their
 * transactions do not conflict in the store.
 */
const lanesOf = (read: ReadMail, first: string): string[] => [
  `email_messages/${first}`,
  ...namedMids(read)
    .slice(0, 20)
    .map((mid) => `email_msgids/${msgidKey(read.channel.id, mid)}`),
];

/**
 * Returns the row that this very mail already has, or the id for a new row. The id differs when the Message-ID is
 * already used by another mail.
 */
async function twinOf(
  t: Pick<Tx, 'get'>,
  { identity: { fingerprint } }: ReadMail,
  first: string,
): Promise<{ readonly id: string; readonly row: Row<EmailMessage> | null }> {
  const taken = await t.get(EmailMessages, first);
  if (!taken) return { id: first, row: null };
  if (taken.data.erasedAt !== null || isSameMail(taken.data.fingerprint, stored(fingerprint)))
    return { id: first, row: taken };
  const id = reusedEmailId(first, fingerprint);
  return { id, row: (await t.get(EmailMessages, id)) ?? null };
}

const stored = ({ from, at, subject }: EmailMessage['fingerprint']): EmailMessage['fingerprint'] => ({
  from: storedLine(from, 320),
  at,
  subject: storedLine(subject, 998),
});

/** Stores where in the mailbox a copy of a stored mail is. A copy changes nothing else. */
async function settleCopy(
  ctx: Context,
  { id, data }: Row<EmailMessage>,
  { uid, uidValidity }: Arrival,
): Promise<StoredMail> {
  const isSent = data.direction === 'outbound' && data.via === 'smtp';
  if (uid > 0 && data.erasedAt === null && (data.uid !== uid || data.uidValidity !== uidValidity))
    await ctx.data.update(EmailMessages, id, { uid, uidValidity });
  return { status: isSent ? 'ignored' : 'duplicate', id, threadId: data.threadId, messageId: data.messageId };
}

/** Returns the attachments of a mail as listed, each with its file if the file is kept. */
function attachmentsOf({ mail }: ReadMail): { readonly shown: EmailAttachment; readonly file: NamedFile | null }[] {
  const isWhole = !mail.flags.includes('truncated');
  return mail.parts.slice(0, MAX_ATTACHMENTS).map((part, place) => {
    const id = `a${place + 1}`;
    const keeps = isWhole && part.content.byteLength > 0;
    return {
      shown: {
        id,
        filename: part.filename === null ? null : storedLine(part.filename, 255),
        contentType: storedLine(part.contentType, 255),
        sizeBytes: part.sizeBytes,
        inline: part.inline,
        cid: part.cid === null ? null : storedLine(part.cid, 998),
        stored: keeps,
      },
      file: keeps ? { name: id, bytes: part.content } : null,
    };
  });
}
