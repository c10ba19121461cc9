import { settlementsHref } from '#components/admin/payments/money-hrefs.ts';
import { buttonClass } from '#components/ui/button-look.ts';
import { Link } from '#components/ui/link.tsx';
import { type SettlementState, settlementStates } from '#lib/payments/values.ts';

type SettlementFilterProps = { readonly vendorId: string; readonly state: SettlementState | undefined };

/** Shows the state filter of the settlements. */
export function SettlementFilter({ vendorId, state }: SettlementFilterProps) {
  return (
    <nav aria-label="Filter by status">
      <ul className="flex flex-wrap gap-2">
        {[undefined, ...settlementStates].map((choice) => (
          <li key={choice ?? 'all'}>
            <Link
              href={settlementsHref(vendorId, { state: choice })}
              aria-current={choice === state ? 'page' : undefined}
              className={buttonClass({ look: choice === state ? 'primary' : 'secondary', size: 'small' })}
            >
              {choice ?? 'all'}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
