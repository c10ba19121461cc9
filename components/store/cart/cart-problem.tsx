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

/** Shows a failed cart call with a button to retry, or a sign-in link if the session has ended. */
export function CartProblem({ problem, signInHref, texts }: CartProblemProps) {
  const { store } = useCart();
  // Only called in the browser: the server never renders a problem.
  const here = () => encodeURIComponent(window.location.pathname + window.location.search);

  return (
    <Alert
      kind="danger"
      role="alert"
      action={
        isSignedOut(problem) ? (
          // A full page load instead of a client-side navigation, so that the cart is loaded again after sign-in.
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
