import type { Metadata } from 'next';
import { chosenCurrency } from '#app/(shop)/chosen-currency.ts';
import { savedCart } from '#app/(shop)/saved-cart.ts';
import { CartView } from '#components/store/cart/cart-view.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { estimateTexts } from '#lib/web/i18n/estimate-texts.ts';
import { clientTexts, pageTexts } from '#lib/web/i18n/page-texts.ts';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await pageTexts('cart');
  return { title: t('title'), robots: { index: false } };
}

export default async function CartPage() {
  const ctx = await pageContext();
  const currency = await chosenCurrency(ctx);
  const [{ t, locale, go }, first, cart, delivery, hold, problems] = await Promise.all([
    pageTexts('cart'),
    savedCart(ctx, currency),
    clientTexts('cart'),
    estimateTexts(),
    clientTexts('hold'),
    clientTexts('problems'),
  ]);

  return (
    <main id="content" className="mx-auto flex w-full max-w-7xl grow flex-col gap-8 px-4 pt-8 pb-24 sm:px-6 lg:px-10">
      <h1 className="text-3xl sm:text-4xl">{t('title')}</h1>
      <CartView
        first={first}
        isSignedIn={ctx.user !== null}
        currency={currency}
        locale={locale}
        links={{ catalog: go('/products'), checkout: go('/checkout'), signIn: go('/sign-in') }}
        texts={{ cart, delivery, hold, problems }}
      />
    </main>
  );
}
