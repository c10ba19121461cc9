import { amountText } from '#lib/core/money.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { CardAsk } from '#lib/payments/ports.ts';
import type { Account } from './accounts.ts';
import { sign } from './signature.ts';

/** The currencies that the gateway accepts. All have two decimals, which it always requires. */
export const gatewayCurrencies: readonly string[] = ['UAH', 'USD', 'EUR'];

/** The lifetime of its page and the timeout of a payment on it, in seconds. */
const LIFETIME_SECONDS = 1500;
const NAME_LENGTH = 120;

/** The gateway has its own language codes: Ukrainian is `UA`, and it does not know `UK`. */
const languages: Readonly<Record<Locale, string>> = { uk: 'UA', en: 'EN', ru: 'RU' };

/** Builds the form that opens a page to pay on. The signed text is exactly the sent text. */
export function purchaseForm(account: Account, ask: CardAsk): URLSearchParams {
  const amount = amountText(ask.amountMinor, ask.currency);
  const orderDate = String(Math.floor(ask.requestedAt.getTime() / 1000));
  const { names, counts, prices } = columnsOf(ask);
  const signed = [account.name, account.domain, ask.orderReference, orderDate, amount, ask.currency];
  return new URLSearchParams([
    ['merchantAccount', account.name],
    ['merchantDomainName', account.domain],
    ['merchantAuthType', 'SimpleSignature'],
    ['merchantTransactionType', 'SALE'],
    ['merchantTransactionSecureType', 'AUTO'],
    ['merchantSignature', sign(account.secret(), [...signed, ...names, ...counts, ...prices])],
    ['apiVersion', '2'],
    ['orderReference', ask.orderReference],
    ['orderDate', orderDate],
    ['amount', amount],
    ['currency', ask.currency],
    ...names.map((name) => ['productName[]', name]),
    ...counts.map((count) => ['productCount[]', count]),
    ...prices.map((price) => ['productPrice[]', price]),
    ['language', languages[ask.locale]],
    ['returnUrl', ask.returnUrl],
    ['serviceUrl', ask.serviceUrl],
    ['orderLifetime', String(LIFETIME_SECONDS)],
    ['orderTimeout', String(LIFETIME_SECONDS)],
    ...payerFields(ask.payer),
  ]);
}

/** Returns the lines as the gateway signs them: all names, then all counts, then all prices. */
function columnsOf({ lines, amountMinor, currency, orderReference }: CardAsk) {
  const total = lines.reduce((sum, line) => sum + line.count * line.priceMinor, 0);
  // The gateway prints the fiscal receipt from these lines. Lines that do not add up to the amount make a wrong tax
  // document.
  if (total !== amountMinor) throw new Error(`The lines of ${orderReference} do not add up to its amount`);
  return {
    names: lines.map(({ name }) => plainText(name) || '-'),
    counts: lines.map(({ count }) => String(count)),
    prices: lines.map(({ priceMinor }) => amountText(priceMinor, currency)),
  };
}

/**
 * Returns one line of text that may be signed. `;` separates the signed values, so no value may contain one. Cuts
 * between characters.
 */
const plainText = (text: string): string =>
  text
    .replaceAll(/[\s;\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, NAME_LENGTH)
    .replace(/\p{Cs}$/u, '')
    .trimEnd();

/** Returns the known fields of the buyer. Empty ones are left out. */
function payerFields({ name, email, phone }: CardAsk['payer']): [string, string][] {
  const [first = '', ...rest] = plainText(name).split(' ');
  const known: [string, string][] = [
    ['clientFirstName', first],
    ['clientLastName', rest.join(' ')],
    ['clientEmail', email],
    ['clientPhone', phone],
  ];
  return known.filter(([, value]) => value !== '');
}
