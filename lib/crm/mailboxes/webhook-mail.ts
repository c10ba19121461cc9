import { invalid } from '#lib/core/errors.ts';
import { headerText } from '#lib/core/header-text.ts';
import type { InboundMail } from '#lib/crm/schemas/webhook.ts';
import { isMailAddress } from '#lib/mail/headers/address.ts';
import { parseStatedDate } from '#lib/mail/headers/date.ts';
import { idsOf, messageIdOf } from '#lib/mail/headers/ids.ts';
import type { MailAddress, ParsedMail } from '#lib/mail/ports.ts';

const MAX_RECIPIENTS = 200;
const MAX_NAME_LENGTH = 500;

/**
 * Converts a webhook mail into the form that the mail parser returns. Invalid addresses and dates are reported by
 * field.
 */
export function webhookMail(input: InboundMail): ParsedMail {
  const from = addressesOf(input.from);
  const to = addressesOf(input.to);
  const cc = addressesOf(input.cc ?? '');
  const date = parseStatedDate(input.date);
  const wrong = {
    ...(from.length !== 1 && { from: 'must be one email address' }),
    ...(to.length === 0 && { to: 'must be an email address' }),
    ...(date === null && { date: 'must be an ISO 8601 or RFC 5322 date' }),
  };
  if (Object.keys(wrong).length > 0 || !from[0]) throw invalid('The body is not valid', wrong);
  const sender = { address: from[0].address, name: headerText(input.fromName ?? '') || from[0].name };
  const messageId = messageIdOf(input.messageId);
  const references =
    typeof input.references === 'string' ? input.references : (input.references ?? []).map(bracketed).join(' ');
  return {
    headers: [],
    from: [sender],
    sender: null,
    to: to.slice(0, MAX_RECIPIENTS),
    cc: cc.slice(0, Math.max(0, MAX_RECIPIENTS - to.length)),
    replyTo: addressesOf(input.replyTo ?? ''),
    recipientCount: to.length + cc.length,
    subject: headerText(input.subject),
    messageId,
    inReplyTo: idsOf(input.inReplyTo ?? ''),
    references: idsOf(references),
    date,
    text: input.bodyText,
    html: input.bodyHtml?.trim() ? input.bodyHtml : null,
    parts: [],
    reports: [],
    encrypted: null,
    event: null,
    listUnsubscribe: null,
    flags: messageId === null ? ['generatedId'] : [],
  };
}

/** Adds the angle brackets that an id has in a header but may lack in a list. */
const bracketed = (id: string): string => (id.includes('<') ? id : `<${id.trim()}>`);

/** Returns the addresses of a field, or an empty list when any of them is invalid. */
function addressesOf(field: string | readonly string[]): MailAddress[] {
  const found = (typeof field === 'string' ? [field] : field).map(addressesIn);
  return found.every((addresses) => addresses !== null) ? found.flat() : [];
}

/**
 * Returns the addresses of a text, or null. Commas inside quotes and angle brackets do not separate addresses. A comma
 * in an unquoted name, as in `Doe, Ann <ann@x.test>`, does not either, because a provider that unquotes names must not
 * lose the mail.
 */
function addressesIn(text: string): readonly MailAddress[] | null {
  const found: MailAddress[] = [];
  let name = '';
  for (const part of divided(text)) {
    const address = addressOf(name + part);
    if (address) found.push(address);
    name = address || (name + part).trim() === '' ? '' : `${name}${part},`;
    if (name.length > MAX_NAME_LENGTH) return null;
  }
  return name === '' ? found : null;
}

function divided(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  let quoted = false;
  let inBrackets = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') quoted = !quoted;
    else if (!quoted && sign === '<') inBrackets = true;
    else if (!quoted && sign === '>') inBrackets = false;
    else if (sign === ',' && !quoted && !inBrackets) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}

function addressOf(text: string): MailAddress | null {
  const trimmed = text.trim();
  const open = trimmed.lastIndexOf('<');
  const isNamed = open !== -1 && trimmed.endsWith('>');
  const address = isNamed ? trimmed.slice(open + 1, -1).trim() : trimmed;
  const name = isNamed
    ? trimmed
        .slice(0, open)
        .trim()
        .replace(/^"(.*)"$/s, '$1')
        .replaceAll('\\"', '"')
    : '';
  return isMailAddress(address) ? { address, name: headerText(name) } : null;
}
