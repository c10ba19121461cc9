import { buttonClass } from '#components/ui/button-look.ts';
import { Link } from '#components/ui/link.tsx';
import { type CaseStatus, caseStatuses, type ReportedType, reportedTypes } from '#lib/admin/values.ts';
import { statusWords, typeWords } from './case-words.ts';
import { moderationHref } from './moderation-href.ts';

type ModerationFilterProps = { readonly status: CaseStatus; readonly type: ReportedType | undefined };

/** Which cases are shown: the address says so. */
export function ModerationFilter({ status, type }: ModerationFilterProps) {
  return (
    <nav aria-label="Filter" className="flex flex-wrap gap-x-8 gap-y-3">
      <ul className="flex flex-wrap gap-2">
        {caseStatuses.map((one) => (
          <Choice key={one} isHere={one === status} href={moderationHref({ status: one, type })}>
            {statusWords[one]}
          </Choice>
        ))}
      </ul>
      <ul className="flex flex-wrap gap-2">
        {[undefined, ...reportedTypes].map((one) => (
          <Choice key={one ?? 'all'} isHere={one === type} href={moderationHref({ status, type: one })}>
            {one === undefined ? 'Everything' : `${typeWords[one]}s`}
          </Choice>
        ))}
      </ul>
    </nav>
  );
}

type ChoiceProps = {
  readonly isHere: boolean;
  readonly href: ReturnType<typeof moderationHref>;
  readonly children: string;
};

const Choice = ({ isHere, href, children }: ChoiceProps) => (
  <li>
    <Link
      href={href}
      aria-current={isHere ? 'page' : undefined}
      className={buttonClass({ look: isHere ? 'primary' : 'secondary', size: 'small' })}
    >
      {children}
    </Link>
  </li>
);
