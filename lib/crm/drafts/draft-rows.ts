import { dayOf } from '#lib/core/time.ts';
import { EmailDrafts, EmailMessages, EmailThreads } from '#lib/crm/collections.ts';
import type { EmailDraft, EmailDraftView } from '#lib/crm/schemas/draft.ts';
import type { EmailMessage } from '#lib/crm/schemas/message.ts';
import type { EmailThread } from '#lib/crm/schemas/thread.ts';
import { assertKept, getLivingThread, idsOfThread } from '#lib/crm/threads/living-thread.ts';
import type { FoundBefore } from '#lib/data/queried-tx.ts';
import type { Reader, Row, Tx, Writer } from '#lib/data/store.ts';
import { cut, replyRecipient, replySubject } from '#lib/mail/headers/reply-headers.ts';
import { moveDraft } from './draft-states.ts';
import { openSlotsOf } from './open-slots.ts';
import { putBack } from './own-words.ts';
import { latestMessages } from './queries.ts';
import { activeDraftStatuses, type DraftStatus } from './values.ts';

/** A draft, and the thread it lives in now. */
export type HeldDraft = { readonly id: string; readonly draft: EmailDraft; readonly thread: Row<EmailThread> };

/** Everything one changes about a draft passes through this queue of its process. */
export const draftLane = (id: string): string => `email_drafts/${id}`;
export const threadLane = (id: string): string => `email_threads/${id}`;

export async function needDraft(t: Reader, id: string): Promise<HeldDraft> {
  const { data: draft } = await t.need(EmailDrafts, id);
  return { id, draft, thread: await getLivingThread(t, draft.threadId) };
}

/**
 * Writes a draft and what its thread says of it. `also` is what else becomes of the thread; another status counts as a
 * change that somebody may collide with.
 */
export function writeDraft(
  t: Writer,
  { id, draft, thread }: HeldDraft,
  patch: Partial<EmailDraft>,
  { now, also = {} }: { readonly now: Date; readonly also?: Partial<EmailThread> },
): EmailDraft {
  const at = now.toISOString();
  const next: EmailDraft = { ...draft, ...patch, updatedAt: at };
  t.set(EmailDrafts, id, next);
  const moves = also.status !== undefined && also.status !== thread.data.status;
  t.update(EmailThreads, thread.id, {
    ...pointerTo(thread.data, id, next.status),
    ...also,
    updatedAt: at,
    ...(moves && { version: thread.data.version + 1 }),
  });
  return next;
}

/** A thread shows its one active draft, and one whose outcome is unknown until that is known or another takes its place. */
function pointerTo(
  { activeDraftId }: EmailThread,
  id: string,
  status: DraftStatus,
): Partial<Pick<EmailThread, 'activeDraftId' | 'activeDraftStatus'>> {
  if (isActive(status)) return { activeDraftId: id, activeDraftStatus: status };
  if (activeDraftId !== id) return {};
  return status === 'send_unknown' ? { activeDraftStatus: status } : { activeDraftId: null, activeDraftStatus: null };
}

/** Whether a person has had a hand in a draft: such a one is never taken away by a program. */
export const isInHand = ({ status, source, editedAt }: EmailDraft): boolean =>
  status !== 'pending' || source === 'manual' || editedAt !== null;

export const isActive = (status: DraftStatus): boolean => activeDraftStatuses.some((active) => active === status);

/** The draft a thread shows, if that one is active; null where there is none. */
export async function activeDraftOf(
  t: Pick<Reader, 'get'>,
  { data }: Row<EmailThread>,
): Promise<Row<EmailDraft> | null> {
  const shown = data.activeDraftId === null ? undefined : await t.get(EmailDrafts, data.activeDraftId);
  return shown && isActive(shown.data.status) ? shown : null;
}

/** Takes an active draft out of the way of another, in the transaction that makes the other. */
export function supersedeDraft(t: Writer, { id, data }: Row<EmailDraft>, by: string | null, now: Date): void {
  const status = moveDraft(data.status, 'supersede');
  t.update(EmailDrafts, id, {
    ...putBack(data),
    status,
    supersededBy: by,
    nextAttemptAt: null,
    sendAt: null,
    scheduledBy: null,
    updatedAt: now.toISOString(),
  });
}

