import { headerText } from '#lib/core/header-text.ts';
import { calendarEvent } from './calendar/calendar-event.ts';
import { parseMailDate } from './headers/date.ts';
import { hasRepeats, headerOf, headersOf, readHeaders } from './headers/headers.ts';
import { idsOf, messageIdOf } from './headers/ids.ts';
import { structuredField } from './mime/fields.ts';
import type { ListUnsubscribe, MailAddress, MailContent, ParsedMail, RawHeader } from './ports.ts';
import type { Encryption, MessageFlag } from './values.ts';

/** How many recipients are kept. The count includes the others. */
const MAX_RECIPIENTS = 200;

/** Parts of a report for programs (RFC 3464, RFC 5965, RFC 8098, RFC 3462). */
const reportType =
  /^(?:message\/(?:(?:global-)?delivery-status|feedback-report|(?:global-)?disposition-notification)|text\/rfc822-headers)$/;

/** Combines the parser's result with our own reading of the headers. `raw` is the same mail, normalised. */
export function parsedMail(raw: Uint8Array, content: MailContent): ParsedMail {
  const headers = readHeaders(raw);
  const [to, cc] = [some(content.to), some(content.cc)];
  const [sender = null] = persons(content.sender);
  const messageId = messageIdOf(headerOf(headers, 'message-id') ?? '');
  const date = parseMailDate(headerOf(headers, 'date') ?? '');
  const invitation = content.parts.find(({ contentType }) => contentType === 'text/calendar');
  return {
    headers,
    from: persons(content.from),
    sender,
    to,
    cc: cc.slice(0, MAX_RECIPIENTS - to.length),
    replyTo: persons(content.replyTo),
    recipientCount: content.to.length + content.cc.length + content.bcc.length,
    subject: headerText(content.subject),
    messageId,
    inReplyTo: idsOf(headersOf(headers, 'in-reply-to').join(' ')),
    references: idsOf(headersOf(headers, 'references').join(' ')),
    date,
    text: content.text,
    html: content.html,
    parts: content.parts,
    reports: content.parts
      .filter(({ contentType }) => reportType.test(contentType))
      .map(({ contentType, content: bytes }) => ({ contentType, text: textOf(bytes) })),
    encrypted: encryptionOf(headers, content.text),
    event: invitation ? calendarEvent(textOf(invitation.content)) : null,
    listUnsubscribe: listUnsubscribe(headers),
    flags: flagsOf(headers, messageId, date),
  };
}

const some = (list: readonly MailAddress[]): MailAddress[] =>
  list.slice(0, MAX_RECIPIENTS).map(({ address, name }) => ({ address: headerText(address), name: headerText(name) }));

/** Joins entries before the first address into its name: `Doe, Ann <ann@shop.test>` without the quotes. */
function persons(list: readonly MailAddress[]): MailAddress[] {
  const at = list.findIndex(({ address }) => address.includes('@'));
  const first = list[at];
  if (!first || at === 0) return some(list);
  const name = list
    .slice(0, at + 1)
    .map((entry) => entry.name)
    .filter(Boolean)
    .join(', ');
  return some([{ address: first.address, name }, ...list.slice(at + 1)]);
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

function flagsOf(headers: readonly RawHeader[], messageId: string | null, date: string | null): MessageFlag[] {
  const flags: MessageFlag[] = [];
  if (hasRepeats(headers)) flags.push('duplicateHeaders');
  if (date === null) flags.push('dateRepaired');
  if (messageId === null) flags.push('generatedId');
  return flags;
}

/** Returns the first web address and the first mail address of List-Unsubscribe. */
function listUnsubscribe(headers: readonly RawHeader[]): ListUnsubscribe | null {
  const value = headerOf(headers, 'list-unsubscribe');
  if (value === null) return null;
  const url = /<\s*(https?:\/\/[^<>\s]{1,2000})\s*>/i.exec(value)?.[1] ?? null;
  const mailto = /<\s*mailto:([^<>\s]{1,998})\s*>/i.exec(value)?.[1] ?? null;
  return url || mailto ? { url, mailto } : null;
}

/** Returns how a mail is encrypted, or null for a plain mail and one that is only signed. */
export function encryptionOf(headers: readonly RawHeader[], text: string): Encryption | null {
  const { value, params } = structuredField(headerOf(headers, 'content-type') ?? '');
  // Signed content in this form is wrapped too (RFC 8551 3.5.2), except for a bare list of certificates.
  if (/^application\/(?:x-)?pkcs7-mime$/.test(value))
    return params.get('smime-type')?.toLowerCase() === 'certs-only' ? null : 'smime';
  if (value === 'multipart/encrypted') return /pkcs7/i.test(params.get('protocol') ?? '') ? 'smime' : 'pgp';
  return /^-----BEGIN PGP MESSAGE-----\s*$/m.test(text.slice(0, 4096)) ? 'pgp' : null;
}
