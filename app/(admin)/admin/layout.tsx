import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { ConsoleNav } from '#components/admin/console-nav.tsx';
import { ConsoleRefresh } from '#components/admin/overview/console-refresh.tsx';
import { DiscrepancyBanner } from '#components/admin/overview/discrepancy-banner.tsx';
import { OverviewCountsProvider } from '#components/admin/overview/overview-counts-provider.tsx';
import { StepUpHost } from '#components/admin/step-up-host.tsx';
import { countOverview } from '#lib/admin/overview/overview-counts.ts';
import { pageContext } from '#lib/api/page-context.ts';
import { hasRank } from '#lib/context/values.ts';
import { findDiscrepancies } from '#lib/store/audit/discrepancies.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { clientTexts } from '#lib/web/i18n/page-texts.ts';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await consoleTexts('shell');
  return { title: { default: t('console'), template: `%s · ${t('console')}` }, robots: { index: false } };
}

/**
 * The console speaks the language of the account, and its addresses have no language. Every page checks the role itself as well, because a layout does not run again on each
 * navigation.
 */
export default async function AdminLayout({ children }: { readonly children: ReactNode }) {
  const ctx = await pageContext('admin');
  const [discrepancies, counts, signIn, { texts, locale }] = await Promise.all([
    findDiscrepancies(ctx),
    countOverview(ctx),
    clientTexts('signIn', ctx.user.locale),
    consoleTexts('shell'),
  ]);
  return (
    <div
      lang={locale}
      className="mx-auto flex w-full max-w-7xl grow flex-col gap-6 px-4 pt-6 pb-24 has-[.wide-console]:max-w-[105rem] has-[.wide-console]:gap-4 has-[.wide-console]:pt-2 sm:px-6 lg:px-10"
    >
      <ConsoleRefresh />
      <StepUpHost email={ctx.user.email} texts={signIn} />
      <OverviewCountsProvider made={counts}>
        <ConsoleNav isSuperadmin={hasRank(ctx.user.role, 'superadmin')} texts={texts} />
        {discrepancies && <DiscrepancyBanner discrepancies={discrepancies} />}
        {children}
      </OverviewCountsProvider>
    </div>
  );
}