/** Kinds of mail that are answered by a person, the first choice first. */
const answerable = [['human'], ['list', 'auto_reply', 'ooo']] as const;
const LOOKED_THROUGH = 50;

/** The mail a new reply answers: the latest by a person, else the latest that is no report of a mail server. */
export async function mailToAnswer(
  t: Pick<Reader, 'get'>,
  found: FoundBefore,
  thread: Row<EmailThread>,
): Promise<Row<EmailMessage> | null> {
  const { lastInboundId } = thread.data;
  const latest = lastInboundId === null ? undefined : await t.get(EmailMessages, lastInboundId);
  if (latest && latest.data.erasedAt === null) return latest;
  // A mail is stored in the commit that counts it on its thread.
  const rows = await found(latestMessages(idsOfThread(thread), LOOKED_THROUGH), [thread]);
  const inbound = rows.filter(({ data }) => data.direction === 'inbound' && data.erasedAt === null);
  for (const kinds of answerable) {
    const mail = inbound.find(({ data }) => kinds.some((kind) => kind === data.kind));
    if (mail) return mail;
  }
  return null;
}

type Proposed = Pick<
  EmailDraft,
  'body' | 'source' | 'provider' | 'model' | 'promptVersion' | 'confidence' | 'foreignLinks'
>;

/** A new draft that answers a mail, or begins where there is none to answer. */
export function newDraft(
  thread: Row<EmailThread>,
  answered: Row<EmailMessage> | null,
  { body, ...proposed }: Proposed,
  now: Date,
): EmailDraft {
  const { data } = thread;
  assertKept(thread);
  const to = answered ? replyRecipient(answered.data) : data.contact;
  const at = now.toISOString();
  return {
    ...proposed,
    threadId: thread.id,
    channelId: data.sourceChannel,
    replyToMessageId: answered?.id ?? null,
    status: 'pending',
    version: 1,
    subject: replySubject(answered?.data.subject ?? data.lastInboundSubject ?? data.subject),
    toEmail: to.email,
    toName: to.name === null ? null : cut(to.name, 200),
    body,
    originalBody: proposed.source === 'manual' ? null : body,
    openSlots: openSlotsOf(body),
    ...unreviewed,
    rejectedBy: null,
    rejectedAt: null,
    rejectReason: null,
    editedBy: null,
    editedAt: null,
    attempts: 0,
    lastError: null,
    sentAt: null,
    messageId: null,
    redirected: false,
    own: null,
    supersededBy: null,
    claimedAt: null,
    lookUntil: null,
    day: dayOf(at),
    createdAt: at,
    updatedAt: at,
  };
}

/** A draft whose text nobody has approved, and that nothing is about to send. */
export const unreviewed = {
  stale: false,
  reviewerId: null,
  approvedAt: null,
  approvedVersion: null,
  retries: 0,
  nextAttemptAt: null,
  sendAt: null,
  scheduledBy: null,
} as const satisfies Partial<EmailDraft>;

/** Puts a new draft where its thread shows it. The one before it is out of the way by then. */
export function createDraftRow(
  t: Pick<Tx, 'create' | 'update'>,
  thread: Row<EmailThread>,
  id: string,
  draft: EmailDraft,
): void {
  t.create(EmailDrafts, id, draft);
  t.update(EmailThreads, thread.id, {
    activeDraftId: id,
    activeDraftStatus: draft.status,
    updatedAt: draft.createdAt,
  });
}

export function toDraftView(id: string, draft: EmailDraft): EmailDraftView {
  const {
    channelId: _channel,
    own: _own,
    retries: _retries,
    scheduledBy: _by,
    claimedAt: _at,
    day: _day,
    ...shown
  } = draft;
  return { ...shown, id, messageId: shown.messageId === null ? null : `<${shown.messageId}>` };
}
