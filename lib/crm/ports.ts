import type {
  BounceOutcome,
  BounceReason,
  ChannelFault,
  Encryption,
  MailKind,
  MessageFlag,
  SendStage,
  SpanKind,
  TlsMode,
} from './values.ts';

/** A mailbox as a header names it; the address as written, the name decoded, either may be empty. */
export type MailAddress = { readonly address: string; readonly name: string };

/** A header field as it came: the name lower-cased, the value unfolded and still encoded. */
export type RawHeader = { readonly name: string; readonly value: string };

export type MailPart = {
  /** As the mail names it, without control characters, at most 255 characters; never a path to write to. */
  readonly filename: string | null;
  /** Lower-cased, without parameters, always of the form `type/subtype`. */
  readonly contentType: string;
  readonly sizeBytes: number;
  /** Belongs into the HTML by its content id. */
  readonly inline: boolean;
  /** Without brackets. */
  readonly cid: string | null;
  readonly content: Uint8Array;
};

/** What the parser makes of a mail: decoded, unlimited in number, and the first of a repeated field. */
export type MailContent = {
  readonly from: readonly MailAddress[];
  readonly sender: readonly MailAddress[];
  readonly to: readonly MailAddress[];
  readonly cc: readonly MailAddress[];
  readonly bcc: readonly MailAddress[];
  readonly replyTo: readonly MailAddress[];
  readonly subject: string;
  /** The text of the mail; "" where it has only HTML. A mail of both in turn has all of it, in its order. */
  readonly text: string;
  /** Raw HTML, decoded, all of it in its order; null where there is none. */
  readonly html: string | null;
  readonly parts: readonly MailPart[];
};

/** A mail as the parser and our own reading of its headers see it (`parseSource`); nothing in it is trusted. */
export type ParsedMail = {
  /** In the order of the mail, all of them; of From, Subject, Message-ID and Date only the first keeps its name. */
  readonly headers: readonly RawHeader[];
  readonly from: readonly MailAddress[];
  readonly sender: MailAddress | null;
  readonly to: readonly MailAddress[];
  readonly cc: readonly MailAddress[];
  readonly replyTo: readonly MailAddress[];
  /** How many recipients the mail names, also beyond those kept. */
  readonly recipientCount: number;
  readonly subject: string;
  /** Message-IDs without brackets, the domain lower-cased. */
  readonly messageId: string | null;
  readonly inReplyTo: readonly string[];
  readonly references: readonly string[];
  /** As the header says, or null where it says nothing that can be read. ISO 8601. */
  readonly date: string | null;
  /** Plain text of the mail; "" where it has only HTML. */
  readonly text: string;
  /** Raw HTML, decoded; null where there is none. */
  readonly html: string | null;
  readonly parts: readonly MailPart[];
  /** The machine-readable parts of a report (RFC 3464, RFC 5965) as text, by content type. */
  readonly reports: readonly { readonly contentType: string; readonly text: string }[];
  /** Its text cannot be read here. */
  readonly encrypted: Encryption | null;
  readonly event: CalendarEvent | null;
  readonly listUnsubscribe: ListUnsubscribe | null;
  /** `duplicateHeaders`, `dateRepaired` (no date that can be read), `generatedId` (no Message-ID), `truncated`. */
  readonly flags: readonly MessageFlag[];
};

/** What an invitation says of itself (RFC 5545, RFC 5546). */
export type CalendarEvent = {
  /** Upper-cased: REQUEST, CANCEL, REPLY; null where none is named. */
  readonly method: string | null;
  readonly summary: string;
  /** A moment in ISO 8601 (UTC), a day (`2026-01-31`), or a local time without a zone (`2026-01-31T10:00:00`). */
  readonly start: string | null;
  readonly end: string | null;
  /** `Ann <ann@x.test>`, or the address alone. */
  readonly organizer: string | null;
};

/** How a list says it is left (RFC 2369, RFC 8058). Shown to a person; no program follows it. */
export type ListUnsubscribe = { readonly url: string | null; readonly mailto: string | null };

// A process holds several copies of this module, so the failures below are known by a brand and not by their class.
const parseBrand = Symbol.for('plaza.mail-parse-error');
const mailboxBrand = Symbol.for('plaza.mailbox-error');
const isBranded = (value: unknown, brand: symbol): boolean =>
  typeof value === 'object' && value !== null && brand in value;

/** Thrown by `parse` alone: the mail cannot be read. `code` names the limit or the fault, never a text of the mail. */
export class MailParseError extends Error {
  readonly [parseBrand] = true;
  readonly code: string;
  constructor(code: string) {
    super(`mail cannot be read: ${code}`);
    this.name = 'MailParseError';
    this.code = code;
  }

  static override [Symbol.hasInstance](value: unknown): value is MailParseError {
    return isBranded(value, parseBrand);
  }
}

