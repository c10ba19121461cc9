import type { Metadata } from 'next';
import { chosenCurrency } from '#app/(shop)/chosen-currency.ts';
import { OwnWatches } from '#components/store/watches/own-watches.tsx';
import { WishlistView } from '#components/store/wishlist/wishlist-view.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { clientTexts, pageTexts } from '#lib/web/i18n/page-texts.ts';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await pageTexts('wishlist');
  return { title: t('title'), description: t('description'), robots: { index: false } };
}

export default async function WishlistPage() {
  const ctx = await pageContext();
  const [currency, { t, locale, go }, wishlist, card, watch] = await Promise.all([
    chosenCurrency(ctx),
    pageTexts('wishlist'),
    clientTexts('wishlist'),
    clientTexts('card'),
    clientTexts('stockWatch'),
  ]);

  return (
    <main id="content" className="mx-auto flex w-full max-w-7xl grow flex-col gap-8 px-4 pt-8 pb-24 sm:px-6 lg:px-10">
      <h1 className="text-3xl sm:text-4xl">{t('title')}</h1>
      <WishlistView
        currency={currency}
        locale={locale}
        links={{ catalog: go('/products'), cart: go('/cart') }}
        texts={{ wishlist, card }}
      />
      {ctx.user && <OwnWatches currency={currency} locale={locale} catalog={go('/products')} texts={watch} />}
    </main>
  );
}
