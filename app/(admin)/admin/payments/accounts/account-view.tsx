import { CursorPages } from '#components/admin/cursor-pages.tsx';
import { AccountEntries } from '#components/admin/payments/account-entries.tsx';
import { accountHref } from '#components/admin/payments/money-hrefs.ts';
import { Breadcrumbs } from '#components/ui/breadcrumbs.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { AccountPage } from '#lib/payments/books/account-entries.ts';

/** Renders one account: its balances and its postings. */
export function AccountView({ page, isFirst }: { readonly page: AccountPage; readonly isFirst: boolean }) {
  const { account, balances, entries, nextCursor } = page;
  const standing = balances.map(({ balanceMinor, currency }) => moneyText(balanceMinor, currency, 'en')).join(', ');
  return (
    <main id="content" className="flex flex-col gap-6">
      <Breadcrumbs
        label="Breadcrumbs"
        crumbs={[
          { label: 'Payments', href: '/admin/payments' },
          { label: 'Accounts', href: '/admin/payments/accounts' },
          { label: account },
        ]}
      />
      <h1 className="text-2xl break-all">{account}</h1>
      <p>
        Balance: <strong className="tabular-nums">{standing || '0'}</strong>
      </p>
      <AccountEntries entries={entries} />
      <CursorPages isFirst={isFirst} nextCursor={nextCursor} hrefOf={(cursor) => accountHref(account, cursor)} />
    </main>
  );
}
