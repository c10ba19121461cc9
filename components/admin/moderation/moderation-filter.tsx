import { ChoiceLinks } from '#components/ui/choice-links.tsx';
import { type CaseList, caseLists, type ReportedType, reportedTypes } from '#lib/admin/moderation/values.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { moderationHref } from './moderation-href.ts';

type ModerationFilterProps = { readonly status: CaseList; readonly type: ReportedType | undefined };

/** Shows the lists and the filter of the cases as links; the address holds the choice. */
export async function ModerationFilter({ status, type }: ModerationFilterProps) {
  const { t } = await consoleTexts('moderation');
  return (
    <nav aria-label={t('filter')} className="flex flex-wrap gap-x-8 gap-y-3">
      <div data-lists>
        <ChoiceLinks
          choices={caseLists}
          chosen={status}
          hrefOf={(choice) => moderationHref({ status: choice, type })}
          textOf={(choice) => t(`tab_${choice}`)}
        />
      </div>
      <ChoiceLinks
        choices={[undefined, ...reportedTypes]}
        chosen={type}
        hrefOf={(choice) => moderationHref({ status, type: choice })}
        textOf={(choice) => t(choice === undefined ? 'types_all' : `types_${choice}`)}
      />
    </nav>
  );
}
