import type { PlatformMail } from '#lib/context/ports/mail.ts';
import { mailPage } from '#lib/mail/mail-page.ts';
import type { Alert } from '#lib/payments/schemas/alert.ts';

type Words = { readonly subject: string; readonly lead: string; readonly path: string; readonly label: string };

const findings = (count: number): string => (count === 1 ? '1 difference' : `${count} differences`);

/** Returns the words of an alert and the page of the console where an admin looks into it. */
export function alertWordsOf({ kind, subjectId, count, lines }: Alert): Words {
  switch (kind) {
    case 'drift':
      return {
        subject: `The store audit found ${findings(count)}`,
        lead: 'Stock, orders or money do not match their records. Nothing was changed. Review each difference and decide what to do.',
        path: `/admin/store-audits/${subjectId}`,
        label: 'View audit',
      };
    case 'orphan':
      return {
        subject: 'The card gateway confirmed an unknown payment',
        lead: 'A callback with a valid signature names a payment that was not started here. It was saved, and nothing else was done.',
        path: '/admin/payments',
        label: 'View payments',
      };
    case 'payment':
      return {
        subject: 'A payment needs your attention',
        lead: 'The card gateway contradicts an earlier message about a payment, or an automatic refund failed. Review the payment and decide what to do.',
        path: `/admin/payments/${lines[0]?.name ?? ''}`,
        label: 'View payment',
      };
    case 'poison':
      return {
        subject: 'A card gateway callback failed',
        lead: 'Processing failed too many times. The callback was saved and will not be retried automatically. Review it and try again.',
        path: '/admin/payments',
        label: 'View payments',
      };
    case 'statement':
      return {
        subject: `The card gateway statement has ${findings(count)}`,
        lead: 'The gateway’s statement does not match our books. Nothing was changed. Review each difference and decide what to do.',
        path: '/admin/payments',
        label: 'View payments',
      };
  }
}

type Envelope = Pick<PlatformMail, 'key' | 'to'> & { readonly origin: string };

/** Composes the mail of an alert. The mail is in English, like the console. */
export function alertMailOf(found: Alert, { key, to, origin }: Envelope): PlatformMail {
  const { subject, lead, path, label } = alertWordsOf(found);
  const left = found.count - found.lines.length;
  return mailPage({
    key,
    to,
    locale: 'en',
    subject,
    heading: subject,
    parts: [
      { text: lead },
      { link: `${origin}${path}`, label },
      ...(found.lines.length > 0 ? [{ rows: found.lines }] : []),
      ...(left > 0 ? [{ text: `And ${left} more.` }] : []),
      { text: 'You received this email because you are a superadmin of this shop.', small: true },
    ],
  });
}
