import { getFormatter } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Quoted } from '#components/account/quoted.tsx';
import { Badge } from '#components/ui/badge.tsx';
import type { OwnProcedure } from '#lib/admin/schemas/verification-views.ts';
import { sizeText } from '#lib/i18n/size-text.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';
import { statusTones } from './status-tones.ts';

type ProcedureCardProps = { readonly procedure: OwnProcedure; readonly children?: ReactNode };

/** Shows a person's own procedure: its state, the next step, the question and the files. `children` are the actions. */
export async function ProcedureCard({ procedure, children }: ProcedureCardProps) {
  const [{ t, locale }, format] = await Promise.all([pageTexts('verification'), getFormatter()]);
  const { procedureNumber: number, kind, status, submittedAt, decidedAt, reason, infoRequest, evidence } = procedure;
  const timeOf = (at: string) => format.dateTime(new Date(at), { dateStyle: 'medium', timeStyle: 'short' });
  const step = stepOf(procedure);

  return (
    <article
      id={number}
      aria-labelledby={`${number}-title`}
      className="flex flex-col gap-5 rounded-lg border border-line-strong bg-surface p-5"
    >
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h3 id={`${number}-title`} className="min-w-0 text-lg wrap-anywhere">
          {t(kind === 'manual' ? 'numberManual' : 'number', { number })}
        </h3>
        <Badge tone={statusTones[status]}>{t(`status_${status}`)}</Badge>
        <p className="w-full text-sm text-muted">
          {decidedAt === null ? t('sentAt', { at: timeOf(submittedAt) }) : t('decidedAt', { at: timeOf(decidedAt) })}
        </p>
      </header>
      {step && <p>{t(step.key, { at: timeOf(step.at) })}</p>}
      {infoRequest && <Quoted title={t('question')} text={infoRequest.message} />}
      {reason && <Quoted title={t('reason')} text={reason} />}
      {kind !== 'manual' && (
        <div className="flex flex-col gap-2">
          <h4 className="text-sm font-medium">{t('files')}</h4>
          {evidence.length === 0 ? (
            <p className="text-muted">{t('noFiles')}</p>
          ) : (
            <ul className="flex flex-col gap-1">
              {evidence.map((file) => (
                <li key={file.id} className="wrap-anywhere">
                  {file.fileName}{' '}
                  <span className="text-sm text-muted">
                    {t(`kind_${file.kind}`)}, {sizeText(file.sizeBytes, locale)}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      {children}
    </article>
  );
}

/** Returns the text of the next step and the time in it; null when nothing is left to say. */
function stepOf({ status, evidence, slaDueAt, infoRequest }: OwnProcedure) {
  switch (status) {
    case 'submitted':
      return { key: evidence.length === 0 ? 'step_noFiles' : 'step_submitted', at: slaDueAt } as const;
    case 'under_review':
      return { key: 'step_under_review', at: slaDueAt } as const;
    case 'info_requested':
      return { key: 'step_info_requested', at: infoRequest?.dueAt ?? slaDueAt } as const;
    case 'expired':
      return { key: 'step_expired', at: slaDueAt } as const;
    case 'approved':
    case 'rejected':
    case 'cancelled':
      return null;
  }
}
