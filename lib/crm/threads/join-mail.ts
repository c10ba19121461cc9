import type { Context } from '#lib/context/context.ts';
import { hashOf } from '#lib/core/ids.ts';
import { after, before, dayOf, HOUR_MS } from '#lib/core/time.ts';
import { ENRICH_VERSION } from '#lib/crm/assistant/values.ts';
import { EmailDayStats, EmailMessages, EmailMsgids, EmailReopens, EmailThreads } from '#lib/crm/collections.ts';
import { noteContact, readWriter } from '#lib/crm/contacts/note-contact.ts';
import { activeDraftOf, supersedeDraft } from '#lib/crm/drafts/draft-rows.ts';
import { mayTransition } from '#lib/crm/drafts/draft-states.ts';
import { overtake } from '#lib/crm/drafts/drafts.ts';
import { writeBody } from '#lib/crm/messages/mail-bodies.ts';
import { type FileClaim, settleFiles } from '#lib/crm/messages/mail-files.ts';
import type { EmailDraft } from '#lib/crm/schemas/draft.ts';
import type { EmailMessage } from '#lib/crm/schemas/message.ts';
import type { EmailThread } from '#lib/crm/schemas/thread.ts';
import { promiseEnrich, promiseNotice, promiseThreadIndex } from '#lib/crm/topics.ts';
import type { FoundBefore } from '#lib/data/queried-tx.ts';
import type { Row, Tx } from '#lib/data/store.ts';
import { isOneOf } from '#lib/mail/headers/address.ts';
import { emailId, isSameMail, msgidKey } from '#lib/mail/identity.ts';
import type { MessageFlag } from '#lib/mail/values.ts';
import { type FoundThreads, findThreads } from './find-threads.ts';
import { earlier, findFirstReply } from './first-reply.ts';
import type { ReadMail } from './ingest.ts';
import { isLater, writtenAt } from './latest-mail.ts';
import { firstAsked } from './merge-facts.ts';
import { type MergePlan, planMerge, writeMerge } from './merge-threads.ts';
import { noteBounce, readBounce, writeFailureTask } from './note-bounce.ts';
import { later, newThread, takesPart, withMail } from './thread-facts.ts';
import { isReopening, statusAfterMail } from './thread-status.ts';
import type { ThreadFlag } from './values.ts';

/** More reopened threads than this by one sender in an hour come from a program. */
const MOST_REOPENS = 5;

export type MailToJoin = {
  readonly id: string;
  readonly row: EmailMessage;
  readonly reply: string;
  readonly own: ReadonlySet<string>;
  readonly pieces: readonly string[];
  readonly claim: FileClaim | null;
  /** True when the Message-ID belongs to another mail. */
  readonly isReused: boolean;
};
/** The ids are generated before the transaction, because the transaction may be retried. */
type Given = {
  readonly now: Date;
  readonly made: { readonly threadId: string; readonly taskId: string };
  readonly foundBefore: FoundBefore;
};

/** Reads and writes all consequences of a mail, inside the transaction that stores the mail. */
export async function joinMail(ctx: Context, t: Tx, read: ReadMail, mail: MailToJoin, given: Given) {
  const { now, made, foundBefore } = given;
  const { id, own } = mail;
  const found = await findThreads(ctx, t, read, mail.row, { isReused: mail.isReused, own });
  const row = placed(mail.row, found);
  const plan = await planMerge(t, foundBefore, found.threads);
  const isLatest = decides({ id, data: row }, plan?.latest ?? null);
  const [firstReplyAt, writer, bounce, reopens, twins] = [
    await firstReplyWith(foundBefore, row, plan, isLatest),
    await readWriter(t, row, own),
    await readBounce(t, row, found.reported),
    await t.get(EmailReopens, reopenId(row)),
    await readTwins(ctx, t, read, row),
  ];
  const drafts = await Promise.all(found.threads.map((thread) => activeDraftOf(t, thread)));

  // All reads come before this line.
  const at = now.toISOString();
  const merged = plan ? writeMerge(t, plan, now) : null;
  const joining = { id, row, reply: mail.reply, own, contact: writer && { id: writer.id, name: writer.name } };
  const before = merged ?? newThread(joining, startOf(found));
  const threadId = plan?.survivor.id ?? made.threadId;
  const times = reopens?.data.times ?? [];
  const change = { ...changeOf({ before: merged, row, isLatest, reopens: times, now, own }), firstReplyAt };
  const active = plan && isLatest ? activeAmong(drafts, merged) : null;
  const pointer = active ? pushDraft(t, active, row, now) : {};
  const failed = bounce?.failed ?? false;
  const thread: EmailThread = {
    ...withMail(before, joining, change),
    ...pointer,
    ...(failed && { openTaskCount: before.openTaskCount + 1 }),
  };
  if (plan) t.set(EmailThreads, threadId, thread);
  else t.create(EmailThreads, threadId, thread);

  const flags = messageFlags(row, { isReused: mail.isReused, isStranger: change.isStranger });
  t.create(EmailMessages, id, { ...row, threadId, flags, bounceOf: bounce?.reported.id ?? null, alsoIn: twins.alsoIn });
  for (const { id: twinId, alsoIn } of twins.others)
    t.update(EmailMessages, twinId, { alsoIn: [...alsoIn, { channelId: row.channelId, messageId: id }].slice(-20) });
  writeMsgids(t, { id, row, threadId, found, isReused: mail.isReused });
  writeBody(t, id, mail.pieces);
  settleFiles(t, mail.claim);
  if (writer) noteContact(t, writer, row, !before.writerIds.includes(writer.id));
  if (bounce) noteBounce(t, bounce, id, at);
  if (failed) writeFailureTask(t, row, threadId, made.taskId);
  if (change.isReopening)
    t.set(EmailReopens, reopenId(row), { times: change.reopenTimes, expiresAt: after(now, HOUR_MS) });
  for (const day of closedDays(row, { before: merged, firstReplyAt, now })) t.delete(EmailDayStats, day);
  promise(t, { id, row, threadId, isNew: plan === null, failed, now });
  return { id, threadId, merged: plan?.now.length ?? 0 };
}

