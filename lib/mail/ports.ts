import type { BounceOutcome, BounceReason, Encryption, MailKind, MessageFlag, SpanKind } from './values.ts';
/** A mailbox in a header. The address is as written, the name is decoded, and either may be empty. */
export type MailAddress = { readonly address: string; readonly name: string };

/** A raw header field. The name is lower-cased, the value is unfolded but still encoded. */
export type RawHeader = { readonly name: string; readonly value: string };

export type MailPart = {
  /** The name in the mail, without control characters, at most 255 characters. Never use it as a path. */
  readonly filename: string | null;
  /** Lower-cased, without parameters, always of the form `type/subtype`. */
  readonly contentType: string;
  readonly sizeBytes: number;
  /** True when the HTML shows this part by its content id. */
  readonly inline: boolean;
  /** Without brackets. */
  readonly cid: string | null;
  readonly content: Uint8Array;
};

/** The parser's result: decoded, unlimited in number, with the first of each repeated field. */
export type MailContent = {
  readonly from: readonly MailAddress[];
  readonly sender: readonly MailAddress[];
  readonly to: readonly MailAddress[];
  readonly cc: readonly MailAddress[];
  readonly bcc: readonly MailAddress[];
  readonly replyTo: readonly MailAddress[];
  readonly subject: string;
  /** The text of the mail. "" when the mail has only HTML. Alternating text and HTML parts are joined in order. */
  readonly text: string;
  /** Raw, decoded HTML, all parts joined in order. Null when there is none. */
  readonly html: string | null;
  readonly parts: readonly MailPart[];
};

/** A parsed mail with our own reading of its headers (`parseSource`). Trust nothing in it. */
export type ParsedMail = {
  /** All fields in order. Of From, Subject, Message-ID and Date only the first keeps its name. */
  readonly headers: readonly RawHeader[];
  readonly from: readonly MailAddress[];
  readonly sender: MailAddress | null;
  readonly to: readonly MailAddress[];
  readonly cc: readonly MailAddress[];
  readonly replyTo: readonly MailAddress[];
  /** The number of recipients, including those beyond the limit. */
  readonly recipientCount: number;
  readonly subject: string;
  /** Message-IDs without brackets, the domain lower-cased. */
  readonly messageId: string | null;
  readonly inReplyTo: readonly string[];
  readonly references: readonly string[];
  /** The date in the header, ISO 8601. Null when it is missing or invalid. */
  readonly date: string | null;
  /** The plain text of the mail. "" when the mail has only HTML. */
  readonly text: string;
  /** Raw, decoded HTML. Null when there is none. */
  readonly html: string | null;
  readonly parts: readonly MailPart[];
  /** The machine-readable parts of a report (RFC 3464, RFC 5965) as text, by content type. */
  readonly reports: readonly { readonly contentType: string; readonly text: string }[];
  /** Set when the text is encrypted and cannot be read here. */
  readonly encrypted: Encryption | null;
  readonly event: CalendarEvent | null;
  readonly listUnsubscribe: ListUnsubscribe | null;
  /** `duplicateHeaders`, `dateRepaired` (no valid date), `generatedId` (no Message-ID), `truncated`. */
  readonly flags: readonly MessageFlag[];
};

/** The event of an invitation (RFC 5545, RFC 5546). */
export type CalendarEvent = {
  /** Upper-cased: REQUEST, CANCEL, REPLY. Null when missing. */
  readonly method: string | null;
  readonly summary: string;
  /** A time in ISO 8601 (UTC), a day (`2026-01-31`), or a local time without a zone (`2026-01-31T10:00:00`). */
  readonly start: string | null;
  readonly end: string | null;
  /** `Ann <ann@x.test>`, or only the address. */
  readonly organizer: string | null;
};

/** How to unsubscribe from a list (RFC 2369, RFC 8058). Shown to a person, never followed by a program. */
export type ListUnsubscribe = { readonly url: string | null; readonly mailto: string | null };

// A process contains several copies of this module, so the error below is recognised by a brand instead of its class.
const parseBrand = Symbol.for('plaza.mail-parse-error');

const isBranded = (value: unknown, brand: symbol): boolean =>
  typeof value === 'object' && value !== null && brand in value;

/** The codes of a mail that exceeded the CPU time or the memory allowed for reading it. */
const limits = ['Timeout', 'OutOfMemory'];

