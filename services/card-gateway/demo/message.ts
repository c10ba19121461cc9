import { amountText, parseAmount } from '#lib/core/money.ts';
import { sign } from '#services/card-gateway/signature.ts';
import { type CallbackFault, noFault } from './faults.ts';
import { feeMinorOf, type Payment } from './payment.ts';
import { reasonOf } from './reasons.ts';

export type Merchant = { readonly account: string; readonly secret: string };

const unixSeconds = (at: string): number => Math.floor(Date.parse(at) / 1000);

/** Returns the shortest form of an amount, as PHP writes it: 500.00 is 500. */
const shortAmount = (amount: string): string => (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount);

/** Returns an amount as the JSON spells it and as the signed text spells it. */
function amountLexeme(
  amount: string,
  as: CallbackFault['amountAs'],
): { readonly lexeme: string; readonly signed: string } {
  const short = shortAmount(amount);
  switch (as) {
    case 'short':
      return { lexeme: short, signed: short };
    case 'decimal':
      return { lexeme: short.includes('.') ? short : `${short}.0`, signed: short };
    case 'text':
      return { lexeme: JSON.stringify(amount), signed: amount };
  }
}

function withMistake(payment: Payment, { account }: Merchant, wrong: CallbackFault['wrong']) {
  const { amount, currency } = payment;
  return {
    amount: wrong === 'amount' ? amountText((parseAmount(amount, currency) ?? 0) + 100, currency) : amount,
    currency: wrong === 'currency' ? (currency === 'USD' ? 'EUR' : 'USD') : currency,
    account: wrong === 'merchant' ? `not_${account}` : account,
  };
}

export type Message = {
  /** Every field but the amount, whose exact digits a JSON number would lose. */
  readonly fields: Readonly<Record<string, string | number | null | readonly object[]>>;
  readonly amount: { readonly lexeme: string; readonly signed: string };
};

/**
 * Returns the gateway's message about a payment: for its callbacks, for the POST that returns the buyer, and for
 * CHECK_STATUS.
 */
export function messageOf(payment: Payment, merchant: Merchant, fault: CallbackFault = noFault): Message {
  const said = withMistake(payment, merchant, fault.wrong);
  const amount = amountLexeme(said.amount, fault.amountAs);
  const isPaid = payment.authCode !== '';
  const authCode = fault.isShifted ? null : payment.authCode;
  const cardPan = isPaid && !fault.hasNoCardPan ? '41****8217' : '';
  const optional = [authCode, cardPan].filter((value) => !fault.isShifted || (value !== null && value !== ''));
  const reasonCode = String(payment.reasonCode);
  const signed = [said.account, payment.orderReference, amount.signed, said.currency].concat(
    optional.map((value) => value ?? ''),
    [payment.status, reasonCode],
  );
  const signature = sign(merchant.secret, signed);
  return {
    amount,
    fields: {
      merchantAccount: said.account,
      orderReference: payment.orderReference,
      merchantSignature: fault.wrong === 'signature' ? signature.replaceAll(/[0-9a-f]/g, flipped) : signature,
      currency: said.currency,
      authCode,
      email: payment.client.email,
      phone: payment.client.phone,
      createdDate: unixSeconds(payment.createdAt),
      processingDate: unixSeconds(payment.changedAt),
      cardPan: fault.isShifted && cardPan === '' ? null : cardPan,
      cardType: isPaid ? 'Visa' : '',
      issuerBankCountry: isPaid ? 'Ukraine' : '',
      issuerBankName: isPaid ? 'Demo Bank' : '',
      recToken: '',
      transactionStatus: payment.status,
      reason: reasonOf(payment.reasonCode),
      reasonCode: payment.reasonCode,
      fee: isPaid ? Number(amountText(feeMinorOf(payment), payment.currency)) : 0,
      paymentSystem: fault.hasNoCardPan ? 'applePay' : 'card',
      acquirerBankName: 'Demo Bank',
      cardProduct: isPaid ? 'debit' : '',
      clientName: fault.hasNoClientName ? null : payment.client.name,
      products: payment.lines.map(({ name, count, price }) => ({ name, price: Number(price), count: Number(count) })),
    },
  };
}

const flipped = (digit: string): string => (15 - Number.parseInt(digit, 16)).toString(16);

/** Returns the JSON of a message with the exact digits of its amount, and with the additional fields of a reply. */
export const jsonOf = ({ fields, amount }: Message, more: Readonly<Record<string, unknown>> = {}): string =>
  `{"amount":${amount.lexeme},${JSON.stringify({ ...fields, ...more }).slice(1)}`;

/** Returns a message as the body of a callback. */
export function bodyOf(
  message: Message,
  send: CallbackFault['send'],
): { readonly body: string; readonly contentType: string } {
  const json = jsonOf(message);
  switch (send) {
    case 'key':
      return { body: `${encodeURIComponent(json)}=`, contentType: 'application/x-www-form-urlencoded' };
    case 'mislabelled':
      return { body: json, contentType: 'application/x-www-form-urlencoded' };
    case 'json':
      return { body: json, contentType: 'application/json' };
    case 'text':
      return { body: json, contentType: 'text/plain; charset=utf-8' };
  }
}

/** Returns a message as the fields of the form that returns the buyer. */
export const formFieldsOf = ({ fields, amount }: Message): readonly (readonly [string, string])[] =>
  Object.entries({ ...fields, amount: amount.signed })
    .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
    .map(([name, value]) => [name, String(value)]);
