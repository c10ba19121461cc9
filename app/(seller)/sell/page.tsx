import type { Metadata } from 'next';
import { SignInLink } from '#components/shell/sign-in-link.tsx';
import { buttonClass } from '#components/ui/button-look.ts';
import { LinkButton } from '#components/ui/link-button.tsx';
import { FirstSteps } from '#components/vendor/overview/first-steps.tsx';
import { Invitation } from '#components/vendor/overview/invitation.tsx';
import { Sales } from '#components/vendor/overview/sales.tsx';
import { VendorBanner } from '#components/vendor/overview/vendor-banner.tsx';
import { VendorCounts } from '#components/vendor/overview/vendor-counts.tsx';
import { SellerRefresh } from '#components/vendor/shell/seller-refresh.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { MAIN_CURRENCY } from '#lib/core/money.ts';
import { countQuestions } from '#lib/messaging/conversations/count-questions.ts';
import { payableBalances } from '#lib/payments/books/vendor-settlements.ts';
import { countOpenParts } from '#lib/store/parts/open-parts.ts';
import { countLowStock } from '#lib/store/products/own-products.ts';
import { listBestSellers } from '#lib/store/sales/best-sellers.ts';
import { readSaleDays } from '#lib/store/sales/sale-days.ts';
import { openFirstSteps } from '#lib/store/vendors/first-steps.ts';
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

  if (!user || !vendor)
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
  const counts = wasApproved
    ? await Promise.all([
        countOpenParts(ctx, vendor.id),
        countQuestions({ ...ctx, user }, vendor.id),
        payableBalances(ctx, vendor.id),
        countLowStock(ctx, vendor.id),
        readSaleDays(ctx, vendor.id, '30d'),
        listBestSellers(ctx, vendor.id),
        status === 'approved' ? openFirstSteps(ctx, vendor) : [],
      ])
    : null;
  return (
    <main id="content" className="flex flex-col gap-6">
      <div className="flex flex-col gap-1">
        <h1 className="text-2xl">{t('title')}</h1>
        <p className="text-muted">{name}</p>
      </div>
      <VendorBanner status={status} />
      {counts && (
        <>
          <SellerRefresh />
          <FirstSteps open={counts[6]} />
          <VendorCounts
            toShip={counts[0]}
            questions={counts[1]}
            payable={counts[2]}
            lowStock={counts[3]}
            mainCurrency={MAIN_CURRENCY}
            now={ctx.now()}
          />
          <Sales days={counts[4]} best={counts[5]} vendorId={vendor.id} />
        </>
      )}
    </main>
  );
}