/** Thrown when a mail cannot be read. `code` names the limit or the error and never contains text of the mail. */
export class MailParseError extends Error {
  readonly [parseBrand] = true;
  readonly code: string;
  /** True when the mail exceeded a limit. The next attempt would exceed it too, so there is no retry. */
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

/** A piece of a text as the reply parser splits it. */
export type Fragment = {
  readonly text: string;
  readonly hidden: boolean;
  readonly quoted: boolean;
  readonly signature: boolean;
};

/** A range of a text in UTF-16 units, from `start` to before `end`. Spans cover the text without gaps. */
export type ReplySpan = { readonly kind: SpanKind; readonly start: number; readonly end: number };

/**
 * HTML that is safe to show in the frame of a mail. A remote image is replaced by `<img data-remote="n">`, where `n` is
 * its index in `remoteImages`. `cid:` images and small `data:` images stay. `html` is "" when the HTML is too large or
 * too deeply nested. Then `text` is shown.
 */
export type CleanHtml = { readonly html: string; readonly text: string; readonly remoteImages: readonly string[] };

/** A mail to build. Ids have no brackets, and only `text` may contain line breaks. */
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

/** What reading a mail needs from the mail libraries. `services/mail` implements it. */
export interface MailParsers {
  /**
   * `raw` must be normalised by `normaliseMail`; `parseSource` does both. Throws only MailParseError, within 10
   * seconds.
   */
  parse(raw: Uint8Array): Promise<MailContent>;
  cleanHtml(html: string): CleanHtml;
  /** Returns pieces that join to the text. The time is limited for every text. */
  replyFragments(text: string): readonly Fragment[];
}

/** What the rules need from the mail libraries, to read and to build mails. */
export interface MailTools extends MailParsers {
  compose(mail: OutgoingMail): Promise<Uint8Array>;
}

export type MailIdentity = {
  /** The Message-ID without brackets, or the one generated from the bytes. */
  readonly mid: string;
  readonly generated: boolean;
  readonly fingerprint: MailFingerprint;
};

/** The fields that two copies of one mail share, however they arrived. The body is left out on purpose. */
export type MailFingerprint = {
  readonly from: string;
  /** Whole seconds since 1970. Null when the date was repaired. */
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
  /** True when the address does not exist. */
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

/** The SPF, DKIM and DMARC results of a trusted server, in the words of RFC 8601. Null when missing. */
export type MailAuthentication = {
  readonly spf: string | null;
  readonly dkim: string | null;
  readonly dmarc: string | null;
};

/**
 * The facts by which a mail is judged: its channel and our own addresses. Plain data, because it is passed between
 * threads.
 */
export type MailJudge = {
  readonly channelId: string;
  /** The name under which the channel's own server reports SPF, DKIM and DMARC. Null when there is none. */
  readonly authservId: string | null;
  /** Lower-cased. */
  readonly ownAddresses: readonly string[];
};

/** A mail to read: its bytes, or only their beginning, or a mail that arrived already parsed. */
export type MailSource =
  | {
      readonly judge: MailJudge;
      readonly raw: Uint8Array;
      /** The size of the whole mail when `raw` is only its beginning, otherwise null. */
      readonly wholeBytes: number | null;
    }
  | {
      readonly judge: MailJudge;
      readonly mail: ParsedMail;
      /** The bytes from which the id of a mail without a Message-ID is generated. */
      readonly identifiedBy: Uint8Array;
    };

/**
 * The raw body of a provider's post, and the channels it may be for. Plain data, because it is passed between threads.
 */
export type PostedSource = {
  readonly posted: Uint8Array;
  readonly contentType: string | null;
  readonly channels: { readonly all: readonly JudgingChannel[]; readonly defaultId: string };
};

/** The fields of a channel that affect how a mail is read. */
export type JudgingChannel = Pick<MailJudge, 'authservId'> & {
  readonly id: string;
  readonly address: string;
  readonly aliases: readonly string[];
};

/** The whole texts of a mail. `html` is sanitised, and "" when there is none. */
export type MailBody = { readonly text: string; readonly html: string; readonly remoteImages: readonly string[] };

/**
 * How a mail's texts are stored: only in its row (both empty), in documents, or also in a file. Documents beside a file
 * hold only what is shown, because a page of a hundred mails must not read a hundred large files.
 */
export type StoredBody = { readonly pieces: readonly string[]; readonly file: Uint8Array | null };

/** Everything that is stored of a mail. Only its files may be of any size. */
export type MailReading = {
  readonly mail: Omit<ParsedMail, 'text' | 'html' | 'reports'>;
  readonly identity: MailIdentity;
  readonly verdict: MailVerdict;
  readonly authentication: MailAuthentication | null;
  /** The beginning of the shown text: the mail's own text, or that of its HTML. */
  readonly textPreview: string;
  /** The size of the stored text, which is cut at MAX_TEXT UTF-16 units. */
  readonly textBytes: number;
  readonly hasHtml: boolean;
  readonly remoteImageCount: number;
  readonly body: StoredBody;
  /** The beginning of the new text in the mail, for previews. */
  readonly reply: string;
  readonly spans: readonly ReplySpan[];
};

/** The reading of a posted mail, with its channel. */
export type PostedReading = MailReading & { readonly channelId: string };

/** Reads mails in a worker thread. Throws MailParseError, and ServiceUnavailable when the mail is not the cause. */
export interface MailReader {
  read(source: MailSource): Promise<MailReading>;
  /** Also throws ValidationError and UnsupportedMediaType. */
  readPosted(source: PostedSource): Promise<PostedReading>;
  close(): Promise<void>;
}
