import { createHash } from 'node:crypto';
import { hashId, hashOf } from '#lib/core/ids.ts';
import { headerLength } from './headers/headers.ts';
import { fieldsOf } from './mime/fields.ts';
import type { MailFingerprint, MailIdentity, ParsedMail } from './ports.ts';

/** Fields that servers add in transit. Two deliveries of one mail differ in them. */
const travelFields = /^(?:received|return-path|delivered-to|x-.*|)$/;

/** How many characters distinguish the copy of a reused id. */
const SUFFIX_LENGTH = 12;

/**
 * Returns the identity of a mail in a channel. A mail without a Message-ID gets one from its original bytes, so that
 * fetching it twice yields the same id. `raw` is the mail before any repair.
 */
export function identityOf(mail: ParsedMail, channelId: string, raw: Uint8Array): MailIdentity {
  const mid = mail.messageId ?? `gen.${contentHash(raw)}@${channelId}`;
  return { mid, generated: mail.messageId === null, fingerprint: fingerprintOf(mail) };
}

/**
 * Returns the fields that two copies of one mail share. The body is left out, because the webhook and the mailbox
 * deliver it differently.
 */
export function fingerprintOf(mail: Pick<ParsedMail, 'from' | 'date' | 'subject'>): MailFingerprint {
  return {
    from: (mail.from[0]?.address ?? '').trim().toLowerCase(),
    at: mail.date === null ? null : Math.floor(Date.parse(mail.date) / 1000),
    subject: mail.subject.replace(/\s+/g, ' ').trim(),
  };
}

/** Returns true when two mails with one Message-ID are the same mail. A repaired date matches every date. */
export const isSameMail = (a: MailFingerprint, b: MailFingerprint): boolean =>
  a.from === b.from && a.subject === b.subject && (a.at === null || b.at === null || a.at === b.at);

/** Returns the id of the message row, derived from channel and Message-ID. */
export const emailId = (channelId: string, mid: string): string => hashId('email', channelId, mid);

/** Returns the id of the row that maps a channel's Message-ID to its thread. */
export const msgidKey = (channelId: string, mid: string): string => hashOf(channelId, mid);

/** Returns the row id of another mail that arrived with an already used Message-ID. */
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
