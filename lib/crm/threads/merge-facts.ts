import { isInHand } from '#lib/crm/drafts/draft-rows.ts';
import type { EmailDraft } from '#lib/crm/schemas/draft.ts';
import type { EmailMessage } from '#lib/crm/schemas/message.ts';
import type { EmailThread } from '#lib/crm/schemas/thread.ts';
import type { Row } from '#lib/data/store.ts';
import { earlier } from './first-reply.ts';
import { later } from './thread-facts.ts';
import { mergedStatus } from './thread-status.ts';

/** Ids that a thread may hold as gone into it: with its own they are the thirty values that a query takes. */
export const MAX_MERGED = 29;

/** Which of these threads go into the survivor now, and which wait until its list has room again. */
export function roomFor(
  survivor: Row<EmailThread>,
  others: readonly Row<EmailThread>[],
): { readonly now: readonly Row<EmailThread>[]; readonly waiting: readonly Row<EmailThread>[] } {
  const now: Row<EmailThread>[] = [];
  const waiting: Row<EmailThread>[] = [];
  let taken = survivor.data.mergedFrom.length;
  for (const other of others) {
    const size = 1 + other.data.mergedFrom.length;
    if (taken + size <= MAX_MERGED) {
      taken += size;
      now.push(other);
    } else waiting.push(other);
  }
  return { now, waiting };
}

/**
 * Chooses the draft that stays active: one on its way out, which cannot be taken back; else the one for the latest mail,
 * else one a person has in hand, else the newest. A proposal that answers another mail than the latest does not stay.
 */
export function draftThatStays(
  drafts: readonly Row<EmailDraft>[],
  latest: Row<EmailMessage> | null,
): Row<EmailDraft> | null {
  const newest = drafts.toSorted((a, b) => (a.data.createdAt + a.id < b.data.createdAt + b.id ? 1 : -1));
  const answersLatest = ({ data }: Row<EmailDraft>) => latest !== null && data.replyToMessageId === latest.id;
  return (
    newest.find(({ data }) => data.status === 'sending') ??
    newest.find(answersLatest) ??
    newest.find(({ data }) => isInHand(data)) ??
    null
  );
}

type Merged = {
  /** The mail that decides; null where nobody has written yet. */
  readonly latest: Row<EmailMessage> | null;
  readonly active: Row<EmailDraft> | null;
  readonly firstReplyAt: string | null;
  /** Tasks that the merge has cancelled. */
  readonly cancelled: number;
  readonly at: string;
};

/** A thread after others have gone into it. Its id and channel stay, and its subject unless it was erased; all else is of all. */
export function mergedThread(
  { id, data: first }: Row<EmailThread>,
  others: readonly Row<EmailThread>[],
  { latest, active, firstReplyAt, cancelled, at }: Merged,
): EmailThread {
  const all = [first, ...others.map(({ data }) => data)];
  const sum = (count: (thread: EmailThread) => number) => all.reduce((total, thread) => total + count(thread), 0);
  const decides = (thread: EmailThread) => latest !== null && thread.lastInboundId === latest.id;
  const byTalk = all.toSorted((a, b) => {
    if (decides(a) !== decides(b)) return decides(a) ? -1 : 1;
    return (a.lastInboundAt ?? '') < (b.lastInboundAt ?? '') ? 1 : -1;
  });
  const judged = byTalk.find(({ intent }) => intent !== null);
  const answered = byTalk.find(({ humanCount }) => humanCount > 0) ?? byTalk[0];
  const newest = all.toSorted((a, b) => (a.lastMessageAt < b.lastMessageAt ? 1 : -1))[0] ?? first;
  const shown = all.find(({ latestId }) => latestId !== null && latestId === latest?.id) ?? newest;
  const participants = [
    ...new Map(all.flatMap((thread) => thread.participants).map((one) => [one.email.toLowerCase(), one])).values(),
  ];
  const status = mergedStatus(all.map((thread) => thread.status));
  const gone = others.flatMap((other) => [other.id, ...other.data.mergedFrom]);
  // What is left of one of them is left of all.
  const kept = all.find(({ erasedAt }) => erasedAt === null) ?? first;
  const known = all.find(({ contact }) => contact.id !== null);
  const isElsewhere = (other: string | null) => other !== null && other !== id && !gone.includes(other);
  return {
    ...first,
    subject: kept.subject,
    status,
    contact: first.contact.id === null && known ? known.contact : first.contact,
    participants: participants.slice(0, 200),
    participantIds: [...new Set(all.flatMap((thread) => thread.participantIds))].slice(0, 200),
    writerIds: [...new Set(all.flatMap((thread) => thread.writerIds))].slice(0, 200),
    messageCount: sum(({ messageCount }) => messageCount),
    inboundCount: sum(({ inboundCount }) => inboundCount),
    outboundCount: sum(({ outboundCount }) => outboundCount),
    humanCount: sum(({ humanCount }) => humanCount),
    unreadCount: sum(({ unreadCount }) => unreadCount),
    latestId: latest?.id ?? null,
    lastMessageAt: newest.lastMessageAt,
    preview: shown.preview,
    lastInboundAt: answered?.lastInboundAt ?? null,
    lastInboundId: answered?.lastInboundId ?? null,
    lastInboundSubject: answered?.lastInboundSubject ?? null,
    lastOutboundAt: all.reduce<string | null>((last, thread) => later(last, thread.lastOutboundAt), null),
    intent: judged?.intent ?? null,
    sentiment: judged?.sentiment ?? null,
    urgency: judged?.urgency ?? null,
    language: judged?.language ?? null,
    summary: judged?.summary ?? null,
    activeDraftId: active?.id ?? null,
    activeDraftStatus: active?.data.status ?? null,
    openTaskCount: Math.max(0, sum(({ openTaskCount }) => openTaskCount) - cancelled),
    hasAttachments: all.some(({ hasAttachments }) => hasAttachments),
    flags: [...new Set(all.flatMap(({ flags }) => flags))],
    reopenCount: sum(({ reopenCount }) => reopenCount),
    resolvedAt:
      status === 'resolved' ? all.reduce<string | null>((last, one) => later(last, one.resolvedAt), null) : null,
    previousThreadId: all.map(({ previousThreadId }) => previousThreadId).find(isElsewhere) ?? null,
    relatedThreadId: all.map(({ relatedThreadId }) => relatedThreadId).find(isElsewhere) ?? null,
    mergedFrom: [...first.mergedFrom, ...gone],
    beganAt: all.map(({ beganAt }) => beganAt).sort()[0] ?? first.beganAt,
    askedAt: firstAsked(all),
    firstReplyAt,
    erasedAt: kept.erasedAt,
    updatedAt: at,
    version: Math.max(...all.map(({ version }) => version)) + 1,
  };
}

/** When the first mail of a person in any of these threads was written. */
export const firstAsked = (threads: readonly Pick<EmailThread, 'askedAt'>[]): string | null =>
  threads.reduce<string | null>((first, { askedAt }) => earlier(first, askedAt), null);
