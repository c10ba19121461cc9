import type { Context } from '#lib/context/context.ts';
import { codeOf } from '#lib/core/errors.ts';
import { EmailMessages, EmailMsgids } from '#lib/crm/collections.ts';
import type { EmailMessage, EmailMsgid } from '#lib/crm/schemas/message.ts';
import type { EmailThread } from '#lib/crm/schemas/thread.ts';
import type { Reader, Row } from '#lib/data/store.ts';
import { isOneOf } from '#lib/mail/headers/address.ts';
import { msgidKey } from '#lib/mail/identity.ts';
import type { ReadMail } from './ingest.ts';
import { getLivingThread } from './living-thread.ts';
import { threadOfAddress } from './plus-token.ts';
import { chooseThread, type KnownThread, type ThreadChoice, type ThreadLink } from './thread-choice.ts';
import { takesPart } from './thread-facts.ts';

/** How many generations of a thread's ancestors are followed. */
const MOST_ELDERS = 5;

/** The threads a mail belongs to, with all rows read to find them. */
export type FoundThreads = {
  readonly choice: ThreadChoice;
  /** The living threads that the mail joins, the oldest first. */
  readonly threads: readonly Row<EmailThread>[];
  /** Message-IDs in the mail that no earlier mail has mentioned. */
  readonly freshMids: readonly string[];
  /** The entry of the mail's own Message-ID, if an earlier mail has mentioned it. */
  readonly ownEntry: Row<EmailMsgid> | undefined;
  /** Our message that a report is about. */
  readonly reported: Row<EmailMessage> | null;
  /** The stored messages that the mail refers to, in any thread. */
  readonly named: readonly Row<EmailMessage>[];
};

/**
 * Returns the Message-IDs that a mail refers to, the most important first. A report refers to the message it reports.
 */
export function namedMids({ mail, verdict: { bounce } }: ReadMail): string[] {
  const reported = bounce?.originalMessageId ?? null;
  return [...new Set([...(reported ? [reported] : []), ...mail.inReplyTo, ...mail.references.toReversed()])];
}

/**
 * Finds the threads of a mail, in the transaction that stores the mail. `isReused` means that its Message-ID belongs to
 * another mail.
 */
export async function findThreads(
  ctx: Pick<Context, 'keys'>,
  t: Reader,
  read: ReadMail,
  row: EmailMessage,
  { isReused, own }: { readonly isReused: boolean; readonly own: ReadonlySet<string> },
): Promise<FoundThreads> {
  const channelId = read.channel.id;
  const mids = namedMids(read).filter((mid) => mid !== row.messageId);
  const asked = [row.messageId, ...mids];
  const entries = await t.getMany(
    EmailMsgids,
    asked.map((mid) => msgidKey(channelId, mid)),
  );
  const ownEntry = entries[0];
  const living = await livingOf(
    t,
    entries.flatMap((entry) => entry?.data.threadId ?? []),
  );
  const named = new Map((await mailsNamed(t, entries.slice(1))).map((mail) => [mail.id, mail]));
  const links = linksOf(entries, living, named, isReused);
  const byToken = links.length === 0 ? await threadByToken(ctx, t, row, channelId) : null;
  const rows = byToken ? [byToken] : [...new Map([...living.values()].map((thread) => [thread.id, thread])).values()];
  const choice = chooseThread({
    kind: row.kind,
    sortAt: row.sortAt,
    receivedAt: row.receivedAt,
    links: byToken ? [{ threadId: byToken.id, isOwnId: false, isAnnouncement: false }] : links,
    threads: await Promise.all(rows.map((thread) => knownThread(t, thread, row.from.email, own, rows.length > 1))),
  });
  const reportedId = row.bounce?.originalMessageId
    ? entries[asked.indexOf(row.bounce.originalMessageId)]?.data.messageId
    : null;
  const reported = reportedId ? named.get(reportedId) : undefined;
  return {
    choice,
    threads: choice.join.flatMap((id) => rows.find((candidate) => candidate.id === id) ?? []),
    freshMids: mids.filter((_, place) => entries[place + 1] === undefined),
    ownEntry,
    reported: reported?.data.direction === 'outbound' ? reported : null,
    named: [...named.values()],
  };
}

