'use client';

import { ShoppingBag } from 'lucide-react';
import type { Route } from 'next';
import { useCart } from '#components/store/cart/cart-provider.tsx';
import { Link } from '#components/ui/link.tsx';
import { iconButtonClass } from '#components/ui/popover-menu.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { countOf } from '#lib/web/cart/guest-cart.ts';
import { CountBadge } from './count-badge.tsx';

type CartLinkProps = {
  readonly href: Route;
  readonly locale: Locale;
  readonly texts: Pick<Texts<'shell'>, 'cart' | 'cartWith'>;
};

/** Shows the cart link with the number of items. Until the cart is loaded, the link has no number. */
export function CartLink({ href, locale, texts }: CartLinkProps) {
  const { cart } = useCart();
  const count = countOf(cart.lines);

  return (
    <Link
      href={href}
      aria-label={cart.ready ? fill(texts.cartWith, { count }, locale) : texts.cart}
      className={iconButtonClass}
    >
      <ShoppingBag aria-hidden />
      <CountBadge count={count} />
    </Link>
  );
}
