import { isTouchedByPerson } from '#lib/crm/drafts/draft-rows.ts';
import type { EmailDraft } from '#lib/crm/schemas/draft.ts';
import type { EmailMessage } from '#lib/crm/schemas/message.ts';
import type { EmailThread } from '#lib/crm/schemas/thread.ts';
import type { Row } from '#lib/data/store.ts';
import { earlier } from './first-reply.ts';
import { later } from './thread-facts.ts';
import { mergedStatus } from './thread-status.ts';

/** How many merged ids a thread may list. With its own id they are the thirty values that a query accepts. */
export const MAX_MERGED = 29;

/** Splits threads into those merged into the survivor now and those that wait until its list has room again. */
export function roomFor(
  survivor: Row<EmailThread>,
  others: readonly Row<EmailThread>[],
): { readonly now: readonly Row<EmailThread>[]; readonly waiting: readonly Row<EmailThread>[] } {
  const now: Row<EmailThread>[] = [];
  const waiting: Row<EmailThread>[] = [];
  let taken = survivor.data.mergedFrom.length;
  for (const merged of others) {
    const size = 1 + merged.data.mergedFrom.length;
    if (taken + size <= MAX_MERGED) {
      taken += size;
      now.push(merged);
    } else waiting.push(merged);
  }
  return { now, waiting };
}

/**
 * Returns the draft that stays active after a merge, or null. A draft that is being sent comes first, because a send
 * cannot be cancelled. Next come the draft that answers the latest message and the newest draft that a person has
 * worked on. An untouched proposal for an earlier message never stays.
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
    newest.find(({ data }) => isTouchedByPerson(data)) ??
    null
  );
}

type Merged = {
  /** The message that decides the thread's state. Null when neither a person nor we have written yet. */
  readonly latest: Row<EmailMessage> | null;
  readonly active: Row<EmailDraft> | null;
  readonly firstReplyAt: string | null;
  /** The number of tasks that the merge cancelled. */
  readonly cancelled: number;
  readonly at: string;
};

/**
 * Returns a thread after others were merged into it. Its id and channel stay, and its subject unless the thread was
 * erased. All other fields combine all threads.
 */
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
    ...new Map(
      all.flatMap((thread) => thread.participants).map((participant) => [participant.email.toLowerCase(), participant]),
    ).values(),
  ];
  const status = mergedStatus(all.map((thread) => thread.status));
  const gone = others.flatMap((merged) => [merged.id, ...merged.data.mergedFrom]);
  // The merged thread is erased only when all of them are.
  const kept = all.find(({ erasedAt }) => erasedAt === null) ?? first;
  const known = all.find(({ contact }) => contact.id !== null);
  const isElsewhere = (threadId: string | null) => threadId !== null && threadId !== id && !gone.includes(threadId);
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
      status === 'resolved' ? all.reduce<string | null>((last, thread) => later(last, thread.resolvedAt), null) : null,
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

/** Returns when the first message of a person in any of these threads was written. */
export const firstAsked = (threads: readonly Pick<EmailThread, 'askedAt'>[]): string | null =>
  threads.reduce<string | null>((first, { askedAt }) => earlier(first, askedAt), null);
