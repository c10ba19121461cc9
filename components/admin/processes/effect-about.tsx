import type { Route } from 'next';
import { orderHref, paymentHref, settlementsHref } from '#components/admin/payments/money-hrefs.ts';
import { personHref } from '#components/admin/people/people-hrefs.ts';
import { Link } from '#components/ui/link.tsx';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';

/** The console pages for the ids in an effect. An id without a page is shown as text. */
const pages: Readonly<Record<string, (id: string) => Route>> = {
  orderId: orderHref,
  orderReference: paymentHref,
  vendorId: (id) => settlementsHref(id),
  threadId: (id) => `/admin/inbox/${id}` as Route, // a known route
  userId: (id) => personHref(id),
};

type EffectAboutProps = {
  readonly about: Readonly<Record<string, string>>;
  readonly texts: ConsoleTexts<'processes'>;
};

/** Shows the ids in an effect, each as a link if it has a page. */
export const EffectAbout = ({ about, texts }: EffectAboutProps) =>
  Object.entries(about).map(([field, id]) => {
    const href = pages[field]?.(id);
    const names: Readonly<Record<string, string>> = texts;
    return (
      <span key={field} className="block text-sm break-all">
        {names[`field_${field}`] ?? field}:{' '}
        {href ? (
          <Link href={href} className="underline underline-offset-4">
            {id}
          </Link>
        ) : (
          id
        )}
      </span>
    );
  });
