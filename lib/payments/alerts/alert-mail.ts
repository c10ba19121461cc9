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
        lead: 'Stock, orders or money are not what their own rows add up to. Nothing was repaired: each difference is a question for a person.',
        path: `/admin/store-audits/${subjectId}`,
        label: 'Open the audit',
      };
    case 'orphan':
      return {
        subject: 'The card gateway told us of money for nobody',
        lead: 'A callback with a right signature names a payment that was never started here. It was kept, and nothing followed from it.',
        path: '/admin/payments',
        label: 'Open the payments',
      };
    case 'payment':
      return {
        subject: 'A payment needs a person',
        lead: 'What the card gateway says of a payment does not fit what it has said before, or money could not go back by itself. Nothing was decided by the shop.',
        path: `/admin/payments/${lines[0]?.name ?? ''}`,
        label: 'Open the payment',
      };
    case 'poison':
      return {
        subject: 'A callback of the card gateway cannot be applied',
        lead: 'Applying it has failed time and again. It is kept and not tried by itself any more: a person has to look.',
        path: '/admin/payments',
        label: 'Open the payments',
      };
    case 'statement':
      return {
        subject: `The statement of the card gateway has ${findings(count)}`,
        lead: 'What the gateway says it took is not what the books say. Nothing was repaired: each difference is a question for a person.',
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
      { text: 'You get this because you are a superadmin of this shop.', small: true },
    ],
  });
}
