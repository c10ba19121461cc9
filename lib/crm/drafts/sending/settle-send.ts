import { auditRow } from '#lib/audit/audit.ts';
import type { Context } from '#lib/context/context.ts';
import { after, MINUTE_MS } from '#lib/core/time.ts';
import { ENRICH_VERSION } from '#lib/crm/assistant/values.ts';
import { EmailMessages } from '#lib/crm/collections.ts';
import { contactIdOf } from '#lib/crm/contacts/contact-id.ts';
import { activeDraftOf, draftLane, type HeldDraft, needDraft, writeDraft } from '#lib/crm/drafts/draft-rows.ts';
import { type DraftTransition, mayTransition, nextDraftStatus } from '#lib/crm/drafts/draft-states.ts';
import { removeOverrides } from '#lib/crm/drafts/send-overrides.ts';
import { answeredTasks, completeAnswered } from '#lib/crm/drafts/writing/reply-task.ts';
import { SEND_RETRY_MINUTES, SENT_SEARCH_MS } from '#lib/crm/limits.ts';
import type { DeliveryStatus } from '#lib/crm/messages/values.ts';
import type { EmailDraft } from '#lib/crm/schemas/draft.ts';
import type { EmailMessage } from '#lib/crm/schemas/message.ts';
import type { EmailTask } from '#lib/crm/schemas/task.ts';
import type { EmailThread } from '#lib/crm/schemas/thread.ts';
import { earlier } from '#lib/crm/threads/first-reply.ts';
import { promiseEnrich, promiseNotice, promiseThreadIndex } from '#lib/crm/topics.ts';
import { queriedTx } from '#lib/data/queried-tx.ts';
import type { Row, Tx } from '#lib/data/store.ts';
import { cut } from '#lib/mail/headers/reply-headers.ts';
import { emailId } from '#lib/mail/identity.ts';

const MOST_PARTICIPANTS = 200;

export type SendError = NonNullable<EmailDraft['lastError']>;

/** The outcome of an attempt and its evidence. */
export type SendVerdict =
  | { readonly state: 'sent'; readonly evidence: 'server' | 'mailbox' | 'report' | 'reply' | 'person' }
  | { readonly state: 'failed'; readonly retry: boolean; readonly error: SendError }
  | { readonly state: 'unknown'; readonly error: SendError };

const moves = { sent: 'accept', failed: 'refuse', unknown: 'lose' } as const satisfies Record<
  SendVerdict['state'],
  DraftTransition
>;

/**
 * Stores the outcome of one attempt: draft, mail and thread in one transaction. Returns null when that attempt is
 * already settled or another one has begun. The outcome is then too late and is ignored.
 */
export async function settleSend(
  ctx: Context,
  id: string,
  attempt: number,
  verdict: SendVerdict,
): Promise<EmailDraft | null> {
  const now = ctx.now();
  const settled = await queriedTx(
    ctx.data,
    async (t, found) => {
      const held = await needDraft(t, id);
      const transition = moves[verdict.state];
      if (held.draft.attempts !== attempt || !mayTransition(held.draft.status, transition)) return null;
      const row = await t.get(EmailMessages, rowIdOf(held.draft));
      const rival = isGivenBack(held, verdict) ? await activeDraftOf(t, held.thread) : null;
      const answered = verdict.state === 'sent' ? await answeredTasks(found, held.thread) : [];
      return write(t, ctx, {
        held,
        row: row ?? null,
        transition: rival ? 'retire' : transition,
        verdict,
        rival,
        answered,
        now,
      });
    },
    { lane: draftLane(id) },
  );
  logVerdict(ctx, id, verdict, settled);
  return settled;
}

/**
 * Returns true when a late outcome shows that the mail was not sent. The draft would then be sent again, unless another
 * draft has replaced it.
 */
const isGivenBack = ({ draft }: HeldDraft, { state }: SendVerdict): boolean =>
  draft.status === 'send_unknown' && state === 'failed';

const rowIdOf = ({ channelId, messageId }: EmailDraft): string => emailId(channelId, messageId ?? '');

type Settling = {
  readonly held: HeldDraft;
  readonly row: Row<EmailMessage> | null;
  readonly transition: DraftTransition;
  readonly verdict: SendVerdict;
  /** The draft that has replaced this one in the meantime. */
  readonly rival: Row<EmailDraft> | null;
  /** The tasks that this send completes. */
  readonly answered: readonly Row<EmailTask>[];
  readonly now: Date;
};

function write(t: Tx, ctx: Context, settling: Settling): EmailDraft {
  const { held, row, transition, verdict, rival, answered, now } = settling;
  const before = held.draft;
  const next = writeDraft(
    t,
    held,
    {
      status: nextDraftStatus(before.status, transition),
      claimedAt: null,
      ...draftAfter(before, verdict, { now, row }),
      ...(rival && { supersededBy: rival.id, nextAttemptAt: null }),
    },
    {
      now,
      also: {
        ...(verdict.state === 'sent' && threadAfterSend(held, row, now)),
        ...completeAnswered(t, held.thread, answered, now),
      },
    },
  );
  if (row)
    t.update(EmailMessages, row.id, {
      deliveryStatus: deliveryAfter(row.data, verdict.state),
      updatedAt: now.toISOString(),
    });
  promiseOvertaken(t, held, verdict, now);
  promiseThreadIndex(t, held.thread.id, now);
  const kind = verdict.state === 'unknown' ? 'send_unknown' : 'send_failed';
  if (verdict.state === 'unknown' || (next.status === 'failed' && next.nextAttemptAt === null))
    promiseNotice(t, { kind, channelId: before.channelId, subjectId: held.id, threadId: held.thread.id }, now);
  auditRow(t, ctx, {
    action: `draft.${next.status}`,
    targetType: 'draft',
    targetId: held.id,
    before: { status: before.status },
    after: {
      status: next.status,
      attempts: next.attempts,
      redirected: before.redirected,
      ...(verdict.state === 'sent' ? { evidence: verdict.evidence } : { code: verdict.error.code }),
      ...(before.scheduledBy !== null && { askedBy: before.scheduledBy }),
    },
    now,
  });
  return next;
}

