import { Wallet } from 'lucide-react';
import type { Metadata } from 'next';
import { pageOrFirst, textOf } from '#app/page-or-first.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { MembershipOffer } from '#components/wallet/membership-offer.tsx';
import { TopUpForm } from '#components/wallet/top-up-form.tsx';
import { WalletEntries } from '#components/wallet/wallet-entries.tsx';
import { WalletPayments } from '#components/wallet/wallet-payments.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { ownPathOf } from '#lib/auth/next-path.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import { canJoin } from '#lib/payments/wallet/membership.ts';
import { walletOf } from '#lib/payments/wallet/page.ts';
import { walletPaymentsOf } from '#lib/payments/wallet/payments.ts';
import { clientTexts, pageTexts } from '#lib/web/i18n/page-texts.ts';

const LIMIT = 20;

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await pageTexts('wallet');
  return { title: t('title'), robots: { index: false } };
}

export default async function WalletPage({ searchParams }: PageProps<'/wallet'>) {
  const ctx = await pageContext('session');
  const { cursor, returnUrl, amount } = await searchParams;
  const [{ t, locale, go }, wallet, payments, walletTexts, problems] = await Promise.all([
    pageTexts('wallet'),
    pageOrFirst(textOf(cursor), (place) => walletOf(ctx, { limit: LIMIT, cursor: place })),
    walletPaymentsOf(ctx),
    clientTexts('wallet'),
    clientTexts('problems'),
  ]);
  const { balanceMinor, currency, entries, nextCursor } = wallet;
  const { PAYMENT_TOPUP_MIN_MINOR, PAYMENT_TOPUP_MAX_MINOR, PAYMENT_MEMBERSHIP_PRICE_MINOR } = ctx.env;
  const ways = { card: ctx.cardGateway !== null, credit: ctx.env.PAYMENT_STORE_ALLOW_CREDIT };
  const texts = { wallet: walletTexts, problems };
  const cameFrom = typeof returnUrl === 'string' ? ownPathOf(ctx.origin, returnUrl) : null;
  const common = { currency, locale, returnUrl: cameFrom ?? go('/wallet'), texts };
  const sold = PAYMENT_MEMBERSHIP_PRICE_MINOR !== undefined && canJoin(ctx.user) && (ways.card || ways.credit);

  return (
    <main id="content" className="mx-auto flex w-full max-w-7xl grow flex-col gap-8 px-4 pt-8 pb-24 sm:px-6 lg:px-10">
      <h1 className="text-3xl sm:text-4xl">{t('title')}</h1>
      <WalletPayments payments={payments} returnUrl={common.returnUrl} />
      <div className="grid grid-cols-1 items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex flex-col gap-8 lg:order-last">
          <section aria-labelledby="balance" className="rounded-lg border border-line-strong bg-surface p-5">
            <h2 id="balance" className="text-base font-normal text-muted">
              {t('balance')}
            </h2>
            <p className="text-3xl font-semibold tabular-nums">{moneyText(balanceMinor, currency, locale)}</p>
          </section>
          <section aria-labelledby="top-up" className="flex flex-col gap-4">
            <h2 id="top-up" className="text-lg">
              {t('topUpTitle')}
            </h2>
            {ways.card ? (
              <TopUpForm
                minMinor={PAYMENT_TOPUP_MIN_MINOR}
                maxMinor={PAYMENT_TOPUP_MAX_MINOR}
                wantedMinor={typeof amount === 'string' && /^\d{1,12}$/.test(amount) ? Number(amount) : null}
                leadsBack={cameFrom !== null}
                {...common}
              />
            ) : (
              <p className="text-muted">{t('noCard')}</p>
            )}
          </section>
          {sold && (
            <section aria-labelledby="join" className="flex flex-col gap-4">
              <h2 id="join" className="text-lg">
                {t('joinTitle')}
              </h2>
              <MembershipOffer
                priceMinor={PAYMENT_MEMBERSHIP_PRICE_MINOR}
                balanceMinor={balanceMinor}
                ways={ways}
                {...common}
              />
            </section>
          )}
        </div>
        <section aria-labelledby="entries" className="flex flex-col gap-4">
          <h2 id="entries" className="text-lg">
            {t('entries')}
          </h2>
          {entries.length === 0 ? (
            <EmptyState title={t('emptyTitle')} icon={<Wallet aria-hidden />}>
              {t('emptyText')}
            </EmptyState>
          ) : (
            <WalletEntries entries={entries} />
          )}
          <Pagination
            label={t('pages')}
            first={cursor === undefined ? null : { href: go('/wallet'), label: t('first') }}
            next={nextCursor === null ? null : { href: go(`/wallet?cursor=${nextCursor}`), label: t('next') }}
          />
        </section>
      </div>
    </main>
  );
}
