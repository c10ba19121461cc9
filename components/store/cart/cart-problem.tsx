'use client';

import type { Route } from 'next';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { buttonClass } from '#components/ui/button-look.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import { type ApiProblem, isSignedOut } from '#lib/web/api/api-client.ts';
import { problemText } from '#lib/web/i18n/problem-text.ts';
import { useCart } from './cart-provider.tsx';

export type CartProblemTexts = {
  readonly cart: Pick<Texts<'cart'>, 'retry' | 'signIn'>;
  readonly problems: Texts<'problems'>;
};

type CartProblemProps = {
  readonly problem: ApiProblem;
  readonly signInHref: Route;
  readonly texts: CartProblemTexts;
};

/** A call of the cart that failed, and the way on: once more, or in again for somebody who has been signed out. */
export function CartProblem({ problem, signInHref, texts }: CartProblemProps) {
  const { store } = useCart();
  // No problem is known before the browser has the page.
  const here = () => encodeURIComponent(window.location.pathname + window.location.search);

  return (
    <Alert
      kind="danger"
      role="alert"
      action={
        isSignedOut(problem) ? (
          // A page of its own, not a part of this one: whoever signs in again has their cart taken up anew.
          <a href={`${signInHref}?next=${here()}`} className={buttonClass({ size: 'small', look: 'secondary' })}>
            {texts.cart.signIn}
          </a>
        ) : (
          <Button size="small" look="secondary" onClick={() => void store.retry()}>
            {texts.cart.retry}
          </Button>
        )
      }
    >
      <p>{problemText(problem, texts.problems)}</p>
    </Alert>
  );
}
