import type { Metadata } from 'next';
import { SignInLink } from '#components/shell/sign-in-link.tsx';
import { buttonClass } from '#components/ui/button-look.ts';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Invitation } from '#components/vendor/overview/invitation.tsx';
import { PayableCard } from '#components/vendor/overview/payable-card.tsx';
import { VendorBanner } from '#components/vendor/overview/vendor-banner.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { MAIN_CURRENCY } from '#lib/core/money.ts';
import { payableBalances } from '#lib/payments/books/vendor-settlements.ts';
import { findOwnVendor } from '#lib/store/vendors/vendors.ts';
import { sellerTexts } from '#lib/web/i18n/seller-texts.ts';

export async function generateMetadata(): Promise<Metadata> {
  const [{ user }, { t }] = await Promise.all([pageContext(), sellerTexts('overview')]);
  return user?.vendorId ? { title: t('title') } : { title: t('sellTitle'), robots: { index: true } };
}

export default async function SellPage() {
  const ctx = await pageContext();
  const { user } = ctx;
  const [{ t, go }, vendor] = await Promise.all([
    sellerTexts('overview'),
    user === null ? null : findOwnVendor({ ...ctx, user }),
  ]);

  if (!vendor)
    return (
      <main
        id="content"
        className={
          user ? 'flex flex-col gap-10' : 'mx-auto flex w-full max-w-7xl flex-col gap-10 px-4 py-12 sm:px-6 lg:px-10'
        }
      >
        <Invitation
          commissionBps={ctx.env.STORE_COMMISSION_BPS}
          returnDays={ctx.env.STORE_RETURN_DAYS}
          action={
            user ? (
              <LinkButton href={go('/sell/apply')}>{t('apply')}</LinkButton>
            ) : (
              <SignInLink href={go('/sign-in')} className={buttonClass({})}>
                {t('signIn')}
              </SignInLink>
            )
          }
        />
      </main>
    );

  const { status, name } = vendor.data;
  const wasApproved = status === 'approved' || status === 'suspended';
  return (
    <main id="content" className="flex flex-col gap-6">
      <div className="flex flex-col gap-1">
        <h1 className="text-2xl">{t('title')}</h1>
        <p className="text-muted">{name}</p>
      </div>
      <VendorBanner status={status} />
      {wasApproved && (
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <PayableCard payable={await payableBalances(ctx, vendor.id)} mainCurrency={MAIN_CURRENCY} />
        </div>
      )}
    </main>
  );
}
