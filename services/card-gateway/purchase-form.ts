import { amountText } from '#lib/core/money.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { CardAsk } from '#lib/payments/ports.ts';
import type { Account } from './accounts.ts';
import { sign } from './signature.ts';

/** The currencies the gateway takes. All of them have two decimals, which it always wants to see. */
export const gatewayCurrencies: readonly string[] = ['UAH', 'USD', 'EUR'];

/** How long its page lives and how long a payment on it may take, in seconds. */
const LIFETIME_SECONDS = 1500;
const NAME_LENGTH = 120;

/** The gateway has words of its own for languages: Ukrainian is `UA`, and `UK` is none of them. */
const languages: Readonly<Record<Locale, string>> = { uk: 'UA', en: 'EN', ru: 'RU' };

/** The form that opens a page to pay on. What is signed is the very text that is sent. */
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

/** The lines as the gateway signs them: all names, then all counts, then all prices. */
function columnsOf({ lines, amountMinor, currency, orderReference }: CardAsk) {
  const total = lines.reduce((sum, line) => sum + line.count * line.priceMinor, 0);
  // The gateway prints the fiscal receipt from these lines: one that misses the amount is a wrong tax document.
  if (total !== amountMinor) throw new Error(`The lines of ${orderReference} do not add up to its amount`);
  return {
    names: lines.map(({ name }) => plainText(name) || '-'),
    counts: lines.map(({ count }) => String(count)),
    prices: lines.map(({ priceMinor }) => amountText(priceMinor, currency)),
  };
}

/** One line of text that may be signed: `;` parts the values there, so no value may hold one. Cut between characters. */
const plainText = (text: string): string =>
  text
    .replaceAll(/[\s;\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, NAME_LENGTH)
    .replace(/\p{Cs}$/u, '')
    .trimEnd();

/** What is known of the buyer; what is not is left out. */
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
