import { useId } from 'react';
import { SelectField } from '#components/ui/form/select.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import { fill } from '#lib/i18n/fill.ts';
import { digitsOf, minorOf, moneyText } from '#lib/i18n/money-text.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { PartProps } from './editor-props.ts';
import { EditorSection } from './editor-section.tsx';

/** A currency of the shop with its price in the main one. */
export type Currency = { readonly code: string; readonly rate: number };

type PricePartProps = PartProps<'editor'> & { readonly currencies: readonly Currency[]; readonly locale: Locale };

/** Edits the price, the earlier price, and prices in other currencies, which are converted unless set. */
export function PricePart({ draft, change, problemOf, texts, currencies, locale }: PricePartProps) {
  const id = useId();
  const others = currencies.filter(({ code }) => code !== draft.currency);
  const aboutIn = ({ code, rate }: Currency): string => {
    const own = currencies.find((currency) => currency.code === draft.currency);
    const minor = minorOf(draft.price, digitsOf(draft.currency));
    if (!own || minor === null) return '';
    const units = (minor / 10 ** digitsOf(draft.currency)) * (own.rate / rate);
    const amount = moneyText(Math.max(1, Math.round(units * 10 ** digitsOf(code))), code, locale);
    return fill(texts.converted, { amount }, locale);
  };

  return (
    <EditorSection title={texts.prices}>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <TextField
          id={`${id}-price`}
          name="price"
          label={texts.price}
          value={draft.price}
          onChange={({ target }) => change({ price: target.value })}
          error={problemOf('price')}
          inputMode="decimal"
          autoComplete="off"
          required
        />
        <SelectField
          id={`${id}-currency`}
          label={texts.currency}
          value={draft.currency}
          onChange={({ target }) => change({ currency: target.value })}
        >
          {currencies.map(({ code }) => (
            <option key={code}>{code}</option>
          ))}
        </SelectField>
        <TextField
          id={`${id}-compare`}
          name="compareAt"
          label={texts.compareAt}
          note={texts.optional}
          hint={texts.compareAtHint}
          value={draft.compareAt}
          onChange={({ target }) => change({ compareAt: target.value })}
          error={problemOf('compareAt')}
          inputMode="decimal"
          autoComplete="off"
        />
      </div>
      {others.length > 0 && (
        <fieldset className="flex flex-col gap-3">
          <legend className="text-sm font-medium">{texts.otherPrices}</legend>
          <p className="text-sm text-muted">{texts.otherPricesHint}</p>
          {problemOf('prices') && (
            <p role="alert" className="text-sm font-medium text-danger">
              {problemOf('prices')}
            </p>
          )}
          <div className="grid items-start gap-4 sm:grid-cols-3">
            {others.map((currency) => (
              <TextField
                key={currency.code}
                id={`${id}-${currency.code}`}
                name={`price-${currency.code}`}
                label={currency.code}
                value={draft.prices[currency.code] ?? ''}
                hint={aboutIn(currency)}
                onChange={({ target }) => change({ prices: { ...draft.prices, [currency.code]: target.value } })}
                inputMode="decimal"
                autoComplete="off"
              />
            ))}
          </div>
        </fieldset>
      )}
    </EditorSection>
  );
}
