import { contactIdOf } from '#lib/crm/contacts/contact-id.ts';
import type { EmailMessage } from '#lib/crm/schemas/message.ts';
import type { EmailThread } from '#lib/crm/schemas/thread.ts';
import { isOneOf } from '#lib/mail/headers/address.ts';
import { newText } from '#lib/mail/reply/new-text.ts';
import type { EmailPerson } from '#lib/mail/schemas/person.ts';
import { earlier } from './first-reply.ts';
import { writtenAt } from './latest-mail.ts';
import type { ThreadFlag, ThreadStatus } from './values.ts';

const MAX_PARTICIPANTS = 200;
const MAX_PREVIEW = 160;
export const DEFAULT_SUBJECT = '';

/** A mail that is about to join a thread: its row and further facts. */
export type JoiningMail = {
  readonly id: string;
  readonly row: EmailMessage;
  /** The author's own text, for the preview. */
  readonly reply: string;
  /** Our own addresses, lower-cased. */
  readonly own: ReadonlySet<string>;
  /** The contact who wrote the mail. Null for machines, lists and ourselves. */
  readonly contact: { readonly id: string; readonly name: string | null } | null;
};

export type ThreadStart = Pick<EmailThread, 'previousThreadId' | 'relatedThreadId'>;

/** Returns an empty thread for its first mail. */
export function newThread({ row, own, contact }: JoiningMail, start: ThreadStart): EmailThread {
  return {
    status: 'new',
    sourceChannel: row.channelId,
    subject: row.subject,
    lastInboundSubject: null,
    contact: contactOf(row, own, contact),
    participants: [],
    participantIds: [],
    writerIds: [],
    messageCount: 0,
    inboundCount: 0,
    outboundCount: 0,
    humanCount: 0,
    unreadCount: 0,
    latestId: null,
    lastMessageAt: row.receivedAt,
    lastInboundAt: null,
    lastInboundId: null,
    lastOutboundAt: null,
    preview: '',
    intent: null,
    sentiment: null,
    urgency: null,
    language: null,
    summary: null,
    activeDraftId: null,
    activeDraftStatus: null,
    openTaskCount: 0,
    hasAttachments: false,
    flags: [],
    reopenCount: 0,
    resolvedAt: null,
    ...start,
    mergedFrom: [],
    mergedInto: null,
    beganAt: writtenAt(row),
    askedAt: null,
    firstReplyAt: null,
    erasedAt: null,
    createdAt: row.createdAt,
    updatedAt: row.createdAt,
    version: 1,
  };
}

/** Returns the contact of a thread: the sender, or the recipient of our own mail. */
function contactOf(
  row: EmailMessage,
  own: ReadonlySet<string>,
  contact: JoiningMail['contact'],
): EmailThread['contact'] {
  const recipients = [...row.to, ...row.cc].filter(({ email }) => !isOneOf(own, email));
  const person = row.direction === 'outbound' ? (recipients[0] ?? row.from) : row.from;
  return { id: contact?.id ?? null, email: person.email, name: contact?.name ?? person.name };
}

export type Change = {
  readonly status: ThreadStatus;
  readonly isReopened: boolean;
  /** True when the mail becomes the latest of the thread. */
  readonly isLatest: boolean;
  /** When the thread was first answered, including this mail. */
  readonly firstReplyAt: string | null;
  readonly flags: readonly ThreadFlag[];
};

