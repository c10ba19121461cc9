import type { Route } from 'next';
import { Button } from '#components/ui/button.tsx';
import { RadioCard } from '#components/ui/form/radio-card.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { CURRENCY_COOKIE, remember } from '#lib/web/cookies.ts';
import type { CreditOffer } from './credit-offer.ts';
import { payHint } from './pay-hint.ts';
import type { PayMethod, PayOffer } from './pay-offers.ts';
import { TopUpLink } from './top-up-link.tsx';

type PaymentFieldsProps = {
  readonly offers: readonly PayOffer[];
  readonly way: PayMethod | null;
  readonly onWay: (way: PayMethod) => void;
  readonly credit: CreditOffer;
  readonly totalMinor: number | null;
  readonly currency: string;
  readonly locale: Locale;
  readonly links: { readonly wallet: Route; readonly checkout: Route };
  readonly texts: Texts<'payWays'>;
  readonly onCurrency: () => void;
};

/**
 * Shows the payment methods, each with its effect or the reason why it is disabled. If only the currency prevents
 * payment from the balance, a button switches the currency.
 */
export function PaymentFields({ offers, way, onWay, credit, links, texts, onCurrency, ...due }: PaymentFieldsProps) {
  const { currency, locale } = due;
  const payInOwnCurrency = () => {
    remember(CURRENCY_COOKIE, credit.currency);
    onCurrency();
  };

  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="pb-4 text-xl font-semibold tracking-tight">{texts.title}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {offers.map((offer) => (
          <RadioCard
            key={offer.way}
            name="way"
            value={offer.way}
            checked={offer.way === way}
            disabled={!offer.isOpen}
            onChange={() => onWay(offer.way)}
            hint={payHint(offer, { ...due, credit, texts })}
          >
            {texts[`way_${offer.way}`]}
          </RadioCard>
        ))}
      </div>
      {due.totalMinor !== null && offers.some((offer) => offer.way === 'cardgw') && (
        <TopUpLink
          credit={credit}
          totalMinor={due.totalMinor}
          wallet={links.wallet}
          returnUrl={links.checkout}
          text={texts.topUp}
        />
      )}
      {credit.isOn && !credit.takesCurrency && credit.currency !== currency && (
        <Button look="secondary" className="self-start" onClick={payInOwnCurrency}>
          {fill(texts.changeCurrency, { currency: credit.currency }, locale)}
        </Button>
      )}
    </fieldset>
  );
}