const reopenId = (row: EmailMessage): string => hashOf('reopen', row.from.email.toLowerCase());

const startOf = ({ choice: { previousThreadId, relatedThreadId } }: FoundThreads) => ({
  previousThreadId,
  relatedThreadId,
});

/** Places a mail in its thread after every mail it refers to, regardless of the sender's clock. */
function placed(row: EmailMessage, { choice, named }: FoundThreads): EmailMessage {
  const above = named.filter(({ data }) => choice.join.includes(data.threadId)).map(({ data }) => data.sortAt);
  const last = above.sort().at(-1);
  return last === undefined || row.sortAt > last ? row : { ...row, sortAt: after(new Date(last), 1) };
}

/** Returns true when a mail becomes the latest of its thread. Mails of machines and lists never do. */
const decides = (mail: Pick<Row<EmailMessage>, 'id' | 'data'>, latest: Row<EmailMessage> | null): boolean =>
  (mail.data.kind === 'human' || mail.data.kind === 'own') && (latest === null || isLater(mail, latest));

/**
 * Returns when the thread was first answered, including this mail. The mail may be that answer, or an earlier question
 * that arrived late.
 */
async function firstReplyWith(
  found: FoundBefore,
  row: EmailMessage,
  plan: MergePlan | null,
  isLatest: boolean,
): Promise<string | null> {
  if (!plan) return null;
  const { survivor, now, latest, firstReplyAt } = plan;
  const threads = [survivor, ...now];
  const askedAt = firstAsked(threads.map(({ data }) => data));
  const at = writtenAt(row);
  if (row.direction === 'outbound') {
    const isReply = askedAt !== null && (at >= askedAt || (isLatest && latest?.data.direction === 'inbound'));
    return isReply ? earlier(firstReplyAt, later(askedAt, at)) : firstReplyAt;
  }
  const isFirstAsked = row.kind === 'human' && (askedAt === null || at < askedAt);
  const isAnswered = threads.some(({ data }) => data.outboundCount > 0);
  return isFirstAsked && isAnswered ? findFirstReply(found, threads, at) : firstReplyAt;
}

/** Returns past days whose stored figures lack this mail. They are counted again. */
function closedDays(
  row: EmailMessage,
  { before: thread, firstReplyAt, now }: Pick<Asked, 'before' | 'now'> & Pick<EmailThread, 'firstReplyAt'>,
): readonly string[] {
  const replied = [thread?.firstReplyAt ?? null, firstReplyAt];
  const replyDays = replied[0] === replied[1] ? [] : replied.flatMap((at) => (at === null ? [] : [dayOf(at)]));
  return [...new Set([row.day, ...replyDays])].filter((day) => day < dayOf(now));
}

type Asked = {
  readonly before: EmailThread | null;
  readonly row: EmailMessage;
  readonly isLatest: boolean;
  readonly reopens: readonly string[];
  readonly now: Date;
  readonly own: ReadonlySet<string>;
};

