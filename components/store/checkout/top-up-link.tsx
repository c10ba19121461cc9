import type { Route } from 'next';
import { Link } from '#components/ui/link.tsx';
import { type CreditOffer, missingFor } from './credit-offer.ts';

type TopUpLinkProps = {
  readonly credit: CreditOffer;
  readonly totalMinor: number;
  readonly wallet: Route;
  /** The page to come back to with the money. */
  readonly returnUrl: Route;
  readonly text: string;
};

/** Where a balance is too small: the way to fill it up by what is missing, and back. */
export function TopUpLink({ credit, totalMinor, wallet, returnUrl, text }: TopUpLinkProps) {
  const missing = missingFor(credit, totalMinor);
  if (missing === 0) return null;
  const query = new URLSearchParams({ amount: String(missing), returnUrl });
  return (
    <Link
      href={`${wallet}?${query}` as Route} // a query after a checked route
      prefetch={false}
      className="self-start font-medium underline underline-offset-4"
    >
      {text}
    </Link>
  );
}
