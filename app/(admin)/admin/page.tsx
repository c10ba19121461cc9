import type { Metadata } from 'next';
import { OverviewBoard } from '#components/admin/overview/overview-board.tsx';
import { failedProcesses } from '#lib/admin/overview/overview-counts.ts';
import { pageContext } from '#lib/api/page-context.ts';
import { hasRank } from '#lib/context/values.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await consoleTexts('overview');
  return { title: t('title') };
}

export default async function OverviewPage() {
  const ctx = await pageContext('admin');
  const [failed, { t, texts }] = await Promise.all([failedProcesses(ctx), consoleTexts('overview')]);
  return (
    <main id="content" className="flex flex-col gap-6">
      <h1 className="text-2xl">{t('title')}</h1>
      <p className="text-muted">{t('lead')}</p>
      <OverviewBoard failed={failed} isSuperadmin={hasRank(ctx.user.role, 'superadmin')} texts={texts} />
    </main>
  );
}
