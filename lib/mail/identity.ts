import { createHash } from 'node:crypto';
import { hashId, hashOf } from '#lib/core/ids.ts';
import { headerLength } from './headers/headers.ts';
import { fieldsOf } from './mime/fields.ts';
import type { MailFingerprint, MailIdentity, ParsedMail } from './ports.ts';

/** Fields that servers on the way add: two deliveries of one mail differ in them. */
const travelFields = /^(?:received|return-path|delivered-to|x-.*|)$/;

/** A copy of a reused id is told from the first by so many characters. */
const SUFFIX_LENGTH = 12;

/**
 * Who a mail is in a channel. A mail without a Message-ID gets one made from its bytes as they came, so that the same
 * mail fetched twice is known again; `raw` is the mail before any mending.
 */
export function identityOf(mail: ParsedMail, channelId: string, raw: Uint8Array): MailIdentity {
  const mid = mail.messageId ?? `gen.${contentHash(raw)}@${channelId}`;
  return { mid, generated: mail.messageId === null, fingerprint: fingerprintOf(mail) };
}

/** What two copies of one mail agree in. The body is left out: the webhook and the mailbox carry it differently. */
export function fingerprintOf(mail: Pick<ParsedMail, 'from' | 'date' | 'subject'>): MailFingerprint {
  return {
    from: (mail.from[0]?.address ?? '').trim().toLowerCase(),
    at: mail.date === null ? null : Math.floor(Date.parse(mail.date) / 1000),
    subject: mail.subject.replace(/\s+/g, ' ').trim(),
  };
}

/** Whether two mails under one Message-ID are the same mail; a date that had to be repaired agrees with every date. */
export const isSameMail = (one: MailFingerprint, other: MailFingerprint): boolean =>
  one.from === other.from &&
  one.subject === other.subject &&
  (one.at === null || other.at === null || one.at === other.at);

/** The id of the message row: found again from channel and Message-ID. */
export const emailId = (channelId: string, mid: string): string => hashId('email', channelId, mid);

/** The row that says which thread a Message-ID of a channel leads to. */
export const msgidKey = (channelId: string, mid: string): string => hashOf(channelId, mid);

/** The id of another mail that came under a Message-ID that is taken. */
export const reusedEmailId = (id: string, { from, at, subject }: MailFingerprint): string =>
  `${id}-${hashOf(from, String(at), subject).slice(0, SUFFIX_LENGTH)}`;

function contentHash(raw: Uint8Array): string {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const length = headerLength(raw);
  const hash = createHash('sha256');
  for (const { name, text } of fieldsOf(bytes.toString('latin1', 0, length)))
    if (!travelFields.test(name) || /^\r?\n$/.test(text)) hash.update(text, 'latin1');
  return hash.update(bytes.subarray(length)).digest('hex');
}
