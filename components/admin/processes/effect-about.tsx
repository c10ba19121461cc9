import type { Route } from 'next';
import { orderHref, paymentHref, settlementsHref } from '#components/admin/payments/money-hrefs.ts';
import { Link } from '#components/ui/link.tsx';

/** The console pages for the ids in an effect. An id without a page is shown as text. */
const pages: Readonly<Record<string, (id: string) => Route>> = {
  orderId: orderHref,
  orderReference: paymentHref,
  vendorId: (id) => settlementsHref(id),
  threadId: (id) => `/admin/inbox/${id}` as Route, // a known route
};

/** Shows the ids in an effect, each as a link if it has a page. */
export const EffectAbout = ({ about }: { readonly about: Readonly<Record<string, string>> }) =>
  Object.entries(about).map(([field, id]) => {
    const href = pages[field]?.(id);
    return (
      <span key={field} className="block text-sm break-all">
        {field}:{' '}
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
