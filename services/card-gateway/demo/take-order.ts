import { randomBytes } from 'node:crypto';
import { parseAmount } from '#lib/core/money.ts';
import { isSigned } from '#services/card-gateway/signature.ts';
import type { Merchant } from './message.ts';
import type { Notes } from './notes.ts';
import type { PageLanguage, Payment } from './payment.ts';

const DAY_SECONDS = 86_400;
const referenceForm = /^[A-Za-z0-9_-]{1,64}$/;
/** A bare host as the merchant registered it: no scheme, no path. */
const domainForm = /^(?:[a-z0-9-]+\.)*[a-z0-9-]+(?::\d{1,5})?$|^\[[0-9a-f:]+\](?::\d{1,5})?$/i;
const amountForm = /^\d{1,12}(?:\.\d{1,2})?$/;
const currencies = ['UAH', 'USD', 'EUR'];
const needed = ['merchantDomainName', 'merchantSignature', 'orderReference', 'orderDate', 'amount', 'currency'];
const lists = ['productName', 'productCount', 'productPrice'];

/** The languages of the gateway and the page language of each. It does not know `UK`. */
const languages: Readonly<Record<string, PageLanguage | null>> = {
  AUTO: null,
  UA: 'uk',
  RU: 'ru',
  ...Object.fromEntries(['EN', 'DE', 'ES', 'FR', 'IT', 'PL', 'RO', 'LV', 'SK', 'CS'].map((code) => [code, 'en'])),
};

type Taken = { readonly payment: Payment } | { readonly refused: number };
type Asked = { readonly form: URLSearchParams; readonly merchant: Merchant; readonly now: Date; readonly notes: Notes };

/** Reads a purchase as the gateway does: first the missing fields, then the signature, then the values. */
export function readPurchase({ form, merchant, now, notes }: Asked): Taken {
  const text = (name: string): string => form.get(name) ?? '';
  const list = (name: string): string[] =>
    [...form]
      .filter(([key]) => key.startsWith(`${name}[`) && /^\[\d*\]$/.test(key.slice(name.length)))
      .map(([, v]) => v);
  const [names = [], counts = [], prices = []] = lists.map(list);
  const [domain = '', signature = '', reference = '', orderDate = '', amount = '', currency = ''] = needed.map(text);

  if (text('merchantAccount') === '' || needed.some((name) => text(name) === '') || names.length === 0)
    return { refused: 1115 };
  if (counts.length !== names.length || prices.length !== names.length) return { refused: 1115 };
  if (text('merchantAccount') !== merchant.account) return { refused: 1118 };
  const signed = [merchant.account, domain, reference, orderDate, amount, currency, ...names, ...counts, ...prices];
  if (!isSigned(merchant.secret, signed, signature)) return { refused: 1113 };
  if (!domainForm.test(domain)) return { refused: 1118 };
  if (!referenceForm.test(reference) || !/^\d{1,12}$/.test(orderDate)) return { refused: 1109 };
  if (!currencies.includes(currency)) return { refused: 1110 };
  if (!amountForm.test(amount) || !parseAmount(amount, currency)) return { refused: 1130 };
  const lifetime = text('orderLifetime') || String(DAY_SECONDS);
  const addresses = [text('returnUrl'), text('serviceUrl')];
  if (!/^\d{1,7}$/.test(lifetime) || !addresses.every((url) => url === '' || isWebAddress(url)))
    return { refused: 1109 };

  const language = text('language') || 'AUTO';
  const lines = names.map((name, at) => ({ name, count: counts[at] ?? '', price: prices[at] ?? '' }));
  if (!addsUp(lines, amount, currency)) notes.problem('purchase.lines_differ', reference, { amount, currency });
  if (!(language in languages)) notes.problem('purchase.language_unknown', reference, { language });
  if (signed.some((value) => value.includes(';'))) notes.problem('purchase.separator_in_value', reference);
  const at = now.toISOString();
  const payment: Payment = {
    orderReference: reference,
    vkh: randomBytes(24).toString('base64url'),
    domain,
    amount,
    currency,
    lines,
    language: languages[language] ?? null,
    returnUrl: text('returnUrl') || null,
    serviceUrl: text('serviceUrl') || null,
    client: {
      name: `${text('clientFirstName')} ${text('clientLastName')}`.trim(),
      email: text('clientEmail'),
      phone: text('clientPhone'),
    },
    createdAt: at,
    expiresAt: new Date(now.getTime() + Number(lifetime) * 1000).toISOString(),
    openedAt: null,
    status: 'Created',
    reasonCode: 1131,
    authCode: '',
    changedAt: at,
    refundedMinor: 0,
    later: null,
    claimed: null,
    news: [],
  };
  return { payment };
}

function isWebAddress(url: string): boolean {
  return /^https?:$/.test(URL.parse(url)?.protocol ?? '');
}

/**
 * Returns whether price times count over all lines equals the amount, to the last unit. A fiscal receipt needs that.
 */
function addsUp(lines: Payment['lines'], amount: string, currency: string): boolean {
  const sums = lines.map(({ count, price }) => {
    const minor = parseAmount(price, currency);
    return minor === null || !/^\d{1,9}$/.test(count) ? null : BigInt(minor) * BigInt(count);
  });
  const total = parseAmount(amount, currency);
  if (total === null || sums.includes(null)) return false;
  return sums.reduce<bigint>((sum, summand) => sum + (summand ?? 0n), 0n) === BigInt(total);
}
