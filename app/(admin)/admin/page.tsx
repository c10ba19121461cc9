import type { Metadata } from 'next';
import { OverviewBoard } from '#components/admin/overview/overview-board.tsx';
import { RangeFigures } from '#components/admin/overview/range-figures.tsx';
import { failedProcesses } from '#lib/admin/overview/overview-counts.ts';
import { salesCompared } from '#lib/admin/overview/sales-compared.ts';
import { overviewRanges } from '#lib/admin/overview/values.ts';
import { pageContext } from '#lib/api/page-context.ts';
import { hasRank } from '#lib/context/values.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await consoleTexts('overview');
  return { title: t('title') };
}

export default async function OverviewPage({ searchParams }: PageProps<'/admin'>) {
  const ctx = await pageContext('admin');
  const asked = await searchParams;
  const range = overviewRanges.find((known) => known === asked.range) ?? '7d';
  const [failed, sales, { t, texts }, processes] = await Promise.all([
    failedProcesses(ctx),
    salesCompared(ctx, range),
    consoleTexts('overview'),
    consoleTexts('processes'),
  ]);
  const names: Readonly<Record<string, string>> = processes.texts;
  return (
    <main id="content" className="flex flex-col gap-6">
      <h1 className="text-2xl">{t('title')}</h1>
      <RangeFigures range={range} sales={sales} />
      <div className="flex flex-col gap-1">
        <h2 className="text-lg">{t('waiting')}</h2>
        <p className="text-muted">{t('lead')}</p>
      </div>
      <OverviewBoard
        failed={failed.map(({ id, name }) => names[`name_${id}`] ?? name)}
        isSuperadmin={hasRank(ctx.user.role, 'superadmin')}
        texts={texts}
      />
    </main>
  );
}
