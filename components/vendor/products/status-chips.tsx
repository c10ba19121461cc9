import type { Route } from 'next';
import { ChoiceLinks } from '#components/ui/choice-links.tsx';
import { sellerTexts } from '#lib/web/i18n/seller-texts.ts';

export const statusChips = ['all', 'published', 'draft', 'hidden', 'blocked', 'archived'] as const;
export type StatusChip = (typeof statusChips)[number] | 'low';

type StatusChipsProps = {
  readonly chosen: StatusChip;
  /** How many products each chip shows; without a number the chip shows none. */
  readonly counts: Readonly<Partial<Record<StatusChip, number>>>;
  readonly hrefOf: (chip: StatusChip) => Route;
};

/** Shows the products by status, and those of which few are left, with their numbers. */
export async function StatusChips({ chosen, counts, hrefOf }: StatusChipsProps) {
  const { t, locale } = await sellerTexts('products');
  const numbers = new Intl.NumberFormat(locale);
  return (
    <nav aria-label={t('byStatus')}>
      <ChoiceLinks
        choices={[...statusChips, 'low'] as StatusChip[]}
        chosen={chosen}
        hrefOf={hrefOf}
        textOf={(chip) => {
          const count = counts[chip];
          return (
            <>
              {chip === 'low' ? t('low') : t(`status_${chip}`)}
              {count !== undefined && <span className="tabular-nums opacity-75">{numbers.format(count)}</span>}
            </>
          );
        }}
      />
    </nav>
  );
}
