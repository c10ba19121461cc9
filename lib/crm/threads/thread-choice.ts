import { DAY_MS } from '#lib/core/time.ts';
import type { MailKind } from '#lib/mail/values.ts';
import type { ThreadStatus } from './values.ts';

/** A sender who is new to a thread that has been quiet for so long begins another one. */
export const QUIET_MS = 90 * DAY_MS;
/** A thread resolved for longer than this is not brought back. */
export const REOPEN_MS = 30 * DAY_MS;

/** What is known of a thread that a mail may belong to. */
export type KnownThread = {
  readonly id: string;
  readonly createdAt: string;
  readonly status: ThreadStatus;
  readonly resolvedAt: string | null;
  readonly lastMessageAt: string;
  /** The sender of the mail has a part in it. */
  readonly knowsSender: boolean;
  /** The threads it came out of without belonging to them: those it continues and the announcement it answers. */
  readonly lineage: readonly string[];
};

/** An id by which a mail leads to a thread, in the order in which they count. */
export type ThreadLink = {
  readonly threadId: string;
  /** It is the mail's own id, which an earlier arrival has named. */
  readonly isOwnId: boolean;
  /** It names a mail of ours that began a thread and went to several people. */
  readonly isAnnouncement: boolean;
};

export type ThreadChoice = {
  /** The threads the mail belongs to, the oldest first: the others go into it. Empty: a new one begins. */
  readonly join: readonly string[];
  readonly previousThreadId: string | null;
  readonly relatedThreadId: string | null;
};

type Asked = {
  readonly kind: MailKind;
  /** What the mail is sorted by, and when it arrived. ISO 8601. */
  readonly sortAt: string;
  readonly receivedAt: string;
  readonly links: readonly ThreadLink[];
  readonly threads: readonly KnownThread[];
};

/**
 * Which thread a mail belongs to, by the ids it names and never by its subject. Whatever the order in which mails arrive,
 * those that name each other end up together; answers to an announcement do not, and neither does a stranger's mail to a
 * thread that has long been quiet, or a mail to one that was resolved long ago.
 */
export function chooseThread({ kind, sortAt, receivedAt, links, threads }: Asked): ThreadChoice {
  const linked = new Set(links.map(({ threadId }) => threadId));
  const hit = threads.filter(({ id }) => linked.has(id));
  const elders = new Set(hit.flatMap(({ lineage }) => lineage));
  const youngest = hit.filter(({ id }) => !elders.has(id));
  const direct = (youngest.length > 0 ? youngest : hit).toSorted(byAge);
  const open = direct.filter((thread) => !isClosedTo(thread, { kind, sortAt, links }));
  if (open.length === 0) {
    const related = links.map(({ threadId }) => direct.find(({ id }) => id === threadId)).find(Boolean);
    return { join: [], previousThreadId: null, relatedThreadId: related?.id ?? null };
  }
  const previous = open.at(-1);
  if (kind === 'human' && previous && open.every((thread) => isLongResolved(thread, receivedAt)))
    return { join: [], previousThreadId: previous.id, relatedThreadId: null };
  return { join: open.map(({ id }) => id), previousThreadId: null, relatedThreadId: null };
}

/** Every process must call the same thread the oldest, also of two that began in the same millisecond. */
export const byAge = (
  one: Pick<KnownThread, 'id' | 'createdAt'>,
  other: Pick<KnownThread, 'id' | 'createdAt'>,
): number => (one.createdAt + one.id < other.createdAt + other.id ? -1 : 1);

function isClosedTo(thread: KnownThread, { kind, sortAt, links }: Pick<Asked, 'kind' | 'sortAt' | 'links'>): boolean {
  const own = links.filter(({ threadId }) => threadId === thread.id);
  if (own.some(({ isOwnId }) => isOwnId)) return false;
  // Reports and automatic answers come from machines that are nobody's participants.
  if (kind !== 'human' && kind !== 'list') return false;
  if (own[0]?.isAnnouncement) return true;
  return !thread.knowsSender && Date.parse(sortAt) - Date.parse(thread.lastMessageAt) > QUIET_MS;
}

const isLongResolved = ({ status, resolvedAt }: KnownThread, receivedAt: string): boolean =>
  status === 'resolved' && resolvedAt !== null && Date.parse(receivedAt) - Date.parse(resolvedAt) > REOPEN_MS;
