import { type AppError, conflict } from '#lib/core/errors.ts';
import { dayOf } from '#lib/core/time.ts';
import { EmailDrafts, EmailMessages, EmailThreads } from '#lib/crm/collections.ts';
import type { EmailDraft, EmailDraftView } from '#lib/crm/schemas/draft.ts';
import type { EmailMessage } from '#lib/crm/schemas/message.ts';
import type { EmailThread } from '#lib/crm/schemas/thread.ts';
import { assertNotErased, getLivingThread, idsOfThread } from '#lib/crm/threads/living-thread.ts';
import type { FoundBefore } from '#lib/data/queried-tx.ts';
import type { Reader, Row, Tx, Writer } from '#lib/data/store.ts';
import { cut, replyRecipient, replySubject } from '#lib/mail/headers/reply-headers.ts';
import { nextDraftStatus } from './draft-states.ts';
import { openSlotsOf } from './open-slots.ts';
import { latestMessages } from './queries.ts';
import { removeOverrides } from './send-overrides.ts';
import { activeDraftStatuses, type DraftStatus } from './values.ts';

/** A draft and the thread it currently belongs to. */
export type HeldDraft = { readonly id: string; readonly draft: EmailDraft; readonly thread: Row<EmailThread> };

/** Returns the lane in which this process queues all changes of one draft. */
export const draftLane = (id: string): string => `email_drafts/${id}`;
export const threadLane = (id: string): string => `email_threads/${id}`;

export async function needDraft(t: Reader, id: string): Promise<HeldDraft> {
  const { data: draft } = await t.need(EmailDrafts, id);
  return { id, draft, thread: await getLivingThread(t, draft.threadId) };
}

type Versioned = Pick<EmailDraft, 'version'>;
/** Throws StaleVersion when the caller has read another version of a draft. */
export function assertVersion(draft: Versioned, seen: number | undefined): void {
  if (seen !== undefined && seen !== draft.version) throw staleVersion(draft);
}
export const staleVersion = ({ version }: Versioned): AppError =>
  conflict('Someone else has changed this draft', { code: 'StaleVersion', details: { version: String(version) } });

/**
 * Writes a draft and its state on the thread. `also` holds further changes of the thread. A change of the thread's
 * status increases the version, because it can conflict with a person's edit.
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

/**
 * Returns the draft that the thread points to: its one active draft. A draft with an unknown outcome stays there until
 * the outcome is known or another draft replaces it.
 */
function pointerTo(
  { activeDraftId }: EmailThread,
  id: string,
  status: DraftStatus,
): Partial<Pick<EmailThread, 'activeDraftId' | 'activeDraftStatus'>> {
  if (isActive(status)) return { activeDraftId: id, activeDraftStatus: status };
  if (activeDraftId !== id) return {};
  return status === 'send_unknown' ? { activeDraftStatus: status } : { activeDraftId: null, activeDraftStatus: null };
}

/** Returns true when a person has worked on a draft. A program never replaces such a draft. */
export const isTouchedByPerson = ({ status, source, editedAt }: EmailDraft): boolean =>
  status !== 'pending' || source === 'manual' || editedAt !== null;

export const isActive = (status: DraftStatus): boolean => activeDraftStatuses.some((active) => active === status);

/** Returns the draft that a thread points to if it is active, or null. */
export async function activeDraftOf(
  t: Pick<Reader, 'get'>,
  { data }: Row<EmailThread>,
): Promise<Row<EmailDraft> | null> {
  const shown = data.activeDraftId === null ? undefined : await t.get(EmailDrafts, data.activeDraftId);
  return shown && isActive(shown.data.status) ? shown : null;
}

/** Supersedes an active draft, in the transaction that creates its successor. */
export function supersedeDraft(t: Writer, { id, data }: Row<EmailDraft>, by: string | null, now: Date): void {
  const status = nextDraftStatus(data.status, 'supersede');
  t.update(EmailDrafts, id, {
    ...removeOverrides(data),
    status,
    supersededBy: by,
    nextAttemptAt: null,
    sendAt: null,
    scheduledBy: null,
    updatedAt: now.toISOString(),
  });
}

/** The kinds of mail that a reply can answer, by preference. */
const answerable = [['human'], ['list', 'auto_reply', 'ooo']] as const;
const LOOKED_THROUGH = 50;

/**
 * Returns the mail that a new reply answers: the latest from a person, or else the latest that is no delivery report.
 */
export async function mailToAnswer(
  t: Pick<Reader, 'get'>,
  found: FoundBefore,
  thread: Row<EmailThread>,
): Promise<Row<EmailMessage> | null> {
  const { lastInboundId } = thread.data;
  const latest = lastInboundId === null ? undefined : await t.get(EmailMessages, lastInboundId);
  if (latest && latest.data.erasedAt === null) return latest;
  // The commit that stores a mail also updates its thread, so the thread guards this query.
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

/** Returns a new draft that answers a mail. Without a mail the draft goes to the thread's contact. */
export function newDraft(
  thread: Row<EmailThread>,
  answered: Row<EmailMessage> | null,
  { body, ...proposed }: Proposed,
  now: Date,
): EmailDraft {
  const { data } = thread;
  assertNotErased(thread);
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

/** The fields of a draft whose text is not approved and that is not about to be sent. */
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

/** Inserts a new draft and points its thread to it. The caller has already superseded the previous draft. */
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
    claimId: _claim,
    day: _day,
    ...shown
  } = draft;
  return { ...shown, id, messageId: shown.messageId === null ? null : `<${shown.messageId}>` };
}
