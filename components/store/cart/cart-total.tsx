import { Skeleton } from '#components/ui/skeleton.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { useCart } from './cart-provider.tsx';
import { obtainable, totalOf } from './totals.ts';
import { useCartProducts } from './use-cart-products.ts';

type CartTotalProps = {
  readonly label: string;
  readonly isSignedIn: boolean;
  readonly currency: string;
  readonly locale: Locale;
};

/** Shows the total of the cart, and nothing when the prices cannot be loaded. */
export function CartTotal({ label, isSignedIn, currency, locale }: CartTotalProps) {
  const { cart } = useCart();
  const { find, problem } = useCartProducts(cart.lines, currency, []);
  const total = totalOf(isSignedIn ? cart.lines : obtainable(cart.lines, find), find);
  if (total === null && problem !== null) return null;

  return (
    <p className="flex items-center justify-between gap-4 border-t border-line pt-4">
      <span>{label}</span>
      {total === null ? (
        <Skeleton className="h-6 w-24" />
      ) : (
        <strong className="text-lg font-semibold tabular-nums">{moneyText(total, currency, locale)}</strong>
      )}
    </p>
  );
}
