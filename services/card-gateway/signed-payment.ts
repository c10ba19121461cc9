import { parseAmount } from '#lib/core/money.ts';
import type { Evidence, ProcessorPayload } from '#lib/payments/schemas/ledger.ts';
import { amountSpellings, type Fields, textOf } from './lexemes.ts';
import { isSigned } from './signature.ts';

/** What the gateway signs of a payment, in its order: in callbacks and in answers to CHECK_STATUS. */
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
 * The eight signed values, spelled as they were signed; null when the signature is not theirs. Only these may decide
 * about money: the text that verified is the text that is answered, however the message around it was written.
 */
export function verifiedValues(secret: string, fields: Fields): readonly string[] | null {
  const signature = textOf(fields.merchantSignature);
  const sent = signedFields.map((name) => textOf(fields[name]));
  if (!signature || !sent.every((value) => value !== null)) return null;
  // The joined text of values with a `;` in them would also be that of other values.
  if (sent.some((value) => value.includes(';'))) return null;

  const spelled = amountSpellings(sent[AMOUNT] ?? '').map((amount) => sent.with(AMOUNT, amount));
  const whole = spelled.find((values) => isSigned(secret, values, signature));
  return whole ?? spelled.find((values) => isSigned(secret, shortened(values, fields), signature)) ?? null;
}

/** What stands in every signed text, whatever else is left out of it. */
const neverLeftOut = ['merchantAccount', 'orderReference', 'amount', 'currency', 'transactionStatus'] as const;

/**
 * The values without those that are absent or null, as some shops' gateways sign them. Where one is missing the others
 * move up, so that a status must still look like one: else a reason code could be passed off as the status.
 */
function shortened(values: readonly string[], fields: Fields): readonly string[] {
  const isSafe = neverLeftOut.every((name) => isGiven(fields[name])) && /^[A-Za-z]+$/.test(values[STATUS] ?? '');
  return isSafe ? values.filter((_value, i) => isGiven(fields[signedFields[i] ?? ''])) : values;
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** What the verified values say, with what is kept of the unsigned rest for people to look at. */
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

/** Evidence in the widths the ledger keeps; a text that is cut was none that could agree with an attempt. */
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

/** The gateway's own figures that are kept with an attempt; no token that could charge again, and no fee. */
export function payloadOf(fields: Fields): ProcessorPayload {
  const kept = [...keptTexts.map((name) => [name, fields[name]]), ['gatewayStatus', fields.transactionStatus]] as const;
  const texts = kept.map(([name, value]) => [name, textOf(value)?.slice(0, 120)] as const);
  return Object.fromEntries(texts.filter(([, text]) => text));
}

/** What the gateway kept for itself, exact to the minor unit or not at all. Never asked of a callback: it is not signed. */
export const feeOf = (fields: Fields, currency: string): number | null =>
  firstExact(textOf(fields.fee) ?? '', currency)?.minor ?? null;

/** The spelling of an unsigned amount that is exact in its currency; as it came when there is none. */
export const exactAmount = (lexeme: string, currency: string): string => firstExact(lexeme, currency)?.text ?? lexeme;

function firstExact(lexeme: string, currency: string): { readonly text: string; readonly minor: number } | null {
  for (const text of amountSpellings(lexeme)) {
    const minor = parseAmount(text, currency);
    if (minor !== null) return { text, minor };
  }
  return null;
}