/** Returns a thread with one more mail. Only the counts depend on the order in which mails arrive. */
export function withMail(thread: EmailThread, mail: JoiningMail, change: Change): EmailThread {
  const { status, isReopened, isLatest, firstReplyAt, flags } = change;
  const { row, contact } = mail;
  const isInbound = row.direction === 'inbound';
  const isHuman = row.kind === 'human';
  // Until a person or we have written, the thread shows the mail that arrived last.
  const isShown = isLatest || (thread.latestId === null && row.receivedAt >= thread.lastMessageAt);
  const people = withPeople(thread, [row.from, ...row.to, ...row.cc], mail.own);
  const wakesUp = isHuman || row.kind === 'complaint' || (row.kind === 'bounce' && row.bounce?.outcome === 'permanent');
  const takesContact = contact !== null && (thread.contact.id === null || thread.erasedAt !== null);
  return {
    ...thread,
    ...people,
    ...lastInbound(thread, mail, isLatest),
    status,
    ...(thread.erasedAt !== null && { subject: row.subject, erasedAt: null }),
    ...(takesContact && { contact: { id: contact.id, email: row.from.email, name: contact.name ?? row.from.name } }),
    writerIds: contact ? added(thread.writerIds, contact.id) : thread.writerIds,
    messageCount: thread.messageCount + 1,
    inboundCount: thread.inboundCount + (isInbound ? 1 : 0),
    outboundCount: thread.outboundCount + (isInbound ? 0 : 1),
    humanCount: thread.humanCount + (isHuman ? 1 : 0),
    unreadCount: thread.unreadCount + (wakesUp ? 1 : 0),
    latestId: isLatest ? mail.id : thread.latestId,
    lastMessageAt: later(thread.lastMessageAt, row.receivedAt) ?? row.receivedAt,
    lastOutboundAt: isInbound ? thread.lastOutboundAt : later(thread.lastOutboundAt, row.sortAt),
    preview: isShown ? previewOf(mail) : thread.preview,
    hasAttachments: thread.hasAttachments || row.attachments.some(({ inline }) => !inline),
    flags: [...new Set([...thread.flags, ...flags])],
    reopenCount: thread.reopenCount + (isReopened ? 1 : 0),
    resolvedAt: status === 'resolved' ? thread.resolvedAt : null,
    beganAt: earlier(thread.beganAt, writtenAt(row)) ?? thread.beganAt,
    askedAt: isHuman ? earlier(thread.askedAt, writtenAt(row)) : thread.askedAt,
    firstReplyAt,
    updatedAt: row.createdAt,
    version: thread.version + 1,
  };
}

/**
 * Returns the mail that a reply answers: the latest from a person. Until a person has written, it is the latest that is
 * not a report.
 */
function lastInbound(thread: EmailThread, { id, row }: JoiningMail, isLatest: boolean): Partial<EmailThread> {
  if (row.direction === 'outbound' || row.kind === 'bounce' || row.kind === 'complaint') return {};
  const isHuman = row.kind === 'human';
  if (!isHuman && thread.humanCount > 0) return {};
  const isFirst = thread.lastInboundAt === null || (isHuman && thread.humanCount === 0);
  const answersLatest = isHuman && thread.latestId !== null && thread.latestId === thread.lastInboundId;
  const isBehind = answersLatest || row.sortAt < (thread.lastInboundAt ?? '');
  if (!isFirst && !(isHuman && isLatest) && isBehind) return {};
  const lastInboundAt = isFirst ? row.sortAt : later(thread.lastInboundAt, row.sortAt);
  return { lastInboundAt, lastInboundId: id, lastInboundSubject: row.subject };
}

function withPeople(
  { participants, participantIds }: EmailThread,
  people: readonly EmailPerson[],
  own: ReadonlySet<string>,
): Pick<EmailThread, 'participants' | 'participantIds'> {
  const known = new Map(participants.map((person) => [person.email.toLowerCase(), person]));
  for (const person of people) {
    const key = person.email.toLowerCase();
    if (key === '' || isOneOf(own, key)) continue;
    const before = known.get(key);
    if (before ? before.name === null && person.name !== null : known.size < MAX_PARTICIPANTS) known.set(key, person);
  }
  const all = [...known.values()];
  return { participants: all, participantIds: all.length === participants.length ? participantIds : idsOf(all) };
}

const idsOf = (people: readonly EmailPerson[]): string[] => [...new Set(people.map(({ email }) => contactIdOf(email)))];

export const added = (list: readonly string[], value: string): string[] =>
  list.includes(value) || list.length >= MAX_PARTICIPANTS ? [...list] : [...list, value];

export const later = (a: string | null, b: string | null): string | null =>
  a === null || (b !== null && b > a) ? b : a;

/** Returns the beginning of a mail's new text, with whitespace collapsed. */
export const previewOf = ({ reply, row }: Pick<JoiningMail, 'reply' | 'row'>): string =>
  newText(reply.trim() === '' ? row.textPreview : reply)
    .trimStart()
    .slice(0, 2_000)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_PREVIEW)
    .toWellFormed();

export const takesPart = ({ participants }: EmailThread, email: string): boolean => {
  const key = email.toLowerCase();
  return participants.some((person) => person.email.toLowerCase() === key);
};
