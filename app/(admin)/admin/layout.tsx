import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { forbidden } from 'next/navigation';
import type { ReactNode } from 'react';
import { signedInPerson } from '#app/signed-in-person.ts';
import { ConsoleReader } from '#components/admin/console-reader.tsx';
import { ConsoleRefresh } from '#components/admin/overview/console-refresh.tsx';
import { DiscrepancyBanner } from '#components/admin/overview/discrepancy-banner.tsx';
import { OverviewCountsProvider } from '#components/admin/overview/overview-counts-provider.tsx';
import { ConsoleFrame } from '#components/admin/shell/console-frame.tsx';
import { StepUpHost } from '#components/admin/step-up-host.tsx';
import { countOverview } from '#lib/admin/overview/overview-counts.ts';
import { consolePreferencesOf } from '#lib/admin/preferences/console-preferences.ts';
import { pageContext } from '#lib/api/page-context.ts';
import { findDiscrepancies } from '#lib/store/audit/discrepancies.ts';
import { NARROW_SIDEBAR, SIDEBAR_COOKIE } from '#lib/web/cookies.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { clientTexts } from '#lib/web/i18n/page-texts.ts';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await consoleTexts('shell');
  return { title: { default: t('console'), template: `%s · ${t('console')}` }, robots: { index: false } };
}

/**
 * The console speaks the language of the account, and its addresses have no language. Every page checks the role itself
 * as well, because a layout does not run again on each navigation.
 */
export default async function AdminLayout({ children }: { readonly children: ReactNode }) {
  const ctx = await pageContext('admin');
  const [person, discrepancies, counts, signIn, { reader, texts: common }, preferences, jar] = await Promise.all([
    signedInPerson(),
    findDiscrepancies(ctx),
    countOverview(ctx),
    clientTexts('signIn', ctx.user.locale),
    consoleTexts('common'),
    consolePreferencesOf(ctx),
    cookies(),
  ]);
  if (!person) forbidden();
  return (
    <ConsoleReader reader={reader} common={common}>
      <ConsoleRefresh />
      <StepUpHost email={ctx.user.email} texts={signIn} locale={reader.locale} />
      <OverviewCountsProvider made={counts}>
        <ConsoleFrame
          person={person}
          isNarrow={jar.get(SIDEBAR_COOKIE)?.value === NARROW_SIDEBAR}
          preferences={preferences}
        >
          {discrepancies && <DiscrepancyBanner discrepancies={discrepancies} />}
          {children}
        </ConsoleFrame>
      </OverviewCountsProvider>
    </ConsoleReader>
  );
}
