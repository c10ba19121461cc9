import type { ReactNode } from 'react';
import { ReaderTime } from '#components/admin/console-reader.tsx';
import type { ListedCase } from '#lib/admin/schemas/moderation.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { fill } from '#lib/i18n/fill.ts';
import { ownerOf, reasonsText } from './case-words.ts';

type CaseFactsProps = {
  readonly item: ListedCase;
  readonly texts: ConsoleTexts<'moderation'>;
  readonly locale: string;
};
type Row = readonly [name: string, value: ReactNode];

/** Shows whom a case is about, the reports, the decision and the answer to an appeal. */
export const CaseFacts = ({ item, texts, locale }: CaseFactsProps) => (
  <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-4 gap-y-1 text-sm">
    {rowsOf(item, texts, locale).map(([name, value]) => (
      <div key={name} className="col-span-2 grid grid-cols-subgrid">
        <dt className="text-muted">{name}</dt>
        <dd dir="auto" className="min-w-0 wrap-anywhere">
          {value}
        </dd>
      </div>
    ))}
  </dl>
);

function rowsOf(item: ListedCase, texts: ConsoleTexts<'moderation'>, locale: string): readonly Row[] {
  const { person, reportCount, source, status, answer } = item;
  const reasons = reasonsText(item.reasons, texts);
  const isDecided = item.decidedAt !== null && status !== 'open';
  const by = reportCount === 0 && source === 'rule' ? texts.byRule : fill(texts.people, { count: reportCount }, locale);
  return rows(
    [texts[`owner_${item.entityType}`], ownerOf(item, texts)],
    person && [texts.account, accountText(person, texts)],
    person && [texts.since, <ReaderTime key="since" at={person.createdAt} />],
    (reportCount > 0 || source === 'rule') && [texts.reportedBy, by],
    reasons !== '' && [texts.reasons, reasons],
    reportCount > 0 && [texts.weight, item.score],
    reportCount > 0 && [texts.first, <ReaderTime key="first" at={item.firstReportedAt} />],
    reportCount > 1 && [texts.last, <ReaderTime key="last" at={item.lastReportedAt} />],
    isDecided && item.decidedAt && [texts.decided, <ReaderTime key="decided" at={item.decidedAt} />],
    isDecided && [texts.decider, deciderOf(item, texts)],
    isDecided && item.reason && [status === 'restored' ? texts.blockedFor : texts.reason, item.reason],
    answer && [texts.answered, <ReaderTime key="answer" at={answer.at} />],
    answer?.byName && [texts.answerer, answer.byName],
    answer?.reason && [texts.answer, answer.reason],
  );
}

function deciderOf({ decidedByName, isEndedByPurge }: ListedCase, texts: ConsoleTexts<'moderation'>): string {
  if (isEndedByPurge) return texts.deciderGone;
  return decidedByName || texts.deletedUser;
}

const rows = (...given: readonly (Row | false | null | undefined | '')[]): readonly Row[] =>
  given.flatMap((row) => (row ? [row] : []));

const accountText = (
  { role, status, isVerified }: NonNullable<ListedCase['person']>,
  texts: ConsoleTexts<'moderation'>,
): string =>
  [texts[`role_${role}`], isVerified ? texts.personVerified : '', status === 'active' ? '' : texts[`person_${status}`]]
    .filter(Boolean)
    .join(', ');
