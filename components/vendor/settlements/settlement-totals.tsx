import { moneyText } from '#lib/i18n/money-text.ts';
import type { Settlement } from '#lib/payments/schemas/journal.ts';
import { settlementStates } from '#lib/payments/values.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';

type SettlementTotalsProps = {
  readonly totals: readonly (Pick<Settlement, 'state' | 'currency'> & { readonly netMinor: number })[];
  readonly payable: readonly { readonly currency: string; readonly payableMinor: number }[];
  readonly mainCurrency: string;
  readonly returnDays: number;
};

/** Shows the amount payable to a vendor, and the totals of all sales by settlement state. */
export async function SettlementTotals({ totals, payable, mainCurrency, returnDays }: SettlementTotalsProps) {
  const { t, locale } = await pageTexts('settlements');
  const ready = payable.length > 0 ? payable : [{ currency: mainCurrency, payableMinor: 0 }];
  const isBelowZero = payable.some(({ payableMinor }) => payableMinor < 0);

  return (
    <div className="grid grid-cols-1 items-start gap-x-16 gap-y-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <section aria-labelledby="payable" className="rounded-lg border border-line-strong bg-surface p-5">
        <h2 id="payable" className="text-base font-normal text-muted">
          {t('payable')}
        </h2>
        {ready.map(({ currency, payableMinor }) => (
          <p key={currency} className="text-3xl font-semibold tabular-nums">
            {moneyText(payableMinor, currency, locale)}
          </p>
        ))}
        {isBelowZero && <p className="mt-2 text-sm text-muted">{t('belowZero')}</p>}
      </section>
      <section aria-labelledby="totals" className="flex flex-col gap-3">
        <h2 id="totals" className="text-lg">
          {t('totals')}
        </h2>
        <dl className="grid grid-cols-1 gap-x-8 sm:grid-cols-2">
          {settlementStates.map((state) => {
            const inState = totals.filter((total) => total.state === state);
            const shown = inState.length > 0 ? inState : [{ currency: mainCurrency, netMinor: 0 }];
            return (
              <div key={state} className="flex items-baseline justify-between gap-4 border-b border-line py-2">
                <dt className="text-muted">{t(`state_${state}`)}</dt>
                <dd className="text-end font-medium tabular-nums">
                  {shown.map(({ currency, netMinor }) => (
                    <span key={currency} className="block">
                      {moneyText(netMinor, currency, locale)}
                    </span>
                  ))}
                </dd>
              </div>
            );
          })}
        </dl>
        <p className="text-sm text-muted">{t('explained', { days: returnDays })}</p>
      </section>
    </div>
  );
}
