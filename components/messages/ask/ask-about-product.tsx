import type { Route } from 'next';
import type { Seller } from '#lib/store/vendors/sellers.ts';
import { clientTexts, pageTexts } from '#lib/web/i18n/page-texts.ts';
import { askAboutProduct } from './ask-about.ts';
import { AskSeller } from './ask-seller.tsx';

type AskAboutProductProps = {
  readonly product: { readonly id: string; readonly title: string };
  readonly seller: Seller;
  readonly isSignedIn: boolean;
};

/** Links a shopper to the seller of a product. A guest signs in first and returns. */
export async function AskAboutProduct({ product, seller, isSignedIn }: AskAboutProductProps) {
  const [{ t, go }, problems] = await Promise.all([pageTexts('askSeller'), clientTexts('messageProblems')]);
  return (
    <AskSeller
      wanted={isSignedIn ? askAboutProduct(seller, product) : null}
      label={t('ask')}
      links={{ messages: go('/messages' as Route), signIn: go('/sign-in') }}
      texts={problems}
    />
  );
}
