import { NEW_THREAD_AFTER_MS, REOPEN_WITHIN_MS } from '#lib/crm/limits.ts';
import type { MailKind } from '#lib/mail/values.ts';
import type { ThreadStatus } from './values.ts';

/** The facts about a thread that a mail may belong to. */
export type KnownThread = {
  readonly id: string;
  readonly createdAt: string;
  readonly status: ThreadStatus;
  readonly resolvedAt: string | null;
  readonly lastMessageAt: string;
  /** True when the sender of the mail takes part in the thread. */
  readonly knowsSender: boolean;
  /** The threads that this one continues, and the announcement that it answers. It does not belong to them. */
  readonly lineage: readonly string[];
};

/** A Message-ID that links a mail to a thread, in order of importance. */
export type ThreadLink = {
  readonly threadId: string;
  /** True when this is the mail's own Message-ID, mentioned by a mail that arrived earlier. */
  readonly isOwnId: boolean;
  /** True when this is the id of our message that began a thread and went to several recipients. */
  readonly isAnnouncement: boolean;
};

export type ThreadChoice = {
  /**
   * The threads that the mail belongs to, the oldest first. The others are merged into the oldest. Empty for a new
   * thread.
   */
  readonly join: readonly string[];
  readonly previousThreadId: string | null;
  readonly relatedThreadId: string | null;
};

type Asked = {
  readonly kind: MailKind;
  /** The sort key of the mail and its time of arrival, ISO 8601. */
  readonly sortAt: string;
  readonly receivedAt: string;
  readonly links: readonly ThreadLink[];
  readonly threads: readonly KnownThread[];
};

/**
 * Returns the threads of a mail, by the Message-IDs it refers to and never by its subject. Mails that refer to each
 * other end up in one thread, in whatever order they arrive. Answers to an announcement begin threads of their own. So
 * do a stranger's mail to a long quiet thread, and a mail to a thread resolved long ago.
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

/** Orders threads by age. Ties are broken by the id, because every process must find the same oldest thread. */
export const byAge = (a: Pick<KnownThread, 'id' | 'createdAt'>, b: Pick<KnownThread, 'id' | 'createdAt'>): number =>
  a.createdAt + a.id < b.createdAt + b.id ? -1 : 1;

function isClosedTo(thread: KnownThread, { kind, sortAt, links }: Pick<Asked, 'kind' | 'sortAt' | 'links'>): boolean {
  const own = links.filter(({ threadId }) => threadId === thread.id);
  if (own.some(({ isOwnId }) => isOwnId)) return false;
  // Reports and automatic answers come from machines, which are never participants.
  if (kind !== 'human' && kind !== 'list') return false;
  if (own[0]?.isAnnouncement) return true;
  return !thread.knowsSender && Date.parse(sortAt) - Date.parse(thread.lastMessageAt) > NEW_THREAD_AFTER_MS;
}

const isLongResolved = ({ status, resolvedAt }: KnownThread, receivedAt: string): boolean =>
  status === 'resolved' && resolvedAt !== null && Date.parse(receivedAt) - Date.parse(resolvedAt) > REOPEN_WITHIN_MS;
