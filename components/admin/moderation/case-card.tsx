import { ReaderTime } from '#components/admin/console-reader.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import type { ListedCase } from '#lib/admin/schemas/moderation.ts';
import {
  ownerWords,
  reasonsText,
  statusTones,
  statusWords,
  type Verdict,
  verdictsFor,
  wordsFor,
} from './case-words.ts';

type CaseCardProps = {
  readonly item: ListedCase;
  readonly isPicked: boolean;
  /** The error of the last decision about this case; null without one. */
  readonly problem: string | null;
  readonly isBusy: boolean;
  readonly onPick: (isOn: boolean) => void;
  readonly onDecide: (verdict: Verdict) => void;
};

/** Shows one reported item: its content, the reports about it and the possible decisions. */
export function CaseCard({ item, isPicked, problem, isBusy, onPick, onDecide }: CaseCardProps) {
  const { entityId, title, excerpt, ownerName, ownerId, reportCount, status, isHidden } = item;
  const reasons = reasonsText(item.reasons);
  const mayBlock = verdictsFor[status].includes('block');

  return (
    <article
      aria-labelledby={`case-${entityId}`}
      data-case={entityId}
      tabIndex={-1}
      className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4 focus-visible:outline-2"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {mayBlock && (
          <label className="-my-2 -ms-2 flex size-11 items-center justify-center">
            <input
              type="checkbox"
              aria-label={`Select ${title} from ${ownerName ?? ownerId}`}
              checked={isPicked}
              onChange={(event) => onPick(event.target.checked)}
              className="size-5 accent-primary"
            />
          </label>
        )}
        <h2 id={`case-${entityId}`} className="text-base">
          {title}
        </h2>
        <Badge tone={statusTones[status]}>{statusWords[status]}</Badge>
        {isHidden && <Badge tone="danger">Hidden until reviewed</Badge>}
      </div>
      <blockquote className="border-s-4 border-line-strong ps-3 whitespace-pre-line wrap-anywhere">
        {excerpt || <span className="text-muted">No text</span>}
      </blockquote>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm [&>dt]:text-muted">
        <dt>{ownerWords[item.entityType]}</dt>
        <dd className="wrap-anywhere">{ownerName ?? ownerId}</dd>
        {item.person && (
          <>
            <dt>Account</dt>
            <dd className="wrap-anywhere">
              {item.person.role}
              {item.person.isVerified && ', verified'}
              {item.person.status !== 'active' && `, ${item.person.status}`}, since{' '}
              <ReaderTime at={item.person.createdAt} />
            </dd>
          </>
        )}
        <dt>Reported</dt>
        <dd>
          {reportCount === 1 ? 'by 1 person' : `by ${reportCount} people`}
          {reasons && `: ${reasons}`}
        </dd>
        <dt>Weight</dt>
        <dd>
          {item.score}, first <ReaderTime at={item.firstReportedAt} />
          {item.lastReportedAt !== item.firstReportedAt && (
            <>
              , last <ReaderTime at={item.lastReportedAt} />
            </>
          )}
        </dd>
        {item.decidedAt && status !== 'open' && (
          <>
            <dt>Decided</dt>
            <dd className="wrap-anywhere">
              <ReaderTime at={item.decidedAt} />
              {item.decidedByName && ` by ${item.decidedByName}`}
              {item.reason && `: ${item.reason}`}
            </dd>
          </>
        )}
      </dl>
      {item.comments.length > 0 && (
        <ul aria-label="Reporter comments" className="flex flex-col gap-1 rounded-md bg-sunken p-3 text-sm">
          {item.comments.map(({ id, text, createdAt }) => (
            <li key={id} className="wrap-anywhere">
              {text}{' '}
              <span className="text-muted">
                (<ReaderTime at={createdAt} />)
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        {verdictsFor[status].map((verdict) => (
          <Button
            key={verdict}
            look={verdict === 'block' ? 'danger' : 'secondary'}
            busy={isBusy}
            aria-haspopup="dialog"
            onClick={() => !isBusy && onDecide(verdict)}
          >
            {wordsFor(verdict, [item.entityType]).button}…
          </Button>
        ))}
      </div>
      <p role="status" className="text-sm font-medium text-danger empty:hidden">
        {problem}
      </p>
    </article>
  );
}
