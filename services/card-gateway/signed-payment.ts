import { parseAmount } from '#lib/core/money.ts';
import type { Evidence, ProcessorPayload } from '#lib/payments/schemas/ledger.ts';
import { amountSpellings, type Fields, textOf } from './lexemes.ts';
import { isSigned } from './signature.ts';

/** The fields of a payment that the gateway signs, in its order: in callbacks and in replies to CHECK_STATUS. */
export const signedFields = [
  'merchantAccount',
  'orderReference',
  'amount',
  'currency',
  'authCode',
  'cardPan',
  'transactionStatus',
  'reasonCode',
] as const;
const AMOUNT = signedFields.indexOf('amount');
const STATUS = signedFields.indexOf('transactionStatus');

/**
 * Returns the eight signed values as they were signed, or null when the signature does not match. Only these values
 * may decide about money. The returned text is the text that was verified, however the message around it was written.
 */
export function verifiedValues(secret: string, fields: Fields): readonly string[] | null {
  const signature = textOf(fields.merchantSignature);
  const sent = signedFields.map((name) => textOf(fields[name]));
  if (!signature || !sent.every((value) => value !== null)) return null;
  // Values with a `;` could be split differently and still give the same joined text.
  if (sent.some((value) => value.includes(';'))) return null;

  const spelled = amountSpellings(sent[AMOUNT] ?? '').map((amount) => sent.with(AMOUNT, amount));
  const whole = spelled.find((values) => isSigned(secret, values, signature));
  return whole ?? spelled.find((values) => isSigned(secret, shortened(values, fields), signature)) ?? null;
}

/** The fields of every signed text, whatever else is left out. */
const neverLeftOut = ['merchantAccount', 'orderReference', 'amount', 'currency', 'transactionStatus'] as const;

/**
 * Returns the values without missing or null ones, as some shops' gateways sign them. The others then move up, so the
 * status must still look like a status. Otherwise a reason code could pass as the status.
 */
function shortened(values: readonly string[], fields: Fields): readonly string[] {
  const isSafe = neverLeftOut.every((name) => isGiven(fields[name])) && /^[A-Za-z]+$/.test(values[STATUS] ?? '');
  return isSafe ? values.filter((_value, i) => isGiven(fields[signedFields[i] ?? ''])) : values;
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** Returns the verified values as evidence, with the unsigned fields that are kept for people. */
export function evidenceOf(
  values: readonly string[],
  payload: ProcessorPayload,
  source: 'webhook' | 'check',
): Evidence {
  const [merchantAccount = '', , amount = '', currency = '', , , status = '', reasonCode = ''] = values;
  return statement({ source, merchantAccount, amount, currency, status, reasonCode, payload });
}

type Said = {
  readonly source: Evidence['source'];
  readonly merchantAccount: string;
  readonly amount: string;
  readonly currency: string;
  readonly status: string;
  readonly reasonCode: string;
  readonly payload: ProcessorPayload;
};

/** Builds evidence within the lengths of the ledger. A text that is cut could not match an attempt anyway. */
export const statement = ({
  source,
  merchantAccount,
  amount,
  currency,
  status,
  reasonCode,
  payload,
}: Said): Evidence => ({
  source,
  status: status.slice(0, 60),
  amountText: amount.slice(0, 40),
  currency: currency.slice(0, 10),
  merchantAccount: merchantAccount.slice(0, 120),
  reasonCode: reasonCode === '' ? null : reasonCode.slice(0, 40),
  inboxId: null,
  payload,
});

const keptTexts = ['cardPan', 'cardType', 'issuerBankName', 'authCode', 'reasonCode', 'paymentSystem'] as const;

/** Returns the gateway's own fields that are kept with an attempt: no token that could charge again, and no fee. */
export function payloadOf(fields: Fields): ProcessorPayload {
  const kept = [...keptTexts.map((name) => [name, fields[name]]), ['gatewayStatus', fields.transactionStatus]] as const;
  const texts = kept.map(([name, value]) => [name, textOf(value)?.slice(0, 120)] as const);
  return Object.fromEntries(texts.filter(([, text]) => text));
}

/** Returns the gateway's fee, exact to the minor unit, or null. Not used for callbacks, because they do not sign it. */
export const feeOf = (fields: Fields, currency: string): number | null =>
  firstExact(textOf(fields.fee) ?? '', currency)?.minor ?? null;

/** Returns what was refunded of a payment, in minor units. Null where the gateway does not say. */
export const refundedOf = (fields: Fields, currency: string): number | null =>
  firstExact(textOf(fields.refundAmount) ?? '', currency)?.minor ?? null;

/**
 * Returns the spelling of an unsigned amount that is exact in its currency, or the amount as received when there is
 * none.
 */
export const exactAmount = (lexeme: string, currency: string): string => firstExact(lexeme, currency)?.text ?? lexeme;

function firstExact(lexeme: string, currency: string): { readonly text: string; readonly minor: number } | null {
  for (const text of amountSpellings(lexeme)) {
    const minor = parseAmount(text, currency);
    if (minor !== null) return { text, minor };
  }
  return null;
}
