import type { Route } from 'next';
import type { Seller } from '#lib/store/vendors/sellers.ts';
import { clientTexts, pageTexts } from '#lib/web/i18n/page-texts.ts';
import { askTheSeller } from './ask-about.ts';
import { AskSeller } from './ask-seller.tsx';

type AskTheSellerProps = { readonly seller: Seller; readonly isSignedIn: boolean };

/** Links a shopper to a seller, about nothing in particular. A guest signs in first and returns. */
export async function AskTheSeller({ seller, isSignedIn }: AskTheSellerProps) {
  const [{ t, go }, problems] = await Promise.all([pageTexts('askSeller'), clientTexts('messageProblems')]);
  return (
    <AskSeller
      wanted={isSignedIn ? askTheSeller(seller) : null}
      label={t('ask')}
      links={{ messages: go('/messages' as Route), signIn: go('/sign-in') }}
      texts={problems}
    />
  );
}
