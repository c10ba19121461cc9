import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { fill } from '#lib/i18n/fill.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { CartLine } from '#lib/store/schemas/cart.ts';
import { ApiProblem, isSignedOut } from '#lib/web/api/api-client.ts';
import { countOf } from '#lib/web/cart/guest-cart.ts';
import { problemText } from '#lib/web/i18n/problem-text.ts';
import { useCart } from './cart-provider.tsx';
import type { CartTexts } from './cart-texts.ts';
import { HoldCountdown } from './hold-countdown.tsx';
import { sellable, totalOf } from './totals.ts';
import type { CartProducts } from './use-cart-products.ts';
import { useHold } from './use-hold.ts';

type CartSummaryProps = {
  readonly lines: readonly CartLine[];
  readonly products: CartProducts;
  readonly isSignedIn: boolean;
  /** Called when a notice above blocks the checkout. */
  readonly onStopped: () => void;
  readonly currency: string;
  readonly locale: Locale;
  readonly links: { readonly catalog: Route; readonly checkout: Route };
  readonly texts: CartTexts;
};

/**
 * Shows the total and the checkout button. The button first places a hold, so that buyers do not pay for items that are
 * sold out.
 */
export function CartSummary({
  lines,
  products,
  isSignedIn,
  onStopped,
  currency,
  locale,
  links,
  texts,
}: CartSummaryProps) {
  const { find } = products;
  const router = useRouter();
  const { cart, store } = useCart();
  const { hold, renew } = useHold();
  const [isLeaving, setLeaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const total = totalOf(lines, find);
  const count = countOf(sellable(lines, find));
  const isHeldBack = total === null || count === 0;

  const checkOut = async () => {
    if (isLeaving || isHeldBack) return;
    setLeaving(true);
    setProblem(null);
    const held = await setAside();
    if (held) router.push(links.checkout);
    else setLeaving(false);
  };

  /**
   * Returns true when the checkout can begin. A guest signs in at the checkout. Items that have reached the hold limit
   * can still be ordered.
   */
  async function setAside(): Promise<boolean> {
    if (!isSignedIn) return true;
    const { clamped } = store.state();
    await store.settled();
    // A call that failed before may succeed now.
    if (store.state().problem || !store.state().inStep) await store.retry();
    // The shopper must first read which lines were reduced just now.
    if (store.state().problem || store.state().clamped.length > clamped.length) {
      onStopped();
      return false;
    }
    try {
      await renew();
      return true;
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'InsufficientStock') {
        await store.reduceToAvailable(error.details);
        onStopped();
        return false;
      }
      if (isSignedOut(error) || (error instanceof ApiProblem && error.code === 'HoldLimit')) return true;
      setProblem(problemText(error, texts.problems));
      return false;
    }
  }

  return (
    <section
      aria-labelledby="cart-summary"
      className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-6 lg:sticky lg:top-8"
    >
      <h2 id="cart-summary" className="text-lg">
        {texts.cart.summary}
      </h2>
      <div className="flex items-center justify-between gap-4">
        <span>{texts.cart.total}</span>
        {total === null && products.problem === null && <Skeleton className="h-7 w-28" />}
        {total !== null && (
          <strong aria-live="polite" className="text-2xl font-semibold tracking-tight tabular-nums">
            {moneyText(total, currency, locale)}
          </strong>
        )}
      </div>
      <p className="text-sm text-muted">
        {fill(texts.cart.items, { count }, locale)}. {texts.cart.taxes}
      </p>
      {total === null && products.problem !== null && (
        <Alert
          kind="danger"
          role="alert"
          action={
            <Button size="small" look="secondary" onClick={products.retry}>
              {texts.cart.retry}
            </Button>
          }
        >
          {problemText(products.problem, texts.problems)}
        </Alert>
      )}
      {isSignedIn && hold && <HoldCountdown hold={hold} renew={renew} locale={locale} texts={texts} />}
      {problem && <Alert kind="danger" role="alert" title={problem} />}
      <Button size="large" wide onClick={() => void checkOut()} busy={isLeaving || isHeldBack}>
        {isLeaving ? texts.cart.checkoutBusy : texts.cart.checkout}
      </Button>
      <LinkButton href={links.catalog} look="quiet" wide>
        {texts.cart.goOn}
      </LinkButton>
      {isSignedIn && (
        <p role="status" className="min-h-5 text-center text-sm text-muted">
          {cart.saving ? texts.cart.saving : ''}
        </p>
      )}
    </section>
  );
}
