import { ReaderTime } from '#components/admin/console-reader.tsx';
import type { StoryStep } from '#lib/admin/schemas/payment-story.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { TimelineStep } from './timeline-step.tsx';

type PaymentTimelineProps = {
  readonly steps: readonly StoryStep[];
  /** Names of accounts and sellers by their ids. */
  readonly names: ReadonlyMap<string, string>;
  readonly isSuperadmin: boolean;
};

/** Shows all records of a payment, the oldest first: time, source and content. */
export async function PaymentTimeline({ steps, names, isSuperadmin }: PaymentTimelineProps) {
  const { t } = await consoleTexts('payments');
  if (steps.length === 0) return <p className="text-muted">{t('noEvents')}</p>;
  return (
    <ol className="border-t border-line">
      {steps.map((step) => (
        <li
          key={`${step.kind} ${step.id}`}
          className="grid gap-x-6 gap-y-1 border-b border-line py-3 sm:grid-cols-[13rem_9rem_minmax(0,1fr)]"
        >
          <ReaderTime at={step.at} className="text-sm whitespace-nowrap text-muted tabular-nums sm:pt-0.5" isExact />
          <span className="text-sm font-medium sm:pt-0.5">{t(`book_${step.kind}`)}</span>
          <div className="flex min-w-0 flex-col gap-2 break-words">
            <TimelineStep step={step} names={names} isSuperadmin={isSuperadmin} />
          </div>
        </li>
      ))}
    </ol>
  );
}
