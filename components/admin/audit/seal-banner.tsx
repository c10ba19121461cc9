import { Alert } from '#components/ui/alert.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import type { SealStatus } from '#lib/admin/audit/audit-page.ts';
import { timeText } from '#lib/i18n/console/times.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { auditHref } from './audit-href.ts';

type Finding = SealStatus['findings'][number];

/** Shows how far the log is sealed and verified, and the newest differences. */
export async function SealBanner({ status }: { readonly status: SealStatus }) {
  const { t, locale } = await consoleTexts('audit');
  const { sealedUntil, verifiedUntil, found, findings } = status;
  const utc = (at: string) => timeText(at, { locale, zone: 'UTC' });
  const columns: readonly Column<Finding>[] = [
    { header: t('kind'), cell: ({ kind }) => t(`kind_${kind}`) },
    { header: t('hour'), cell: ({ hour }) => utc(`${hour}:00:00.000Z`) },
    {
      header: t('findingTarget'),
      breaksWords: true,
      // A finding about the seal names the hour, whose rows may all have been changed.
      href: ({ hour }) => auditHref({ from: hour.slice(0, 10), to: hour.slice(0, 10) }),
      cell: ({ targetId }) => <span translate="no">{targetId}</span>,
    },
    { header: t('foundAt'), cell: ({ foundAt }) => utc(foundAt) },
  ];
  return (
    <section className="flex flex-col gap-4">
      <Alert kind={found > 0 ? 'danger' : 'info'} title={found > 0 && t('found', { count: found })}>
        <p>
          {sealedUntil === null ? t('notSealed') : t('sealed', { at: utc(sealedUntil) })}{' '}
          {sealedUntil !== null &&
            (verifiedUntil === null ? t('notVerified') : t('verified', { at: utc(verifiedUntil) }))}{' '}
          {found === 0 && verifiedUntil !== null && t('sound')}
        </p>
      </Alert>
      <DataTable caption={t('findings')} columns={columns} rows={findings} keyOf={({ id }) => id} />
    </section>
  );
}
