import { headerOf } from '#lib/mail/headers/headers.ts';
import type { BounceReport, ParsedMail } from '#lib/mail/ports.ts';
import { addressesOf } from './notice.ts';
import { originalMessageId } from './original-message.ts';
import { providerNotice } from './provider.ts';
import { reportGroups, typedValue } from './report-fields.ts';

/**
 * A complaint about a mail of ours (RFC 5965, or a provider's JSON); null where the mail is none. The mail complained of
 * had arrived. A report of failed authentication (RFC 6591) comes in the same form and says so in `feedbackType`.
 */
export function complaintReport(mail: ParsedMail): BounceReport | null {
  const provider = providerNotice(mail.text);
  const fields = mail.reports
    .filter(({ contentType }) => contentType === 'message/feedback-report')
    .flatMap(({ text }) => reportGroups(text));
  const announced = /report-type\s*=\s*"?feedback-report/i.test(headerOf(mail.headers, 'content-type') ?? '');
  if (provider?.kind !== 'complaint' && fields.length === 0 && !announced) return null;
  const field = (name: string) => fields.find((group) => group.has(name))?.get(name);
  const feedbackType = (provider?.feedbackType ?? field('feedback-type')?.toLowerCase() ?? 'abuse').slice(0, 40);
  const named =
    provider?.recipients.map(({ address }) => address) ??
    addressesOf([field('original-rcpt-to'), field('removal-recipient')].join(' '));
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
      reason: isAuth ? 'auth' : 'spam',
    })),
    originalMessageId: provider?.originalMessageId?.replace(/^<|>$/g, '') ?? originalMessageId(mail),
    feedbackType,
    reportingMta: typedValue(field('reporting-mta'))?.slice(0, 255) ?? null,
  };
}
