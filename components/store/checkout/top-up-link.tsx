import type { Route } from 'next';
import { Link } from '#components/ui/link.tsx';
import { type CreditOffer, missingFor } from './credit-offer.ts';

type TopUpLinkProps = {
  readonly credit: CreditOffer;
  readonly totalMinor: number;
  readonly wallet: Route;
  /** The page to return to after the top-up. */
  readonly returnUrl: Route;
  readonly text: string;
};

/** Shows a link to top up the missing amount when the balance is too low. Afterwards the user returns to this page. */
export function TopUpLink({ credit, totalMinor, wallet, returnUrl, text }: TopUpLinkProps) {
  const missing = missingFor(credit, totalMinor);
  if (missing === 0) return null;
  const query = new URLSearchParams({ amount: String(missing), returnUrl });
  return (
    <Link
      href={`${wallet}?${query}` as Route} // a known route with a query
      className="self-start font-medium underline underline-offset-4"
    >
      {text}
    </Link>
  );
}
