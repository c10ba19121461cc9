import { settlementsHref } from '#components/admin/payments/money-hrefs.ts';
import { ChoiceLinks } from '#components/ui/choice-links.tsx';
import { type SettlementState, settlementStates } from '#lib/payments/values.ts';

type SettlementFilterProps = { readonly vendorId: string; readonly state: SettlementState | undefined };

/** Shows the state filter of the settlements. */
export const SettlementFilter = ({ vendorId, state }: SettlementFilterProps) => (
  <nav aria-label="Filter by status">
    <ChoiceLinks
      choices={[undefined, ...settlementStates]}
      chosen={state}
      hrefOf={(choice) => settlementsHref(vendorId, { state: choice })}
      textOf={(choice) => choice ?? 'all'}
    />
  </nav>
);
