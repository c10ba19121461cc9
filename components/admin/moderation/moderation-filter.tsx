import { ChoiceLink } from '#components/admin/choice-link.tsx';
import { type CaseStatus, caseStatuses, type ReportedType, reportedTypes } from '#lib/admin/moderation/values.ts';
import { statusWords, typeWords } from './case-words.ts';
import { moderationHref } from './moderation-href.ts';

type ModerationFilterProps = { readonly status: CaseStatus; readonly type: ReportedType | undefined };

/** Shows the filters of the cases as links; the address holds the filter. */
export function ModerationFilter({ status, type }: ModerationFilterProps) {
  return (
    <nav aria-label="Filter" className="flex flex-wrap gap-x-8 gap-y-3">
      <ul className="flex flex-wrap gap-2">
        {caseStatuses.map((one) => (
          <ChoiceLink key={one} isHere={one === status} href={moderationHref({ status: one, type })}>
            {statusWords[one]}
          </ChoiceLink>
        ))}
      </ul>
      <ul className="flex flex-wrap gap-2">
        {[undefined, ...reportedTypes].map((one) => (
          <ChoiceLink key={one ?? 'all'} isHere={one === type} href={moderationHref({ status, type: one })}>
            {one === undefined ? 'All types' : `${typeWords[one]}s`}
          </ChoiceLink>
        ))}
      </ul>
    </nav>
  );
}
