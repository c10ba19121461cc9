import type { ChannelFault, SendStage, TlsMode } from './values.ts';

const mailboxBrand = Symbol.for('plaza.mailbox-error');
const isBranded = (value: unknown, brand: symbol): boolean =>
  typeof value === 'object' && value !== null && brand in value;

// ---- the mail servers of a channel
/** How to reach one server of a channel. The value contains secrets: never log it and never put it into a response. */
export type MailServer = {
  readonly host: string;
  readonly port: number;
  readonly tls: TlsMode;
  /** "" when the server needs no login. */
  readonly user: string;
  /** The password. Null when the channel signs in by OAuth. */
  readonly password: string | null;
  /** PEM text of the trusted CA, the expected server name, and whether to verify the certificate. */
  readonly ca: string | null;
  readonly servername: string | null;
  readonly rejectUnauthorized: boolean;
};

/** The settings for an access token with `AUTH=oauth2`. */
export type MailOauth = {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly refreshToken: string;
};

/** Refresh tokens. Some providers issue a new one with each access token and then reject the old one. */
export interface RefreshTokens {
  /**
   * Calls `ask` with the newest refresh token of a channel, which replaces the configured one. Only one process calls
   * `ask` at a time. A refresh token in the result is stored.
   */
  renew<A extends { readonly refreshToken: string | undefined }>(
    channelId: string,
    configured: string,
    ask: (refreshToken: string) => Promise<A>,
  ): Promise<A>;
}

/** Hosts and users as configured, "" when missing. Contains no secrets. */
export type ShownServers = {
  readonly imapHost: string;
  readonly imapUser: string;
  readonly smtpHost: string;
  readonly smtpUser: string;
  readonly hasImapPassword: boolean;
  readonly hasSmtpPassword: boolean;
};

/** A channel as configured. `imap` or `smtp` is null when missing or invalid. */
export type Channel = {
  readonly id: string;
  readonly name: string;
  readonly flow: 'standard';
  /** The channel's own address, lower-cased. "" when it is not known. */
  readonly address: string;
  readonly aliases: readonly string[];
  readonly fromName: string;
  readonly replyTo: string | null;
  readonly signature: string | null;
  readonly mailbox: string;
  readonly imap: MailServer | null;
  readonly smtp: MailServer | null;
  /**
   * True when `ChannelSender` can send for this channel. That requires a complete SMTP half, or the channel of a demo,
   * which has no server.
   */
  readonly canSend: boolean;
  /** What the console may show of both servers, even with invalid settings. */
  readonly shown: ShownServers;
  readonly oauth: MailOauth | null;
  /** Null means the mailbox that the server flags as \Sent. */
  readonly sentMailbox: string | null;
  readonly sentAppend: boolean;
  readonly plusTokens: boolean;
  readonly authservId: string | null;
  readonly ai: boolean;
};

/** One error in the configuration. It names a variable and never contains its value. */
export type ChannelProblem = {
  /** Null when the error belongs to no channel. Then `field` is the full name of a variable. */
  readonly channel: string | null;
  readonly field: string;
  readonly code: ChannelFault;
  readonly message: string;
};

/** Every channel of this process, read once at startup. */
export type ChannelBook = {
  /** In the configured order, at least one. */
  readonly all: readonly Channel[];
  readonly defaultId: string;
  readonly errors: readonly ChannelProblem[];
};

/** Why a mailbox could not be used. `words` is the text for a person and contains no secret. */
export type MailboxTrouble = {
  readonly kind: 'auth_failed' | 'unreachable';
  readonly code: string;
  readonly words: string;
};

/**
 * Thrown by every mailbox call when the connection is lost, the login is rejected, or the server sends no usable reply.
 */
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
  /** Decimal text, because the number may exceed 2^53. */
  readonly uidValidity: string;
  readonly uidNext: number;
  /** True when custom keywords may be set (`\*`). */
  readonly keywords: boolean;
  readonly capabilities: readonly string[];
  /** When the access token of an OAuth channel expires, ISO 8601. Null for a password. */
  readonly tokenExpiresAt: string | null;
};

