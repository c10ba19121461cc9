import { getFormatter } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Quoted } from '#components/account/quoted.tsx';
import { Badge } from '#components/ui/badge.tsx';
import type { OwnCase } from '#lib/admin/schemas/moderation.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';

type CaseCardProps = { readonly own: OwnCase; readonly children?: ReactNode };

/** Shows one entity that was taken down: what, why, and what became of the appeal. */
export async function CaseCard({ own, children }: CaseCardProps) {
  const [{ t }, format] = await Promise.all([pageTexts('appeals'), getFormatter()]);
  const { entityId, entityType, title, excerpt, status, reason, decidedAt, appealState, appeal } = own;
  const timeOf = (at: string) => format.dateTime(new Date(at), { dateStyle: 'medium', timeStyle: 'short' });
  const isBlocked = status === 'blocked';
  const isOverturned = !isBlocked && appealState === 'upheld';
  return (
    <article
      id={entityId}
      aria-labelledby={`${entityId}-title`}
      className="flex flex-col gap-5 rounded-lg border border-line-strong bg-surface p-5 target:border-accent"
    >
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h3 id={`${entityId}-title`} dir="auto" className="min-w-0 text-lg wrap-anywhere">
          {t(`type_${entityType}`)}
          {title && `: ${title}`}
        </h3>
        <Badge tone={isBlocked ? 'danger' : 'success'}>{t(isBlocked ? 'status_blocked' : 'status_restored')}</Badge>
        {decidedAt && <p className="w-full text-sm text-muted">{t('decidedAt', { at: timeOf(decidedAt) })}</p>}
      </header>
      {excerpt && (
        <p dir="auto" className="text-muted wrap-anywhere">
          {excerpt}
        </p>
      )}
      {reason && <Quoted title={t(isBlocked ? 'reason' : 'removedFor')} text={reason} />}
      {appeal && <Quoted title={t('appealed', { at: timeOf(appeal.at) })} text={appeal.text} />}
      {appealState !== 'none' && <p>{t(isOverturned ? 'overturned' : `state_${appealState}`)}</p>}
      {appeal?.reason && <Quoted title={t('answer')} text={appeal.reason} />}
      {children}
    </article>
  );
}
