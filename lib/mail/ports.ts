import type { BounceOutcome, BounceReason, Encryption, MailKind, MessageFlag, SpanKind } from './values.ts';
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

const isBranded = (value: unknown, brand: symbol): boolean =>
  typeof value === 'object' && value !== null && brand in value;

/** The codes of a mail that exceeded the CPU time or the memory allowed for reading it. */
const limits = ['Timeout', 'OutOfMemory'];

/** Thrown by reading alone: the mail cannot be read. `code` names the limit or the fault, never a text of the mail. */
export class MailParseError extends Error {
  readonly [parseBrand] = true;
  readonly code: string;
  /** The mail exceeded a limit and would exceed it again, so nobody tries again. */
  get isFinal(): boolean {
    return limits.includes(this.code);
  }
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

/** What the reading of a mail needs from the mail libraries; `services/mail` implements it. */
export interface MailParsers {
  /** `raw` has been through `normaliseMail`; `parseSource` does both. Throws MailParseError only, within 10 seconds. */
  parse(raw: Uint8Array): Promise<MailContent>;
  cleanHtml(html: string): CleanHtml;
  /** Joined, the pieces are the text; bounded in time whatever the text. */
  replyFragments(text: string): readonly Fragment[];
}

/** What the rules need from the mail libraries: to read mails, and to build them. */
export interface MailTools extends MailParsers {
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

/** What a trusted server found of SPF, DKIM and DMARC, in the words of RFC 8601; null where it says nothing. */
export type MailAuthentication = {
  readonly spf: string | null;
  readonly dkim: string | null;
  readonly dmarc: string | null;
};

/** What a mail is judged by: the channel it came to, and the addresses that are ours. Plain data, for it crosses threads. */
export type MailJudge = {
  readonly channelId: string;
  /** The name by which the channel's own server signs what it found of SPF, DKIM and DMARC; null where there is none. */
  readonly authservId: string | null;
  /** Lower-cased. */
  readonly ownAddresses: readonly string[];
};

/** A mail to be read: its bytes, of which there may be only a beginning, or one that came taken apart already. */
export type MailSource =
  | {
      readonly judge: MailJudge;
      readonly raw: Uint8Array;
      /** The size of the whole mail where `raw` is only its beginning, else null. */
      readonly wholeBytes: number | null;
    }
  | {
      readonly judge: MailJudge;
      readonly mail: ParsedMail;
      /** Makes the id of a mail without a Message-ID. */
      readonly identifiedBy: Uint8Array;
    };

/** The body of a provider's post, unread, and the channels a mail may be for. Plain data, for it crosses threads. */
export type PostedSource = {
  readonly posted: Uint8Array;
  readonly contentType: string | null;
  readonly channels: { readonly all: readonly JudgingChannel[]; readonly defaultId: string };
};

/** What of a channel decides how a mail is read. */
export type JudgingChannel = Pick<MailJudge, 'authservId'> & {
  readonly id: string;
  readonly address: string;
  readonly aliases: readonly string[];
};

/** The texts of a mail, whole. `html` is sanitised and "" where there is none. */
export type MailBody = { readonly text: string; readonly html: string; readonly remoteImages: readonly string[] };

/**
 * How a mail's texts are kept: in its row alone (neither), in documents, or in a file as well. Beside a file the documents
 * hold what is shown: a page of a hundred mails must not read a hundred files of many megabytes.
 */
export type KeptBody = { readonly pieces: readonly string[]; readonly file: Uint8Array | null };

/** What was read of a mail: everything that is stored of it. Only its files may be of any size. */
export type MailReading = {
  readonly mail: Omit<ParsedMail, 'text' | 'html' | 'reports'>;
  readonly identity: MailIdentity;
  readonly verdict: MailVerdict;
  readonly authentication: MailAuthentication | null;
  /** The beginning of what is shown as text: the mail's own, or that of its HTML. */
  readonly textPreview: string;
  /** Of the text as it is kept, which is cut at MAX_TEXT UTF-16 units. */
  readonly textBytes: number;
  readonly hasHtml: boolean;
  readonly remoteImageCount: number;
  readonly body: KeptBody;
  /** The beginning of what is new in the mail, for what shows it in a line or two. */
  readonly reply: string;
  readonly spans: readonly ReplySpan[];
};

/** What was read of a posted mail, with the channel it is for. */
export type PostedReading = MailReading & { readonly channelId: string };

/** Reads mails in a worker thread. Throws MailParseError, and ServiceUnavailable where the mail is not at fault. */
export interface MailReader {
  read(source: MailSource): Promise<MailReading>;
  /** Throws ValidationError and UnsupportedMediaType as well. */
  readPosted(source: PostedSource): Promise<PostedReading>;
  close(): Promise<void>;
}
