import { absenceSubject, automaticLead, automaticSubject } from './absence-words.ts';
import { complaintReport } from './bounce/complaint-report.ts';
import { listRefusal } from './bounce/list-refusal.ts';
import { bounceReport } from './bounce/report.ts';
import { hasNullPath, isBounce } from './bounce/signs.ts';
import { isOneOf } from './headers/address.ts';

import { headerOf } from './headers/headers.ts';
import type { MailAuthentication, MailVerdict, ParsedMail } from './ports.ts';

/**
 * Returns the kind of a mail. The first match counts: our own, a complaint, a bounce, an absence note, an automatic
 * reply, a list's, a person's. `own` are our addresses, lower-cased. A mail in our name that fails the DMARC check of
 * the trusted server counts as a person's and is flagged.
 */
export function verdictOf(
  mail: ParsedMail,
  own: ReadonlySet<string>,
  authentication: MailAuthentication | null = null,
): MailVerdict {
  if (isOneOf(own, mail.from[0]?.address ?? '')) {
    if (authentication?.dmarc !== 'fail') return { kind: 'own', bounce: null, flags: [] };
    return { kind: 'human', bounce: null, flags: ['spoofSuspected'] };
  }
  const complaint = complaintReport(mail);
  if (complaint) return { kind: 'complaint', bounce: complaint, flags: [] };
  if (isBounce(mail)) return { kind: 'bounce', bounce: bounceReport(mail), flags: [] };
  const refusal = listRefusal(mail);
  if (refusal) return { kind: 'bounce', bounce: refusal, flags: [] };
  if (isAbsence(mail)) return { kind: 'ooo', bounce: null, flags: [] };
  if (isAutomatic(mail)) return { kind: 'auto_reply', bounce: null, flags: [] };
  return { kind: isList(mail) ? 'list' : 'human', bounce: null, flags: [] };
}

/** Returns the first word of Auto-Submitted. The rest is a comment or a parameter (RFC 3834). */
const autoSubmitted = (mail: ParsedMail) =>
  /^\s*([a-z-]+)/i.exec(headerOf(mail.headers, 'auto-submitted') ?? '')?.[1]?.toLowerCase() ?? null;
const has = (mail: ParsedMail, name: string) => headerOf(mail.headers, name) !== null;
const precedence = (mail: ParsedMail) => headerOf(mail.headers, 'precedence')?.trim().toLowerCase() ?? '';

function isAbsence(mail: ParsedMail): boolean {
  if (/^\s*vacation\b/i.test(headerOf(mail.headers, 'x-apple-action') ?? '')) return true;
  const answers = autoSubmitted(mail) === 'auto-replied' || has(mail, 'x-autoreply') || softSigns(mail) > 1;
  return answers && absenceSubject.test(mail.subject);
}

function isAutomatic(mail: ParsedMail): boolean {
  const submitted = autoSubmitted(mail);
  if (submitted !== null && submitted !== 'no') return true;
  if (has(mail, 'x-autoreply') || has(mail, 'x-autorespond')) return true;
  if (['auto_reply', 'auto-reply', 'junk'].includes(precedence(mail))) return true;
  // A program writes a read receipt (RFC 8098), whatever its headers say.
  if (mail.reports.some(({ contentType }) => contentType.endsWith('disposition-notification'))) return true;
  return softSigns(mail) > 1;
}

/**
 * Counts signs of a program that people's mail may have too. Exchange, for example, asks in every mail not to be
 * auto-answered.
 */
const softSigns = (mail: ParsedMail): number =>
  [
    has(mail, 'x-auto-response-suppress'),
    hasNullPath(mail),
    automaticSubject.test(mail.subject),
    // A person's reply begins with "Re:" and not with a word of automatic replies and a colon.
    mail.inReplyTo.length > 0 && automaticLead.test(mail.subject),
  ].filter(Boolean).length;

/**
 * Returns true for a list's mail. `Precedence: bulk` alone proves nothing, because old lists' discussions and some
 * people's mails have it.
 */
const isList = (mail: ParsedMail): boolean =>
  has(mail, 'list-id') || (['bulk', 'list'].includes(precedence(mail)) && has(mail, 'list-unsubscribe'));
