import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { fill } from '#lib/i18n/fill.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { isSignedOut } from '#lib/web/api/api-client.ts';
import { problemText } from '#lib/web/i18n/problem-text.ts';
import type { CheckoutNotice } from './place-and-pay.ts';

type CheckoutNoticesProps = {
  readonly notice: CheckoutNotice;
  readonly titleOf: (id: string) => string;
  readonly currency: string;
  readonly locale: Locale;
  readonly texts: { readonly checkout: Texts<'checkout'>; readonly problems: Texts<'problems'> };
  readonly onTakeLess: () => void;
  readonly onSignIn: () => void;
};

/** Shows why the order was not placed, with the button that resolves the problem. */
export function CheckoutNotices({ notice, titleOf, currency, locale, texts, ...on }: CheckoutNoticesProps) {
  const { checkout, problems } = texts;
  switch (notice.kind) {
    case 'short':
      return (
        <Alert
          kind="warning"
          role="alert"
          title={checkout.short}
          action={
            <Button size="small" look="secondary" onClick={on.onTakeLess}>
              {checkout.shortAction}
            </Button>
          }
        >
          <ul>
            {notice.lines.map(({ id, left }) => (
              <li key={id}>
                {fill(left === 0 ? checkout.shortGone : checkout.shortLine, { title: titleOf(id), left }, locale)}
              </li>
            ))}
          </ul>
        </Alert>
      );
    case 'price':
      return (
        <Alert
          kind="warning"
          role="alert"
          title={fill(checkout.priceChanged, { amount: moneyText(notice.totalMinor, currency, locale) }, locale)}
        />
      );
    case 'fields':
      return (
        <Alert
          kind="danger"
          role="alert"
          title={fill(checkout.errorSummary, { count: Object.keys(notice.fields).length }, locale)}
        />
      );
    case 'problem':
      return (
        <Alert
          kind="danger"
          role="alert"
          title={problemText(notice.error, problems)}
          action={
            isSignedOut(notice.error) && (
              <Button size="small" look="secondary" onClick={on.onSignIn}>
                {checkout.signInTitle}
              </Button>
            )
          }
        />
      );
  }
}
