import { LinkButton } from '#components/ui/link-button.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import { sellerTexts } from '#lib/web/i18n/seller-texts.ts';

type PayableCardProps = {
  readonly payable: readonly { readonly currency: string; readonly payableMinor: number }[];
  readonly mainCurrency: string;
};

/** Shows the amounts of the next payout, one for each currency. */
export async function PayableCard({ payable, mainCurrency }: PayableCardProps) {
  const { t, locale, go } = await sellerTexts('overview');
  const shown = payable.length > 0 ? payable : [{ currency: mainCurrency, payableMinor: 0 }];
  return (
    <section aria-labelledby="payable" className="flex flex-col gap-1 rounded-lg border border-line bg-surface p-5">
      <h2 id="payable" className="text-base font-normal text-muted">
        {t('payable')}
      </h2>
      {shown.map(({ currency, payableMinor }) => (
        <p key={currency} className="text-3xl font-semibold tabular-nums">
          {moneyText(payableMinor, currency, locale)}
        </p>
      ))}
      <LinkButton href={go('/sell/settlements')} look="secondary" size="small" className="mt-3 self-start">
        {t('toSettlements')}
      </LinkButton>
    </section>
  );
}
