import type { Route } from 'next';
import { ReaderTime } from '#components/admin/console-reader.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Link } from '#components/ui/link.tsx';
import type { ListedCase } from '#lib/admin/schemas/moderation.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { fill } from '#lib/i18n/fill.ts';
import { CaseFacts } from './case-facts.tsx';
import { appealNow, nameOf, ownerOf, statusTones, type Verdict, verdictsFor, wordsFor } from './case-words.ts';

type CaseCardProps = {
  readonly item: ListedCase;
  readonly texts: ConsoleTexts<'moderation'>;
  readonly locale: string;
  readonly isPicked: boolean;
  /** The error of the last decision about this case; null without one. */
  readonly problem: string | null;
  readonly isBusy: boolean;
  readonly onPick: (isOn: boolean) => void;
  readonly onDecide: (verdict: Verdict) => void;
  /** Leads to the page of the case. Null on that page itself. */
  readonly href: Route | null;
};

/** Shows one reported item: its content, the reports about it, the appeal and the possible decisions. */
export function CaseCard(props: CaseCardProps) {
  const { item, texts, locale, isPicked, problem, isBusy, href, onPick, onDecide } = props;
  const { entityId, entityType, excerpt, status, isHidden } = item;
  const appeal = appealNow(item);
  const kind = texts[`type_${entityType}`];

  return (
    <article
      aria-labelledby={`case-${entityId}`}
      data-case={entityId}
      tabIndex={-1}
      className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4 focus-visible:outline-2"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <label className="-my-2 -ms-2 flex size-11 items-center justify-center">
          <input
            type="checkbox"
            aria-label={fill(texts.select, { what: nameOf(item, texts), who: ownerOf(item, texts) }, locale)}
            checked={isPicked}
            onChange={(event) => onPick(event.target.checked)}
            className="size-5 accent-primary"
          />
        </label>
        <h2 id={`case-${entityId}`} dir="auto" className="min-w-0 text-base wrap-anywhere">
          {entityType === 'product' ? `${kind}: ${item.title}` : kind}
        </h2>
        <Badge tone={statusTones[status]}>{texts[`status_${status}`]}</Badge>
        {isHidden && <Badge tone="danger">{texts.hidden}</Badge>}
        {appeal !== 'none' && (
          <Badge tone={appeal === 'open' ? 'warning' : 'neutral'}>{texts[`appeal_${appeal}`]}</Badge>
        )}
      </div>
      <blockquote dir="auto" className="border-s-4 border-line-strong ps-3 whitespace-pre-line wrap-anywhere">
        {excerpt || <span className="text-muted">{texts.noText}</span>}
      </blockquote>
      <CaseFacts item={item} texts={texts} locale={locale} />
      {item.appeal && <Said title={texts.appeal} text={item.appeal.text} at={item.appeal.at} />}
      {item.comments.length > 0 && (
        <ul aria-label={texts.comments} className="flex flex-col gap-1 rounded-md bg-sunken p-3 text-sm">
          {item.comments.map(({ id, text, createdAt }) => (
            <li key={id} dir="auto" className="wrap-anywhere">
              {text}{' '}
              <span className="text-muted">
                (<ReaderTime at={createdAt} />)
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {verdictsFor(item).map((verdict) => (
          <Button
            key={verdict}
            look={verdict === 'block' ? 'danger' : 'secondary'}
            busy={isBusy}
            aria-haspopup="dialog"
            onClick={() => !isBusy && onDecide(verdict)}
          >
            {wordsFor(verdict, [item], texts).button}…
          </Button>
        ))}
        {href && (
          <Link
            href={href}
            data-open
            aria-describedby={`case-${entityId}`}
            className="px-2 py-2.5 underline underline-offset-4"
          >
            {texts.openCase}
          </Link>
        )}
      </div>
      <p role="status" className="text-sm font-medium text-danger empty:hidden">
        {problem}
      </p>
    </article>
  );
}

type SaidProps = { readonly title: string; readonly text: string; readonly at: string };

/** Shows what the owner says against the block. */
const Said = ({ title, text, at }: SaidProps) => (
  <div className="flex flex-col gap-1 rounded-md bg-sunken p-3">
    <p className="text-sm text-muted">
      {title}, <ReaderTime at={at} />
    </p>
    <p dir="auto" className="whitespace-pre-line wrap-anywhere">
      {text}
    </p>
  </div>
);
