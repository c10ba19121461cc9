import { headerOf } from '#lib/mail/headers/headers.ts';
import type { ParsedMail } from '#lib/mail/ports.ts';
import { daemons, noticeBody, noticeSubject, postmasters } from './notice-words.ts';
import { providerNotice } from './provider.ts';

const MAX_BODY = 4000;

/**
 * Returns true when a mail is a delivery notice. A delivery report or a daemon's name is enough. A postmaster's mail
 * must also use the words of a notice. A mail with an empty return path must have such a subject. Absence notes have an
 * empty return path too, and people forward and discuss notices.
 */
export function isBounce(mail: ParsedMail): boolean {
  if (mail.reports.some(({ contentType }) => contentType.endsWith('delivery-status'))) return true;
  if (/report-type\s*=\s*"?delivery-status/i.test(headerOf(mail.headers, 'content-type') ?? '')) return true;
  if (headerOf(mail.headers, 'x-failed-recipients')) return true;
  const notice = providerNotice(mail.text);
  if (notice && notice.kind !== 'complaint') return true;
  const sender = senderKind(mail);
  if (sender === 'daemon') return true;
  const subject = noticeSubject.test(mail.subject);
  return sender === 'postmaster' ? subject || noticeBody.test(textOf(mail)) : subject && hasNullPath(mail);
}

const textOf = (mail: ParsedMail) => (mail.text || mail.html || '').slice(0, MAX_BODY);

/** Returns true for an empty return path, which RFC 5321 4.5.5 prescribes for programs that write about mail. */
export const hasNullPath = (mail: ParsedMail): boolean =>
  /^\s*<\s*(?:mailer-daemon)?\s*>/i.test(headerOf(mail.headers, 'return-path') ?? '');

function senderKind(mail: ParsedMail): 'daemon' | 'postmaster' | null {
  const from = mail.from[0];
  const raw = headerOf(mail.headers, 'from') ?? '';
  const names = [from?.address.split('@')[0], from?.address === '' || !from ? (from?.name ?? raw) : ''].map((name) =>
    (name ?? '').toLowerCase().replace(/[-_.\s<>"]/g, ''),
  );
  if (names.some((name) => daemons.has(name))) return 'daemon';
  return names.some((name) => postmasters.has(name)) ? 'postmaster' : null;
}
