import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { signedInPerson } from '#app/signed-in-person.ts';
import { StepUpHost } from '#components/admin/step-up-host.tsx';
import { SellerFrame } from '#components/vendor/shell/seller-frame.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { findOwnVendor } from '#lib/store/vendors/vendors.ts';
import { NARROW_SIDEBAR, SIDEBAR_COOKIE } from '#lib/web/cookies.ts';
import { clientTexts } from '#lib/web/i18n/page-texts.ts';
import { sellerTexts } from '#lib/web/i18n/seller-texts.ts';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await sellerTexts('shell');
  return { title: { default: t('console'), template: `%s · ${t('console')}` }, robots: { index: false } };
}

/**
 * Puts the seller's console around its pages for anyone who is signed in; guests see the invitation in the shop. Every
 * page checks the vendor itself as well, because a layout does not run again on each navigation.
 */
export default async function SellLayout({ children }: { readonly children: ReactNode }) {
  const ctx = await pageContext();
  const [person, jar, signIn] = await Promise.all([signedInPerson(), cookies(), clientTexts('signIn')]);
  const { user } = ctx;
  if (!person || !user) return children;
  const vendor = await findOwnVendor({ ...ctx, user });
  return (
    <SellerFrame
      person={person}
      status={vendor?.data.status ?? null}
      isNarrow={jar.get(SIDEBAR_COOKIE)?.value === NARROW_SIDEBAR}
    >
      <StepUpHost email={user.email} texts={signIn} locale={ctx.locale} />
      {children}
    </SellerFrame>
  );
}