/** Returns how the mail changes the thread's state. `before` is the merged thread, or null for a new one. */
function changeOf({ before: thread, row, isLatest, reopens, now, own }: Asked) {
  const hourAgo = before(now, HOUR_MS);
  const recent = reopens.filter((moment) => moment > hourAgo);
  const reopening = isReopening(thread?.status ?? null, { kind: row.kind, isLatest });
  const isLooping = reopening && recent.length >= MOST_REOPENS;
  const isStranger =
    thread !== null && row.kind === 'human' && !isOneOf(own, row.from.email) && !takesPart(thread, row.from.email);
  const outcome = row.bounce?.outcome ?? null;
  const status = statusAfterMail(thread?.status ?? null, { kind: row.kind, outcome, isLatest, isLooping });
  const flags: ThreadFlag[] = [
    ...(isStranger ? (['newParticipant'] as const) : []),
    ...(isLooping ? (['loopSuspected'] as const) : []),
    ...(row.kind === 'bounce' && outcome === 'permanent' ? (['bounced'] as const) : []),
    ...(row.kind === 'complaint' ? (['complained'] as const) : []),
  ];
  return {
    status,
    flags,
    isReopened: reopening && !isLooping,
    isReopening: reopening,
    reopenTimes: [...recent, now.toISOString()].slice(-20),
    isLatest,
    isStranger,
  };
}

/** Returns the draft that stays active after a merge. */
const activeAmong = (drafts: readonly (Row<EmailDraft> | null)[], merged: EmailThread | null): Row<EmailDraft> | null =>
  drafts.find((draft) => draft !== null && draft.id === merged?.activeDraftId) ?? null;

/** Applies the latest mail to the active draft: a person's mail makes the draft stale, our own reply supersedes it. */
function pushDraft(t: Tx, draft: Row<EmailDraft>, row: EmailMessage, now: Date): Partial<EmailThread> {
  if (row.kind === 'human') return overtake(t, draft, now);
  if (row.kind !== 'own' || !mayTransition(draft.data.status, 'supersede')) return {};
  supersedeDraft(t, draft, null, now);
  return { activeDraftId: null, activeDraftStatus: null };
}

function messageFlags(
  row: EmailMessage,
  { isReused, isStranger }: { readonly isReused: boolean; readonly isStranger: boolean },
): MessageFlag[] {
  const flags = new Set<MessageFlag>(row.flags);
  if (isReused) flags.add('messageIdReused');
  if (isStranger) flags.add('newParticipant');
  return [...flags];
}

/** Reads the copies of this mail in other channels. Each copy links to the others. */
async function readTwins(ctx: Pick<Context, 'channels'>, t: Tx, { channel, identity }: ReadMail, row: EmailMessage) {
  const elsewhere = ctx.channels.all.map(({ id }) => id).filter((id) => id !== channel.id);
  if (identity.generated || elsewhere.length === 0) return { alsoIn: [], others: [] };
  const rows = await t.getMany(
    EmailMessages,
    elsewhere.map((channelId) => emailId(channelId, identity.mid)),
  );
  const same = rows.filter(
    (stored) => stored !== undefined && isSameMail(stored.data.fingerprint, row.fingerprint),
  ) as Row<EmailMessage>[];
  return {
    alsoIn: same.map(({ id, data }) => ({ channelId: data.channelId, messageId: id })).slice(0, 20),
    others: same.map(({ id, data }) => ({ id, alsoIn: data.alsoIn })),
  };
}

type Entries = Pick<MailToJoin, 'id' | 'row' | 'isReused'> & {
  readonly threadId: string;
  readonly found: FoundThreads;
};

/**
 * Maps the new Message-IDs to this thread. Existing entries stay: their threads were merged into this one, or
 * deliberately not.
 */
function writeMsgids(t: Tx, { id, row, threadId, found, isReused }: Entries): void {
  const { channelId, createdAt } = row;
  if (!isReused)
    t.set(EmailMsgids, msgidKey(channelId, row.messageId), { threadId, channelId, messageId: id, createdAt });
  for (const mid of found.freshMids)
    t.set(EmailMsgids, msgidKey(channelId, mid), { threadId, channelId, messageId: null, createdAt });
}

type Promises = {
  readonly id: string;
  readonly row: EmailMessage;
  readonly threadId: string;
  readonly isNew: boolean;
  readonly failed: boolean;
  readonly now: Date;
};

/** Enqueues the effects that follow the storing of the mail. */
function promise(t: Tx, { id, row, threadId, isNew, failed, now }: Promises): void {
  const { channelId } = row;
  promiseThreadIndex(t, threadId, now);
  if (row.kind === 'human') promiseEnrich(t, { messageId: id, step: 'classify', promptVersion: ENRICH_VERSION }, now);
  if (isNew && row.kind === 'human') promiseNotice(t, { kind: 'new_threads', channelId, subjectId: threadId }, now);
  if (failed) promiseNotice(t, { kind: 'bounce', channelId, subjectId: id }, now);
}
