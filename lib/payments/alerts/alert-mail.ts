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
        lead: 'Stock, orders or money differ from the sum of their rows. Nothing was repaired. Please check each difference.',
        path: `/admin/store-audits/${subjectId}`,
        label: 'Open the audit',
      };
    case 'orphan':
      return {
        subject: 'The card gateway reported an unknown payment',
        lead: 'A correctly signed callback names a payment that this shop never started. The callback was stored, and nothing was changed.',
        path: '/admin/payments',
        label: 'Open the payments',
      };
    case 'payment':
      return {
        subject: 'A payment needs your decision',
        lead: 'The card gateway contradicted itself about a payment, or an automatic refund failed. The shop has changed nothing.',
        path: `/admin/payments/${lines[0]?.name ?? ''}`,
        label: 'Open the payment',
      };
    case 'poison':
      return {
        subject: 'A callback of the card gateway cannot be applied',
        lead: 'Applying it failed repeatedly. The callback is stored but no longer retried automatically. Please check it.',
        path: '/admin/payments',
        label: 'Open the payments',
      };
    case 'statement':
      return {
        subject: `The statement of the card gateway has ${findings(count)}`,
        lead: 'The statement of the gateway differs from the books. Nothing was repaired. Please check each difference.',
        path: '/admin/payments',
        label: 'Open the payments',
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
      { text: 'You receive this email because you are a superadmin of this shop.', small: true },
    ],
  });
}
