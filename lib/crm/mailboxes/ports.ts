import type { ChannelFault, SendStage, TlsMode } from './values.ts';

const mailboxBrand = Symbol.for('plaza.mailbox-error');
const isBranded = (value: unknown, brand: symbol): boolean =>
  typeof value === 'object' && value !== null && brand in value;

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

/** Refresh tokens, of which some providers give a new one with each access token and then refuse the old one. */
export interface RefreshTokens {
  /**
   * Asks with the newest token of a channel, which follows from the configured one, as the only one to do so, and keeps
   * the one that the answer brings.
   */
  renew<A extends { readonly refreshToken: string | undefined }>(
    channelId: string,
    configured: string,
    ask: (refreshToken: string) => Promise<A>,
  ): Promise<A>;
}

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
