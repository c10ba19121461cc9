import { ReaderTime } from '#components/admin/console-reader.tsx';
import type { StoryStep } from '#lib/admin/schemas/payment-story.ts';
import { storyBooks, TimelineStep } from './timeline-step.tsx';

type PaymentTimelineProps = { readonly steps: readonly StoryStep[]; readonly isSuperadmin: boolean };

/** Shows all records of a payment, the oldest first: time, source and content. */
export function PaymentTimeline({ steps, isSuperadmin }: PaymentTimelineProps) {
  if (steps.length === 0) return <p className="text-muted">No events yet.</p>;
  return (
    <ol className="border-t border-line">
      {steps.map((step) => (
        <li
          key={`${step.kind} ${step.id}`}
          className="grid gap-x-6 gap-y-1 border-b border-line py-3 sm:grid-cols-[13rem_8rem_minmax(0,1fr)]"
        >
          <ReaderTime at={step.at} className="text-sm whitespace-nowrap text-muted tabular-nums sm:pt-0.5" isExact />
          <span className="text-sm font-medium sm:pt-0.5">{storyBooks[step.kind]}</span>
          <div className="flex min-w-0 flex-col gap-2 break-words">
            <TimelineStep step={step} isSuperadmin={isSuperadmin} />
          </div>
        </li>
      ))}
    </ol>
  );
}
