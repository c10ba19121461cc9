import type { Route } from 'next';
import { Alert } from '#components/ui/alert.tsx';
import { Link } from '#components/ui/link.tsx';
import type { Discrepancies } from '#lib/store/audit/discrepancies.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

/** Shows a banner on every console page while stock, orders or money do not add up. */
export async function DiscrepancyBanner({
  discrepancies: { auditId, found, at },
}: {
  readonly discrepancies: Discrepancies;
}) {
  const { t, timeOf } = await consoleTexts('shell');
  return (
    <section aria-label={t('audit')}>
      <Alert
        kind="danger"
        title={t('differences', { count: found })}
        action={
          <Link href={`/admin/store-audits/${auditId}` as Route} className="font-medium underline underline-offset-4">
            {t('viewDifferences')}
          </Link>
        }
      >
        {t('auditFinished', { time: timeOf(at) })}
      </Alert>
    </section>
  );
}