/** A piece of a text as the reply parser cuts it. */
export type Fragment = {
  readonly text: string;
  readonly hidden: boolean;
  readonly quoted: boolean;
  readonly signature: boolean;
};

/** A stretch of a text, in UTF-16 units from `start` to before `end`; spans cover the text without gaps. */
export type ReplySpan = { readonly kind: SpanKind; readonly start: number; readonly end: number };

/**
 * HTML that may be shown in the frame of a mail. A remote image is taken out and leaves `<img data-remote="n">`, where
 * `n` is its place in `remoteImages`; `cid:` images and small `data:` ones stay. `html` is "" where the HTML is too large
 * or nested too deep: then `text` is shown.
 */
export type CleanHtml = { readonly html: string; readonly text: string; readonly remoteImages: readonly string[] };

/** A mail to be built; ids carry no brackets, nothing carries a line break except `text`. */
export type OutgoingMail = {
  readonly from: MailAddress;
  readonly to: MailAddress;
  readonly replyTo: MailAddress | null;
  readonly subject: string;
  readonly messageId: string;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
  readonly date: Date;
  readonly text: string;
};

/** What the rules need from the mail libraries; `services/mail` implements it. */
export interface MailTools {
  /** `raw` has been through `normaliseMail`; `parseSource` does both. Throws MailParseError only, within 10 seconds. */
  parse(raw: Uint8Array): Promise<MailContent>;
  cleanHtml(html: string): CleanHtml;
  /** Joined, the pieces are the text; bounded in time whatever the text. */
  replyFragments(text: string): readonly Fragment[];
  compose(mail: OutgoingMail): Promise<Uint8Array>;
}

export type MailIdentity = {
  /** Message-ID without brackets, or the one made from the bytes. */
  readonly mid: string;
  readonly generated: boolean;
  readonly fingerprint: MailFingerprint;
};

/** What two copies of one mail agree in, whichever way they came; the body is left out on purpose. */
export type MailFingerprint = {
  readonly from: string;
  /** Whole seconds since 1970; null where the date had to be repaired. */
  readonly at: number | null;
  readonly subject: string;
};

export type BounceRecipient = {
  readonly address: string;
  readonly status: string | null;
  readonly replyCode: string | null;
  readonly action: string | null;
  readonly diagnostic: string | null;
  readonly reason: BounceReason;
};

export type BounceReport = {
  readonly outcome: BounceOutcome;
  /** The address itself is dead. */
  readonly hard: boolean;
  readonly recipients: readonly BounceRecipient[];
  /** Without brackets. */
  readonly originalMessageId: string | null;
  readonly feedbackType: string | null;
  readonly reportingMta: string | null;
};

export type MailVerdict = {
  readonly kind: MailKind;
  readonly bounce: BounceReport | null;
  readonly flags: readonly MessageFlag[];
};

// ---- the mail servers of a channel

/** How to reach one server of a channel. Holds secrets: never logged, never answered. */
export type MailServer = {
  readonly host: string;
  readonly port: number;
  readonly tls: TlsMode;
  /** "" where the server is to be used without signing in. */
  readonly user: string;
  /** A password, or null where the channel signs in by OAuth. */
  readonly password: string | null;
  /** PEM text of the authority to trust, the name to expect, whether to check at all. */
  readonly ca: string | null;
  readonly servername: string | null;
  readonly rejectUnauthorized: boolean;
};

/** What `AUTH=oauth2` needs to ask for an access token. */
export type MailOauth = {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly refreshToken: string;
};

/** Hosts and users as configured, "" where absent; no secret. */
export type ShownServers = {
  readonly imapHost: string;
  readonly imapUser: string;
  readonly smtpHost: string;
  readonly smtpUser: string;
  readonly hasImapPassword: boolean;
  readonly hasSmtpPassword: boolean;
};

/** A channel as configured; the half that is missing or broken is null. */
export type Channel = {
  readonly id: string;
  readonly name: string;
  readonly flow: 'standard';
  /** Own address, "" where none is known; lower-cased. */
  readonly address: string;
  readonly aliases: readonly string[];
  readonly fromName: string;
  readonly replyTo: string | null;
  readonly signature: string | null;
  readonly mailbox: string;
  readonly imap: MailServer | null;
  readonly smtp: MailServer | null;
  /** Whether `ChannelSender` takes its mail: a whole SMTP half, or the channel of a demo, which has no server. */
  readonly canSend: boolean;
  /** What the console may show of both halves, broken ones too. */
  readonly shown: ShownServers;
  readonly oauth: MailOauth | null;
  /** Null: the one the server flags as \Sent. */
  readonly sentMailbox: string | null;
  readonly sentAppend: boolean;
  readonly plusTokens: boolean;
  readonly authservId: string | null;
  readonly ai: boolean;
};

/** One thing wrong with the configuration. Names a variable and never its value. */
export type ChannelProblem = {
  /** Null: it belongs to no channel, and `field` is the whole name of a variable. */
  readonly channel: string | null;
  readonly field: string;
  readonly code: ChannelFault;
  readonly message: string;
};

