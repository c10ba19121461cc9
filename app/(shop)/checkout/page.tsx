import type { Metadata } from 'next';
import { chosenCurrency } from '#app/(shop)/chosen-currency.ts';
import { savedCart } from '#app/(shop)/saved-cart.ts';
import { SignInForm } from '#components/account/sign-in-form.tsx';
import { CheckoutForm } from '#components/store/checkout/checkout-form.tsx';
import { firstPlace } from '#components/store/checkout/first-place.ts';
import { GuestCheckout } from '#components/store/checkout/guest-checkout.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { namedCountries } from '#lib/i18n/country-names.ts';
import { listAddresses } from '#lib/store/addresses/addresses.ts';
import { findLastUsed } from '#lib/store/orders/last-used.ts';
import { clientTexts, pageTexts } from '#lib/web/i18n/page-texts.ts';
import { firstQuote } from './first-quote.ts';
import { payingFor } from './paying-for.ts';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await pageTexts('checkout');
  return { title: t('title'), robots: { index: false } };
}

export default async function CheckoutPage() {
  const ctx = await pageContext();
  const currency = await chosenCurrency(ctx);
  const buyer = ctx.user && { ...ctx, user: ctx.user };
  const [{ t, locale, go }, first, last, addresses, checkout, payWays, cart, hold, problems] = await Promise.all([
    pageTexts('checkout'),
    savedCart(ctx, currency),
    buyer && findLastUsed(buyer),
    buyer ? listAddresses(buyer) : [],
    clientTexts('checkout'),
    clientTexts('payWays'),
    clientTexts('cart'),
    clientTexts('hold'),
    clientTexts('problems'),
  ]);
  const links = {
    catalog: go('/products'),
    cart: go('/cart'),
    checkout: go('/checkout'),
    orders: go('/orders'),
    signIn: go('/sign-in'),
    wallet: go('/wallet'),
  };

  return (
    <main id="content" className="mx-auto flex w-full max-w-7xl grow flex-col gap-8 px-4 pt-8 pb-24 sm:px-6 lg:px-10">
      <h1 className="text-3xl sm:text-4xl">{t('title')}</h1>
      {buyer && first ? (
        <CheckoutForm
          first={first}
          person={{ id: buyer.user.id, name: buyer.user.name, email: buyer.user.email }}
          last={last}
          addresses={addresses}
          countries={namedCountries(locale)}
          quote={
            await firstQuote(buyer, { country: firstPlace(last, addresses)?.country, lines: first.lines, currency })
          }
          {...(await payingFor(buyer, first, currency))}
          currency={currency}
          locale={locale}
          links={links}
          texts={{ checkout, payWays, cart, hold, problems }}
        />
      ) : (
        <GuestCheckout currency={currency} locale={locale} links={links} texts={checkout}>
          <SignInForm next={go('/checkout')} />
        </GuestCheckout>
      )}
    </main>
  );
}