/**
 * Enqueues the draft step for a mail that arrived during this send. That mail has waited for the outcome and may now
 * get a draft of its own.
 */
function promiseOvertaken(t: Tx, { id, draft, thread }: HeldDraft, { state }: SendVerdict, now: Date): void {
  const { latestId } = thread.data;
  if (latestId === null || latestId === rowIdOf(draft) || state === 'failed') return;
  const promise = { messageId: latestId, step: 'draft', promptVersion: ENRICH_VERSION } as const;
  promiseEnrich(t, promise, now, { cause: `${id}:${draft.attempts}:${state}` });
}

type At = Pick<Settling, 'now' | 'row'>;
function draftAfter(before: EmailDraft, verdict: SendVerdict, { now, row }: At): Partial<EmailDraft> {
  switch (verdict.state) {
    case 'sent': {
      // A send that is discovered later was sent at the time of its attempt.
      const sentAt = verdict.evidence === 'server' || !row ? now.toISOString() : row.data.sortAt;
      return { own: null, sentAt, lastError: null, lookUntil: null, scheduledBy: null };
    }
    case 'failed': {
      const minutes = verdict.retry ? SEND_RETRY_MINUTES[before.retries] : undefined;
      const nextAttemptAt = minutes === undefined ? null : after(now, minutes * MINUTE_MS);
      // An automatic retry is the same send and keeps the overrides. A person's next send is a new one.
      const without = nextAttemptAt === null ? removeOverrides(before) : {};
      return { ...without, lastError: verdict.error, nextAttemptAt, lookUntil: null };
    }
    case 'unknown':
      return { lastError: verdict.error, lookUntil: after(now, SENT_SEARCH_MS) };
  }
}

/** Returns the delivery status. A bounce that arrived before this outcome is newer information, so it is kept. */
export const deliveryAfter = ({ deliveryStatus }: EmailMessage, state: SendVerdict['state']): DeliveryStatus => {
  const isReported = deliveryStatus === 'bounced' || deliveryStatus === 'delayed' || deliveryStatus === 'delivered';
  return state === 'sent' && isReported ? deliveryStatus : state;
};

/**
 * Returns the changes of the thread after a send. The thread then waits for the customer, unless the mail bounced. The
 * recipient becomes a participant.
 */
export function threadAfterSend(
  { draft, thread: { data } }: HeldDraft,
  row: Row<EmailMessage> | null,
  now: Date,
): Partial<EmailThread> {
  const sentAt = row?.data.receivedAt ?? now.toISOString();
  // A customer who has written since then waits for us, and the list keeps showing their text.
  const isLatest = data.latestId === rowIdOf(draft);
  return {
    ...(isLatest && row?.data.deliveryStatus !== 'bounced' && { status: 'waiting', resolvedAt: null }),
    ...(isLatest && { preview: previewOf(draft.body) }),
    lastOutboundAt: later(data.lastOutboundAt, row?.data.sortAt ?? sentAt),
    lastMessageAt: later(data.lastMessageAt, sentAt),
    ...(data.askedAt !== null && { firstReplyAt: earlier(data.firstReplyAt, later(data.askedAt, sentAt)) }),
    ...joining(data, draft),
  };
}

const later = (a: string | null, b: string): string => (a !== null && a > b ? a : b);
const previewOf = (body: string): string => cut(body.replace(/\s+/g, ' ').trim(), 160);

function joining({ participants, participantIds }: EmailThread, { toEmail, toName }: EmailDraft): Partial<EmailThread> {
  const isThere = participants.some(({ email }) => email.toLowerCase() === toEmail.toLowerCase());
  if (isThere || participants.length >= MOST_PARTICIPANTS) return {};
  const joined = contactIdOf(toEmail);
  return {
    participants: [...participants, { email: toEmail, name: toName }],
    ...(participantIds.length < MOST_PARTICIPANTS && { participantIds: [...new Set([...participantIds, joined])] }),
  };
}

/** Logs one line per outcome: ids and numbers, no text of the mail or of the server. */
function logVerdict(ctx: Context, draftId: string, verdict: SendVerdict, settled: EmailDraft | null): void {
  if (settled === null) {
    ctx.log('warn', 'send.late_outcome', { draftId, state: verdict.state });
    return;
  }
  const { channelId, attempts } = settled;
  const facts = { draftId, channelId, attempts };
  if (verdict.state === 'sent') {
    ctx.log('info', 'draft.sent', { ...facts, evidence: verdict.evidence });
    return;
  }
  const { code, responseCode, stage } = verdict.error;
  const event = verdict.state === 'unknown' ? 'send.unknown' : 'draft.failed';
  ctx.log(verdict.state === 'unknown' ? 'error' : 'warn', event, { ...facts, code, responseCode, stage });
}
