import type { EmailDraft } from '#lib/crm/schemas/draft.ts';
import type { EmailThread } from '#lib/crm/schemas/thread.ts';
import type { Row } from '#lib/data/store.ts';
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

/** A thread after others have gone into it. Its id and channel stay, and its subject unless it was erased; all else is of all. */
export function mergedThread(
  { id, data: first }: Row<EmailThread>,
  others: readonly Row<EmailThread>[],
  active: Row<EmailDraft> | null,
  at: string,
): EmailThread {
  const all = [first, ...others.map(({ data }) => data)];
  const sum = (count: (thread: EmailThread) => number) => all.reduce((total, thread) => total + count(thread), 0);
  const byTalk = all.toSorted((a, b) => ((a.lastInboundAt ?? '') < (b.lastInboundAt ?? '') ? 1 : -1));
  const judged = byTalk.find(({ intent }) => intent !== null);
  const people = all.filter(({ humanCount }) => humanCount > 0);
  const answered = (people.length > 0 ? people : all).toSorted((a, b) =>
    (a.lastInboundAt ?? '') < (b.lastInboundAt ?? '') ? 1 : -1,
  )[0];
  const newest = all.toSorted((a, b) => (a.lastMessageAt < b.lastMessageAt ? 1 : -1))[0] ?? first;
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
    lastMessageAt: newest.lastMessageAt,
    preview: newest.preview,
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
    openTaskCount: sum(({ openTaskCount }) => openTaskCount),
    hasAttachments: all.some(({ hasAttachments }) => hasAttachments),
    flags: [...new Set(all.flatMap(({ flags }) => flags))],
    reopenCount: sum(({ reopenCount }) => reopenCount),
    resolvedAt:
      status === 'resolved' ? all.reduce<string | null>((last, one) => later(last, one.resolvedAt), null) : null,
    previousThreadId: all.map(({ previousThreadId }) => previousThreadId).find(isElsewhere) ?? null,
    relatedThreadId: all.map(({ relatedThreadId }) => relatedThreadId).find(isElsewhere) ?? null,
    mergedFrom: [...first.mergedFrom, ...gone],
    firstReplyAt:
      all
        .map(({ firstReplyAt }) => firstReplyAt)
        .filter((moment) => moment !== null)
        .sort()[0] ?? null,
    erasedAt: kept.erasedAt,
    updatedAt: at,
    version: Math.max(...all.map(({ version }) => version)) + 1,
  };
}
