import { CircleCheck } from 'lucide-react';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { FindingTable } from '#components/admin/finding-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { findAudit } from '#lib/store/audit/discrepancies.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await consoleTexts('discrepancies')).t('title') };
}

export default async function StoreAuditPage({ params }: PageProps<'/admin/store-audits/[id]'>) {
  const ctx = await pageContext('admin');
  const audit = await findAudit(ctx, (await params).id);
  if (!audit) notFound();
  const { t, timeOf } = await consoleTexts('discrepancies');
  const { startedAt, finishedAt, checked, found, findings } = audit;
  const facts = { from: timeOf(startedAt), checked, found };

  return (
    <main id="content" className="flex flex-col gap-6">
      <div className="flex flex-col gap-2">
        <h1 className="text-2xl">{t('title')}</h1>
        <p className="text-muted">
          {finishedAt === null ? t('running', facts) : t('done', { ...facts, to: timeOf(finishedAt) })}
        </p>
      </div>
      {findings.length === 0 ? (
        <EmptyState title={t('sound')} icon={<CircleCheck aria-hidden />}>
          {t('soundText')}
        </EmptyState>
      ) : (
        <>
          <p>{t('advice')}</p>
          <FindingTable findings={findings} />
          {found > findings.length && <p className="text-muted">{t('more', { count: found - findings.length })}</p>}
        </>
      )}
    </main>
  );
}