/** Returns the living thread of each id. Ids of threads that no longer exist are left out. */
async function livingOf(t: Reader, ids: readonly string[]): Promise<Map<string, Row<EmailThread>>> {
  const found = await Promise.all([...new Set(ids)].map(async (id) => [id, await livingOrNull(t, id)] as const));
  return new Map(found.flatMap(([id, row]) => (row ? [[id, row] as const] : [])));
}

async function livingOrNull(t: Reader, id: string): Promise<Row<EmailThread> | null> {
  try {
    return await getLivingThread(t, id);
  } catch (error) {
    if (codeOf(error) === 'NOT_FOUND') return null;
    throw error;
  }
}

async function mailsNamed(t: Reader, entries: readonly (Row<EmailMsgid> | undefined)[]): Promise<Row<EmailMessage>[]> {
  const ids = [...new Set(entries.flatMap((entry) => entry?.data.messageId ?? []))];
  return (await t.getMany(EmailMessages, ids)).filter((mail) => mail !== undefined);
}

function linksOf(
  entries: readonly (Row<EmailMsgid> | undefined)[],
  living: ReadonlyMap<string, Row<EmailThread>>,
  named: ReadonlyMap<string, Row<EmailMessage>>,
  isReused: boolean,
): ThreadLink[] {
  const links: ThreadLink[] = [];
  for (const [place, entry] of entries.entries()) {
    const thread = entry && living.get(entry.data.threadId);
    const isOwnId = place === 0;
    if (!entry || !thread || (isOwnId && isReused)) continue;
    const isFirst = !links.some(({ threadId }) => threadId === thread.id);
    const isAnnouncement = isFirst && !isOwnId && announces(named.get(entry.data.messageId ?? ''));
    links.push({ threadId: thread.id, isOwnId, isAnnouncement });
  }
  return links;
}

/** Returns true when a message is our own, answers no other message and went to several recipients. */
function announces(row: Row<EmailMessage> | undefined): boolean {
  if (!row) return false;
  const { direction, recipientCount, inReplyTo, references } = row.data;
  return direction === 'outbound' && recipientCount > 1 && inReplyTo === null && references.length === 0;
}

async function threadByToken(
  ctx: Pick<Context, 'keys'>,
  t: Reader,
  row: EmailMessage,
  channelId: string,
): Promise<Row<EmailThread> | null> {
  for (const { email } of [...row.to, ...row.cc]) {
    const id = threadOfAddress(ctx, email);
    const thread = id === null ? null : await livingOrNull(t, id);
    if (thread?.data.sourceChannel === channelId) return thread;
  }
  return null;
}

async function knownThread(
  t: Reader,
  { id, data }: Row<EmailThread>,
  sender: string,
  own: ReadonlySet<string>,
  withElders: boolean,
): Promise<KnownThread> {
  const { createdAt, status, resolvedAt, lastMessageAt } = data;
  const knowsSender = isOneOf(own, sender) || takesPart(data, sender);
  const lineage = withElders ? await eldersOf(t, id, data) : [];
  return { id, createdAt, status, resolvedAt, lastMessageAt, knowsSender, lineage };
}

async function eldersOf(t: Reader, id: string, thread: EmailThread): Promise<string[]> {
  const elders = new Set<string>();
  let present: EmailThread | undefined = thread;
  while (present && elders.size < MOST_ELDERS) {
    const elderId: string | null = present.previousThreadId ?? present.relatedThreadId;
    const elder: Row<EmailThread> | null = elderId === null ? null : await livingOrNull(t, elderId);
    if (!elder || elder.id === id || elders.has(elder.id)) break;
    elders.add(elder.id);
    present = elder.data;
  }
  return [...elders];
}
