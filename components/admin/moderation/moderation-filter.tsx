import { ChoiceLinks } from '#components/ui/choice-links.tsx';
import { type CaseStatus, caseStatuses, type ReportedType, reportedTypes } from '#lib/admin/moderation/values.ts';
import { statusWords, typeWords } from './case-words.ts';
import { moderationHref } from './moderation-href.ts';

type ModerationFilterProps = { readonly status: CaseStatus; readonly type: ReportedType | undefined };

/** Shows the filters of the cases as links; the address holds the filter. */
export const ModerationFilter = ({ status, type }: ModerationFilterProps) => (
  <nav aria-label="Filter" className="flex flex-wrap gap-x-8 gap-y-3">
    <ChoiceLinks
      choices={caseStatuses}
      chosen={status}
      hrefOf={(choice) => moderationHref({ status: choice, type })}
      textOf={(choice) => statusWords[choice]}
    />
    <ChoiceLinks
      choices={[undefined, ...reportedTypes]}
      chosen={type}
      hrefOf={(choice) => moderationHref({ status, type: choice })}
      textOf={(choice) => (choice === undefined ? 'All types' : `${typeWords[choice]}s`)}
    />
  </nav>
);
