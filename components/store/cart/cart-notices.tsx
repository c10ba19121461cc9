import type { Route } from 'next';
import type { Ref } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { Clamped } from '#lib/web/cart/guest-cart.ts';
import { countOf } from '#lib/web/cart/guest-cart.ts';
import { CartProblem } from './cart-problem.tsx';
import { useCart } from './cart-provider.tsx';
import type { CartTexts } from './cart-texts.ts';

type CartNoticesProps = {
  /** Gets the focus when these notices block the checkout. */
  readonly ref?: Ref<HTMLDivElement>;
  readonly signInHref: Route;
  readonly titleOf: (id: string) => string;
  readonly locale: Locale;
  readonly texts: Pick<CartTexts, 'cart' | 'problems'>;
};

/** Shows changes that the shopper did not make: lines kept as a backup, reduced lines and failed calls. */
export function CartNotices({ ref, signInHref, titleOf, locale, texts }: CartNoticesProps) {
  const { cart, store } = useCart();
  const { backup, clamped, problem } = cart;
  const wordsOf = ({ id, left, wanted }: Clamped) =>
    fill(left === 0 ? texts.cart.clampedGone : texts.cart.clamped, { title: titleOf(id), left, wanted }, locale);

  return (
    <div ref={ref} tabIndex={-1} className="flex flex-col gap-3 outline-none empty:hidden">
      {backup && (
        <Alert
          role="status"
          action={
            <>
              <Button size="small" look="secondary" onClick={() => void store.restore()}>
                {texts.cart.restore}
              </Button>
              <Button size="small" look="quiet" onClick={() => store.dismissBackup()}>
                {texts.cart.dismiss}
              </Button>
            </>
          }
        >
          <p className="text-base">{fill(texts.cart.backup, { count: countOf(backup.items) }, locale)}</p>
        </Alert>
      )}
      {clamped.length > 0 && (
        <Alert
          kind="warning"
          role="alert"
          title={texts.cart.clampedTitle}
          action={
            <Button size="small" look="secondary" onClick={() => store.seen()}>
              {texts.cart.understood}
            </Button>
          }
        >
          <ul>
            {clamped.map((line) => (
              <li key={line.id}>{wordsOf(line)}</li>
            ))}
          </ul>
        </Alert>
      )}
      {problem && <CartProblem problem={problem} signInHref={signInHref} texts={texts} />}
    </div>
  );
}
