import type { Metadata } from 'next';
import { foundOr404 } from '#app/(admin)/admin/found-or-404.ts';
import { pageOrFirst, textOf } from '#app/page-or-first.ts';
import { CursorPages } from '#components/admin/cursor-pages.tsx';
import { AccountEntries } from '#components/admin/payments/account-entries.tsx';
import { accountHref } from '#components/admin/payments/money-hrefs.ts';
import { PaymentsCrumbs } from '#components/admin/payments/payments-crumbs.tsx';
import { PaymentsNav } from '#components/admin/payments/payments-nav.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import { type AccountPage, listAccountEntries } from '#lib/payments/books/account-entries.ts';
import { balancesOf, exchangeAccounts, platformAccounts } from '#lib/payments/books/balances.ts';
import { listVendorBalances } from '#lib/store/vendors/vendor-accounts.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { AccountsView } from './accounts-view.tsx';

const ENTRIES = 50;
const VENDORS = 20;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await consoleTexts('payments')).t('accounts') };
}

export default async function AccountsPage({ searchParams }: PageProps<'/admin/payments/accounts'>) {
  const ctx = await pageContext('admin');
  const asked = await searchParams;
  const cursor = textOf(asked.cursor);
  const account = textOf(asked.account);
  if (account !== undefined) {
    const page = await foundOr404(
      pageOrFirst(cursor, (place) => listAccountEntries(ctx, account, { limit: ENTRIES, cursor: place })),
    );
    return <AccountView page={page} isFirst={cursor === undefined} />;
  }

  const { t } = await consoleTexts('payments');
  const [house, vendors] = await Promise.all([
    balancesOf(ctx, [...platformAccounts, ...exchangeAccounts(ctx)]),
    pageOrFirst(cursor, (place) => listVendorBalances(ctx, { limit: VENDORS, cursor: place })),
  ]);
  return (
    <main id="content" className="flex flex-col gap-6">
      <h1 className="text-2xl">{t('accounts')}</h1>
      <PaymentsNav here="accounts" />
      <AccountsView
        house={house}
        vendors={vendors.vendors}
        nextCursor={vendors.nextCursor}
        isFirst={cursor === undefined}
      />
    </main>
  );
}

/** Renders one account: its balances and its postings. */
async function AccountView({ page, isFirst }: { readonly page: AccountPage; readonly isFirst: boolean }) {
  const { t, locale } = await consoleTexts('payments');
  const { account, balances, entries, nextCursor } = page;
  const standing = balances.map(({ balanceMinor, currency }) => moneyText(balanceMinor, currency, locale)).join(', ');
  return (
    <main id="content" className="flex flex-col gap-6">
      <PaymentsCrumbs crumbs={[{ label: t('accounts'), href: '/admin/payments/accounts' }, { label: account }]} />
      <h1 translate="no" className="text-2xl break-all">
        {account}
      </h1>
      <p>
        {t('balanceIs')} <strong className="tabular-nums">{standing || '0'}</strong>
      </p>
      <AccountEntries entries={entries} />
      <CursorPages isFirst={isFirst} nextCursor={nextCursor} hrefOf={(cursor) => accountHref(account, cursor)} />
    </main>
  );
}
