import { Button } from '#components/ui/button.tsx';
import type { Locale } from '#lib/auth/values.ts';
import { CURRENCY_COOKIE, remember } from '#lib/web/cookies.ts';
import { fill } from '#lib/web/i18n/fill.ts';
import type { Texts } from '#lib/web/i18n/texts.ts';
import type { CreditOffer } from './credit-offer.ts';
import { CreditPanel } from './credit-panel.tsx';

type PaymentFieldsProps = {
  readonly credit: CreditOffer;
  readonly totalMinor: number;
  readonly currency: string;
  readonly locale: Locale;
  readonly texts: Texts<'checkout'>;
  readonly onCurrency: () => void;
};

/** The balance, and where only the currency stands in the way, the tap that changes it. */
export function PaymentFields({ credit, totalMinor, currency, locale, texts, onCurrency }: PaymentFieldsProps) {
  const payInOwnCurrency = () => {
    remember(CURRENCY_COOKIE, credit.currency);
    onCurrency();
  };

  return (
    <section className="flex flex-col gap-4">
      <h2 className="text-xl tracking-tight">{texts.payment}</h2>
      <CreditPanel
        id="credit-panel"
        credit={credit}
        totalMinor={totalMinor}
        orderCurrency={currency}
        locale={locale}
        texts={texts}
      />
      {credit.isOn && !credit.takesCurrency && credit.currency !== currency && (
        <Button look="secondary" className="self-start" onClick={payInOwnCurrency}>
          {fill(texts.changeCurrency, { currency: credit.currency }, locale)}
        </Button>
      )}
    </section>
  );
}
