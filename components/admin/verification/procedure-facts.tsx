import { Fact, Facts } from '#components/admin/facts.tsx';
import { personHref } from '#components/admin/people/people-hrefs.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Link } from '#components/ui/link.tsx';
import type { ProcedurePage } from '#lib/admin/verification/procedure-page.ts';
import type { ConsoleTexts, Reader } from '#lib/i18n/console/texts.ts';
import { distanceText, timeText } from '#lib/i18n/console/times.ts';
import { fill } from '#lib/i18n/fill.ts';
import { procedureHref } from './verification-hrefs.ts';

type ProcedureFactsProps = {
  readonly page: ProcedurePage;
  readonly texts: ConsoleTexts<'verification'>;
  readonly common: ConsoleTexts<'common'>;
  readonly reader: Reader;
  readonly now: Date;
  readonly readerId: string;
};

/** Shows whom a procedure is about, how long it has waited, and how it ended. */
export function ProcedureFacts({ page, texts, common, reader, now, readerId }: ProcedureFactsProps) {
  const { procedure, owner, events } = page;
  const { subjectType, submittedAt, slaDueAt, overdue, claimedBy, claimedByName, decidedAt } = procedure;
  const { attempt, previousProcedure, reasonCode, reason } = procedure;
  const time = (at: string) => <time dateTime={at}>{timeText(at, reader)}</time>;
  const decider = decidedAt === null ? null : events.at(-1);

  return (
    <Facts>
      <Fact name={subjectType === 'vendor' ? texts.owner : texts.person}>
        <Link href={personHref(owner.id, 'verification')} className="underline underline-offset-4">
          {owner.name}
        </Link>
      </Fact>
      <Fact name={texts.sent}>
        {time(submittedAt)}
        <span className="block text-sm text-muted">{distanceText(submittedAt, now, reader)}</span>
      </Fact>
      {decidedAt === null ? (
        <Fact name={texts.due}>
          {time(slaDueAt)}
          <span className="flex flex-wrap items-center gap-2 text-sm text-muted">
            {distanceText(slaDueAt, now, reader)}
            {overdue && <Badge tone="danger">{texts.overdue}</Badge>}
          </span>
        </Fact>
      ) : (
        <Fact name={texts.decided}>
          {time(decidedAt)}
          <span className="block text-sm text-muted">
            {decider?.actorId == null ? texts.system : decider.actorName || texts.nameless}
          </span>
        </Fact>
      )}
      <Fact name={texts.reviewer}>
        {claimedBy === null ? texts.nobody : claimedBy === readerId ? texts.you : claimedByName || texts.nameless}
      </Fact>
      {attempt > 1 && (
        <Fact name={texts.attempt}>
          {attempt}
          {previousProcedure !== null && (
            <Link
              href={procedureHref(previousProcedure)}
              className="block text-sm text-muted underline underline-offset-4"
            >
              {fill(texts.previous, { number: previousProcedure }, reader.locale)}
            </Link>
          )}
        </Fact>
      )}
      {(reason !== null || reasonCode !== null) && (
        <Fact name={common.reason}>
          {reasonCode !== null && <span className="block font-medium">{texts[`reason_${reasonCode}`]}</span>}
          {reason}
        </Fact>
      )}
    </Facts>
  );
}