/** Every channel of this process, as read once at start. */
export type ChannelBook = {
  /** In the order configured; at least one. */
  readonly all: readonly Channel[];
  readonly defaultId: string;
  readonly errors: readonly ChannelProblem[];
};

/** Why a mailbox could not be worked with. `words` say it to a person and name no secret. */
export type MailboxTrouble = {
  readonly kind: 'auth_failed' | 'unreachable';
  readonly code: string;
  readonly words: string;
};

/** Thrown by every call of a mailbox whose line is dead, whose login is refused, or that is told nothing. */
export class MailboxError extends Error {
  readonly [mailboxBrand] = true;
  readonly trouble: MailboxTrouble;
  constructor(trouble: MailboxTrouble) {
    super(trouble.words);
    this.name = 'MailboxError';
    this.trouble = trouble;
  }

  static override [Symbol.hasInstance](value: unknown): value is MailboxError {
    return isBranded(value, mailboxBrand);
  }
}

export type MailboxState = {
  /** Decimal text: it may pass 2^53. */
  readonly uidValidity: string;
  readonly uidNext: number;
  /** Whether own keywords may be set (`\*`). */
  readonly keywords: boolean;
  readonly capabilities: readonly string[];
  /** When the access token of an OAuth channel runs out, ISO 8601; null for a password. */
  readonly tokenExpiresAt: string | null;
};

export type MailboxItem = {
  readonly uid: number;
  readonly sizeBytes: number;
  readonly seen: boolean;
  readonly keywords: readonly string[];
  /** INTERNALDATE, ISO 8601; null where the server gave none. */
  readonly arrivedAt: string | null;
  /** The header block as bytes. */
  readonly header: Uint8Array;
};

/** A selected mailbox on a live line. No call hangs longer than the time-outs of its adapter. */
export interface OpenMailbox {
  readonly state: MailboxState;
  /** UIDs, ascending, of what is new: `(UNSEEN NOT KEYWORD done) OR UID lastUid+1:*`; the caller filters again. */
  search(query: { readonly lastUid: number; readonly done: string }): Promise<readonly number[]>;
  /** UIDs, ascending, of what arrived since that moment or since its day; the caller filters again. */
  searchSince(day: Date): Promise<readonly number[]>;
  /** Null: no such mail any more. */
  look(uid: number): Promise<MailboxItem | null>;
  /** The mail as bytes, at most `maxBytes` of it; leaves it unseen. Null: no such mail any more. */
  source(uid: number, maxBytes?: number): Promise<Uint8Array | null>;
  /** Adds flags and keywords; false when the server refused. */
  mark(uid: number, flags: readonly string[]): Promise<boolean>;
  close(): Promise<void>;
}

/** Reaches the IMAP side of a channel. A new connection for each `open`. */
export interface Mailbox {
  open(channel: Channel): Promise<OpenMailbox>;
  /** Whether the mailbox of sent mail holds a Message-ID (no brackets); null when it could not be asked. */
  findSent(channel: Channel, messageId: string): Promise<boolean | null>;
  /** Best effort: false when it did not work. */
  appendSent(channel: Channel, raw: Uint8Array): Promise<boolean>;
  /** Tells of new mail until closed; reconnects by itself. */
  listen(channel: Channel, heard: ListenerEvents): MailboxListener;
}

export type ListenerState = 'connecting' | 'idle' | 'waiting' | 'closed';
export type ListenerEvents = {
  /** Something arrived: poke the poll. */
  exists(): void;
  state(state: ListenerState, trouble: MailboxTrouble | null): void;
};
export interface MailboxListener {
  readonly state: ListenerState;
  readonly since: string;
  readonly lastEventAt: string | null;
  close(): Promise<void>;
}

/** What was seen of one attempt to send. */
export type SmtpSeen = {
  readonly accepted: boolean;
  readonly stage: SendStage;
  /** Whether the bytes of the mail were asked for, and whether a MAIL command was ever logged. */
  readonly streamRead: boolean;
  readonly mailSeen: boolean;
  readonly code: string | null;
  readonly command: string | null;
  readonly responseCode: number | null;
  /** The server's words, cut to 200 characters. */
  readonly response: string | null;
};

/** What is true of a mail after an attempt; `unknown` is never sent again by a program. */
export type SendOutcome =
  | { readonly state: 'sent' }
  | { readonly state: 'failed'; readonly retry: boolean; readonly auth: boolean }
  | { readonly state: 'unknown' };

/** Reaches the SMTP side of a channel; never throws for what a server does. */
export interface ChannelSender {
  send(
    channel: Channel,
    mail: { readonly envelope: { readonly from: string; readonly to: string }; readonly raw: Uint8Array },
  ): Promise<SmtpSeen>;
  /** Signs in and leaves, and mails nothing: `accepted` says whether it was let in. */
  signIn(channel: Channel): Promise<SmtpSeen>;
}
