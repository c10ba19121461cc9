import type { ReactNode } from 'react';
import { WishlistProvider } from '#components/store/wishlist/wishlist-provider.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { clientTexts } from '#lib/web/i18n/page-texts.ts';

/** Gives the pages of the shop their wishlist. The consoles load none of it. */
export default async function ShopLayout({ children }: { readonly children: ReactNode }) {
  const [ctx, { full, failed, away, close }] = await Promise.all([pageContext('public'), clientTexts('wishlist')]);
  return (
    <WishlistProvider userId={ctx.user?.id ?? null} texts={{ full, failed, away, close }}>
      {children}
    </WishlistProvider>
  );
}
