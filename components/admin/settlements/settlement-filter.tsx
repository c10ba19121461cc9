import { settlementsHref } from '#components/admin/payments/money-hrefs.ts';
import { ChoiceLinks } from '#components/ui/choice-links.tsx';
import { type SettlementState, settlementStates } from '#lib/payments/values.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

type SettlementFilterProps = { readonly vendorId: string; readonly state: SettlementState | undefined };

/** Shows the state filter of the settlements. */
export async function SettlementFilter({ vendorId, state }: SettlementFilterProps) {
  const { t } = await consoleTexts('settlements');
  return (
    <nav aria-label={t('filter')}>
      <ChoiceLinks
        choices={[undefined, ...settlementStates]}
        chosen={state}
        hrefOf={(choice) => settlementsHref(vendorId, { state: choice })}
        textOf={(choice) => (choice ? t(`state_${choice}`) : t('all'))}
      />
    </nav>
  );
}
