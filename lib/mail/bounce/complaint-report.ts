import { headerOf, readHeaders } from '#lib/mail/headers/headers.ts';
import type { BounceReport, ParsedMail } from '#lib/mail/ports.ts';
import { addressesOf } from './notice.ts';
import { originalMessageId } from './original-message.ts';
import { providerNotice } from './provider.ts';
import { reportGroups, typedValue } from './report-fields.ts';

const MAX_HEADER = 64 * 1024;

/**
 * Returns who complains in the provider-specific forms. Hotmail (JMRP) names the recipient in a field of the mail or of
 * the returned mail. Apple's form is sent by the recipient. Returns null for other mails.
 */
function providerForm(mail: ParsedMail): { readonly feedbackType: string; readonly from: string } | null {
  const [returned] = mail.parts.filter(({ contentType }) => contentType === 'message/rfc822');
  const inner = returned ? readHeaders(returned.content.subarray(0, MAX_HEADER)) : [];
  const hotmail = headerOf(mail.headers, 'x-hmxmroriginalrecipient') ?? headerOf(inner, 'x-hmxmroriginalrecipient');
  if (hotmail !== null) return { feedbackType: 'abuse', from: hotmail };
  if (!/^\s*true\b/i.test(headerOf(mail.headers, 'x-apple-unsubscribe') ?? '')) return null;
  return { feedbackType: 'opt-out', from: mail.from[0]?.address ?? '' };
}

/**
 * Reads a complaint about one of our mails (RFC 5965, a provider's JSON, or the forms of Hotmail and Apple). Returns
 * null for other mails. The mail in question was delivered. A report of failed authentication (RFC 6591) has the same
 * form and says so in `feedbackType`.
 */
export function complaintReport(mail: ParsedMail): BounceReport | null {
  const provider = providerNotice(mail.text);
  const fields = mail.reports
    .filter(({ contentType }) => contentType === 'message/feedback-report')
    .flatMap(({ text }) => reportGroups(text));
  const announced = /report-type\s*=\s*"?feedback-report/i.test(headerOf(mail.headers, 'content-type') ?? '');
  const form = providerForm(mail);
  if (provider?.kind !== 'complaint' && fields.length === 0 && !announced && !form) return null;
  const field = (name: string) => fields.find((group) => group.has(name))?.get(name);
  const feedbackType = (
    provider?.feedbackType ??
    field('feedback-type')?.toLowerCase() ??
    form?.feedbackType ??
    'abuse'
  ).slice(0, 40);
  const named =
    provider?.recipients.map(({ address }) => address) ??
    addressesOf([field('original-rcpt-to'), field('removal-recipient'), form?.from].join(' '));
  const isAuth = feedbackType === 'auth-failure';
  return {
    outcome: isAuth ? 'unknown' : 'delivered',
    hard: false,
    recipients: named.map((address) => ({
      address: address.toLowerCase().slice(0, 320),
      status: null,
      replyCode: null,
      action: null,
      diagnostic: null,
      reason: isAuth ? 'auth' : feedbackType === 'opt-out' ? 'other' : 'spam',
    })),
    originalMessageId: provider?.originalMessageId?.replace(/^<|>$/g, '') ?? originalMessageId(mail),
    feedbackType,
    reportingMta: typedValue(field('reporting-mta'))?.slice(0, 255) ?? null,
  };
}
