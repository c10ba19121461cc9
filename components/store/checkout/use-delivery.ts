import { useEffect, useState } from 'react';
import type { CartLine } from '#lib/store/schemas/cart.ts';
import type { DeliveryQuote } from '#lib/store/schemas/delivery-quote.ts';
import { post } from '#lib/web/api/api-client.ts';
import { type Choice, choicesOf, hasOptions, type Needs, needsOf, type Picked, priceOf } from './delivery-choices.ts';

/** The quote of the saved cart to a country, made with the page. */
export type FirstQuote = { readonly country: string; readonly quote: DeliveryQuote };

type Asked = { readonly key: string; readonly quote: DeliveryQuote };
type Delivering = {
  readonly first: FirstQuote;
  readonly firstLines: readonly CartLine[];
  readonly lines: readonly CartLine[];
  readonly currency: string;
  /** Increases each time the options must be loaded again. */
  readonly round: number;
};

export type Delivery = {
  readonly country: string;
  readonly setCountry: (country: string) => void;
  readonly choices: readonly Choice[];
  readonly pick: (vendorId: string, choice: string) => void;
  /** False when no seller offers an option: the buyer names a wish then. */
  readonly isChosen: boolean;
  readonly needs: Needs;
  /** The price of all choices; null until the options are known. */
  readonly priceMinor: number | null;
  readonly hasFailed: boolean;
  readonly retry: () => void;
};

/** Loads the delivery options of each seller of the lines to a country, and keeps what the buyer chooses of them. */
export function useDelivery({ first, firstLines, lines, currency, round }: Delivering): Delivery {
  const [country, setCountry] = useState(first.country);
  const [picked, setPicked] = useState<Picked>({});
  const [tries, setTries] = useState(0);
  const [asked, setAsked] = useState<Asked>({ key: keyOf(firstLines, country, currency, 0), quote: first.quote });
  const [failedKey, setFailedKey] = useState('');
  const key = keyOf(lines, country, currency, round + tries);

  useEffect(() => {
    if (key === asked.key) return;
    const stop = new AbortController();
    const [items, to, inCurrency] = JSON.parse(key) as Key;
    post<DeliveryQuote>('/api/account/delivery-quote', bodyOf(items, to, inCurrency), { signal: stop.signal })
      .then((quote) => setAsked({ key, quote }))
      .catch(() => {
        if (!stop.signal.aborted) setFailedKey(key);
      });
    return () => stop.abort();
  }, [key, asked.key]);

  const choices = choicesOf(asked.quote, picked);
  return {
    country,
    setCountry,
    choices,
    pick: (vendorId, choice) => setPicked((before) => ({ ...before, [vendorId]: choice })),
    isChosen: hasOptions(asked.quote),
    needs: needsOf(choices),
    priceMinor: asked.key === key ? priceOf(choices) : null,
    hasFailed: failedKey === key && asked.key !== key,
    retry: () => setTries((before) => before + 1),
  };
}

type Key = readonly [readonly (readonly [string, number])[], string, string, number];

const keyOf = (lines: readonly CartLine[], country: string, currency: string, round: number): string =>
  JSON.stringify([lines.map(({ id, qty }) => [id, qty]), country, currency, round] satisfies Key);

const bodyOf = (items: Key[0], country: string, currency: string) => ({
  items: items.map(([id, qty]) => ({ id, qty })),
  country,
  currency,
});
