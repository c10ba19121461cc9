import {
  type Channel,
  type ListenerEvents,
  type Mailbox,
  MailboxError,
  type MailboxItem,
  type MailboxListener,
  type MailboxTrouble,
  type OpenMailbox,
} from '#lib/crm/mailboxes/ports.ts';

type Mail = {
  uid: number;
  sizeBytes: number;
  /** The connection breaks when more bytes of the mail are read. */
  mostBytes: number;
  readonly raw: Uint8Array;
  readonly flags: Set<string>;
  readonly arrivedAt: string;
};
type Box = {
  uidValidity: number;
  nextUid: number;
  mails: Mail[];
  readonly sent: Uint8Array[];
  readonly listeners: Set<ListenerEvents>;
  trouble: MailboxTrouble | null;
  callsLeft: number;
  keywords: boolean;
  marks: boolean;
};

/** An in-memory mailbox for tests. It behaves like a server, and misbehaves where its script says so. */
export type ScriptedMailbox = Mailbox & {
  /** Puts a mail into a channel's mailbox, notifies its listeners, and returns the UID. */
  deliver(channelId: string, raw: string | Uint8Array, more?: { readonly seen?: boolean; readonly at?: Date }): number;
  mails(channelId: string): readonly { readonly uid: number; readonly flags: readonly string[] }[];
  /** Removes a flag, like a person who marks a mail unread. */
  unmark(channelId: string, uid: number, flag: string): void;
  expunge(channelId: string, uid: number): void;
  /** Changes UIDVALIDITY: from now on every UID means another mail. */
  renumber(channelId: string): void;
  putSent(channelId: string, raw: string | Uint8Array): void;
  sent(channelId: string): readonly Uint8Array[];
  /** Fails every connection and every query to the mailbox of sent mail, until called with null. */
  fail(channelId: string, trouble: MailboxTrouble | null): void;
  /** Lets this many more calls succeed. Then the connection breaks, once. */
  breakAfter(channelId: string, calls: number): void;
  /** Whether custom keywords may be set. */
  allowKeywords(channelId: string, allowed: boolean): void;
  /** Whether any flag may be set. A mailbox may be read-only. */
  allowMarks(channelId: string, allowed: boolean): void;
  /** The size that the server reports for a mail. Many servers report it roughly. */
  claimSize(channelId: string, uid: number, sizeBytes: number): void;
  /** Breaks each connection on which more than this many bytes of a mail are requested. */
  breakAt(channelId: string, uid: number, mostBytes: number): void;
  /** How often a mailbox was opened. */
  opened(channelId: string): number;
};

const bytesOf = (raw: string | Uint8Array): Uint8Array => (typeof raw === 'string' ? Buffer.from(raw, 'utf8') : raw);
const deadLine: MailboxTrouble = { kind: 'unreachable', code: 'NoConnection', words: 'The connection is broken' };

export function openScriptedMailbox(now: () => Date): ScriptedMailbox {
  const boxes = new Map<string, Box>();
  const opened = new Map<string, number>();
  const boxOf = (id: string): Box => {
    const box = boxes.get(id) ?? {
      uidValidity: 1,
      nextUid: 1,
      mails: [],
      sent: [],
      listeners: new Set<ListenerEvents>(),
      trouble: null,
      callsLeft: Number.POSITIVE_INFINITY,
      keywords: true,
      marks: true,
    };
    boxes.set(id, box);
    return box;
  };
  const mailOf = (id: string, uid: number) => boxOf(id).mails.find((mail) => mail.uid === uid);

  return {
    open: async ({ id }) => {
      opened.set(id, (opened.get(id) ?? 0) + 1);
      const box = boxOf(id);
      if (box.trouble) throw new MailboxError(box.trouble);
      return openBox(box);
    },
    findSent: async ({ id }, messageId) => {
      const { trouble, sent } = boxOf(id);
      return trouble ? null : sent.some((raw) => hasMessageId(raw, messageId));
    },
    appendSent: async ({ id }, raw) => {
      const { trouble, sent } = boxOf(id);
      if (!trouble) sent.push(raw);
      return trouble === null;
    },
    listen: (channel, events) => listenTo(boxOf(channel.id), channel, events, now),
    deliver: (id, raw, { seen = false, at = now() } = {}) => {
      const box = boxOf(id);
      const uid = box.nextUid++;
      const flags = new Set(seen ? ['\\Seen'] : []);
      const bytes = bytesOf(raw);
      const arrivedAt = at.toISOString();
      const sizeBytes = bytes.byteLength;
      box.mails.push({ uid, raw: bytes, sizeBytes, mostBytes: Number.POSITIVE_INFINITY, flags, arrivedAt });
      for (const listener of box.listeners) listener.exists();
      return uid;
    },
    mails: (id) => boxOf(id).mails.map(({ uid, flags }) => ({ uid, flags: [...flags].sort() })),
    unmark: (id, uid, flag) => void mailOf(id, uid)?.flags.delete(flag),
    expunge: (id, uid) => {
      const box = boxOf(id);
      box.mails = box.mails.filter((mail) => mail.uid !== uid);
    },
    renumber: (id) => {
      const box = boxOf(id);
      box.uidValidity += 1;
      for (const [at, mail] of box.mails.entries()) mail.uid = at + 1;
      box.nextUid = box.mails.length + 1;
    },
    putSent: (id, raw) => void boxOf(id).sent.push(bytesOf(raw)),
    sent: (id) => [...boxOf(id).sent],
    fail: (id, trouble) => {
      boxOf(id).trouble = trouble;
    },
    breakAfter: (id, calls) => {
      boxOf(id).callsLeft = calls;
    },
    allowKeywords: (id, allowed) => {
      boxOf(id).keywords = allowed;
    },
    allowMarks: (id, allowed) => {
      boxOf(id).marks = allowed;
    },
    claimSize: (id, uid, sizeBytes) => {
      const mail = mailOf(id, uid);
      if (mail) mail.sizeBytes = sizeBytes;
    },
    breakAt: (id, uid, mostBytes) => {
      const mail = mailOf(id, uid);
      if (mail) mail.mostBytes = mostBytes;
    },
    opened: (id) => opened.get(id) ?? 0,
  };
}