export type MailboxItem = {
  readonly uid: number;
  readonly sizeBytes: number;
  readonly seen: boolean;
  readonly keywords: readonly string[];
  /** INTERNALDATE, ISO 8601. Null when the server sent none. */
  readonly arrivedAt: string | null;
  /** The bytes of the header block. */
  readonly header: Uint8Array;
};

/** A selected mailbox on an open connection. Every call is limited by the timeouts of its adapter. */
export interface OpenMailbox {
  readonly state: MailboxState;
  /**
   * Returns the UIDs of new mails, ascending: `(UNSEEN NOT KEYWORD done) OR UID lastUid+1:*`. The caller filters them
   * again.
   */
  search(query: { readonly lastUid: number; readonly done: string }): Promise<readonly number[]>;
  /**
   * Returns the UIDs of mails that arrived since that time, or since its day, ascending. The caller filters them again.
   */
  searchSince(day: Date): Promise<readonly number[]>;
  /** Returns null when the mail no longer exists. */
  look(uid: number): Promise<MailboxItem | null>;
  /**
   * Returns the bytes of a mail, at most `maxBytes`, and leaves the mail unseen. Returns null when the mail no longer
   * exists.
   */
  source(uid: number, maxBytes?: number): Promise<Uint8Array | null>;
  /** Adds flags and keywords. Returns false when the server rejects them. */
  mark(uid: number, flags: readonly string[]): Promise<boolean>;
  close(): Promise<void>;
}

/** Reaches the IMAP server of a channel. Each `open` makes a new connection. */
export interface Mailbox {
  open(channel: Channel): Promise<OpenMailbox>;
  /**
   * Returns whether the mailbox of sent mail contains a Message-ID (without brackets), or null when the search failed.
   */
  findSent(channel: Channel, messageId: string): Promise<boolean | null>;
  /** Appends a copy on a best-effort basis. Returns false when that failed. */
  appendSent(channel: Channel, raw: Uint8Array): Promise<boolean>;
  /** Reports new mail until closed. Reconnects automatically. */
  listen(channel: Channel, events: ListenerEvents): MailboxListener;
}

export type ListenerState = 'connecting' | 'idle' | 'waiting' | 'closed';
export type ListenerEvents = {
  /** New mail arrived, so a poll should start. */
  exists(): void;
  state(state: ListenerState, trouble: MailboxTrouble | null): void;
};
export interface MailboxListener {
  readonly state: ListenerState;
  readonly since: string;
  readonly lastEventAt: string | null;
  close(): Promise<void>;
}

/** What was observed in one attempt to send. */
export type SmtpSeen = {
  readonly accepted: boolean;
  readonly stage: SendStage;
  /** Whether the content of the mail was read, and whether a MAIL command was logged. */
  readonly streamRead: boolean;
  readonly mailSeen: boolean;
  readonly code: string | null;
  readonly command: string | null;
  readonly responseCode: number | null;
  /** The server's reply, cut to 200 characters. */
  readonly response: string | null;
};

/** The outcome of an attempt to send. `unknown` is never retried automatically. */
export type SendOutcome =
  | { readonly state: 'sent' }
  | { readonly state: 'failed'; readonly retry: boolean; readonly auth: boolean }
  | { readonly state: 'unknown' };

/** Reaches the SMTP server of a channel. Never throws for what a server does. */
export interface ChannelSender {
  send(
    channel: Channel,
    mail: { readonly envelope: { readonly from: string; readonly to: string }; readonly raw: Uint8Array },
  ): Promise<SmtpSeen>;
  /** Signs in and disconnects without sending. `accepted` says whether the login succeeded. */
  signIn(channel: Channel): Promise<SmtpSeen>;
}
