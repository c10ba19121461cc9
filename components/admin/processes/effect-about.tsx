import type { Route } from 'next';
import { orderHref, paymentHref, settlementsHref } from '#components/admin/payments/money-hrefs.ts';
import { Link } from '#components/ui/link.tsx';

/** The pages of the console on what an effect names; what has none is told by its id alone. */
const pages: Readonly<Record<string, (id: string) => Route>> = {
  orderId: orderHref,
  orderReference: paymentHref,
  vendorId: (id) => settlementsHref(id),
  threadId: (id) => `/admin/inbox/${id}` as Route, // checked route
};

/** What an effect is about, each id leading to its page where it has one. */
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