function openBox(box: Box): OpenMailbox {
  let isDead = false;
  /** Each command costs one call. On a dead connection every command fails. */
  const spend = (): void => {
    if (!isDead && box.callsLeft <= 0) {
      isDead = true;
      box.callsLeft = Number.POSITIVE_INFINITY;
    }
    if (isDead || box.trouble) throw new MailboxError(box.trouble ?? deadLine);
    box.callsLeft -= 1;
  };
  const find = (uid: number) => box.mails.find((mail) => mail.uid === uid) ?? null;
  return {
    state: {
      uidValidity: String(box.uidValidity),
      uidNext: box.nextUid,
      keywords: box.keywords,
      capabilities: ['IDLE', 'IMAP4rev1'],
      tokenExpiresAt: null,
    },
    search: async ({ lastUid, done }) => {
      spend();
      const isNew = ({ uid, flags }: Mail) => uid > lastUid || !(flags.has('\\Seen') || flags.has(done));
      const last = box.mails.at(-1)?.uid;
      // A server returns its last mail for `n:*`, whatever n is.
      return box.mails.filter((mail) => isNew(mail) || mail.uid === last).map(({ uid }) => uid);
    },
    searchSince: async (day) => {
      spend();
      const from = day.toISOString().slice(0, 10);
      return box.mails.filter(({ arrivedAt }) => arrivedAt >= from).map(({ uid }) => uid);
    },
    look: async (uid) => {
      spend();
      const mail = find(uid);
      return mail && itemOf(mail);
    },
    source: async (uid, maxBytes = Number.POSITIVE_INFINITY) => {
      spend();
      const mail = find(uid);
      if (mail && Math.min(maxBytes, mail.raw.byteLength) > mail.mostBytes) {
        isDead = true;
        throw new MailboxError(deadLine);
      }
      return mail?.raw.slice(0, maxBytes) ?? null;
    },
    mark: async (uid, flags) => {
      spend();
      if (!box.marks) return false;
      const allowed = flags.filter((flag) => flag.startsWith('\\') || box.keywords);
      const mail = find(uid);
      for (const flag of allowed) mail?.flags.add(flag);
      return allowed.length > 0;
    },
    close: async () => {
      isDead = true;
    },
  };
}

function itemOf({ uid, raw, sizeBytes, flags, arrivedAt }: Mail): MailboxItem {
  const end = /\r?\n\r?\n/.exec(Buffer.from(raw).toString('latin1'));
  return {
    uid,
    sizeBytes,
    seen: flags.has('\\Seen'),
    keywords: [...flags].filter((flag) => !flag.startsWith('\\')),
    arrivedAt,
    header: raw.slice(0, end ? end.index + end[0].length : undefined),
  };
}

const hasMessageId = (raw: Uint8Array, messageId: string): boolean =>
  (/^message-id:\s*<([^>]+)>/im.exec(Buffer.from(raw).toString('latin1'))?.[1] ?? '') === messageId;

function listenTo(box: Box, _: Channel, events: ListenerEvents, now: () => Date): MailboxListener {
  let state: MailboxListener['state'] = 'idle';
  let lastEventAt: string | null = null;
  const tracked: ListenerEvents = {
    ...events,
    exists: () => {
      lastEventAt = now().toISOString();
      events.exists();
    },
  };
  box.listeners.add(tracked);
  const since = now().toISOString();
  events.state('idle', null);
  tracked.exists();
  return {
    get state() {
      return state;
    },
    since,
    get lastEventAt() {
      return lastEventAt;
    },
    close: async () => {
      box.listeners.delete(tracked);
      state = 'closed';
      events.state('closed', null);
    },
  };
}
