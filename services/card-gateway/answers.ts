import { unavailable } from '#lib/core/errors.ts';
import type { StatementLine } from '#lib/payments/ports.ts';
import type { Account } from './accounts.ts';
import { type Fields, isFields, textOf } from './lexemes.ts';
import { isSigned } from './signature.ts';
import { exactAmount, feeOf, payloadOf, statement } from './signed-payment.ts';

/** The reason code of what went well. */
const OK = '1100';

const UNKNOWN = { code: 'GatewayUnavailable', retryAfter: 5 } as const;

/** Of an account that is not configured any more nothing can be asked. */
export const unaskable = () => unavailable('The merchant account of this payment is not configured', UNKNOWN);

/** No answer: the gateway may have done what it was asked, or may not. */
export const unanswered =
  (verb: string) =>
  (cause: unknown): never => {
    throw unavailable('The card gateway does not answer', { ...UNKNOWN, cause: new Error(verb, { cause }) });
  };

/** An answer that says nothing that could be believed. */
export function unusable(verb: string, { reasonCode }: Fields = {}): never {
  const cause = new Error(`${verb}: reason ${textOf(reasonCode) || 'none'}`);
  throw unavailable('The card gateway gave no answer that can be used', { ...UNKNOWN, cause });
}

/** The page to pay on; never one over an open line when the gateway itself was asked over a closed one. */
export function pageOf({ url }: Fields, asked: URL): { readonly paymentUrl: string } | null {
  if (typeof url !== 'string' || !URL.canParse(url)) return null;
  const { protocol } = new URL(url);
  return protocol === 'https:' || protocol === asked.protocol ? { paymentUrl: url } : null;
}

export function refusalOf({ url, reason, reasonCode }: Fields): { readonly refused: string | null } | null {
  const code = textOf(reasonCode);
  if (url !== undefined || code === OK || !(code || textOf(reason))) return null;
  return { refused: code || null };
}

/**
 * How a REFUND or SETTLE ended. A refusal is believed without a signature, for it moves no money and the gateway does
 * not sign all of them; that money has moved is believed only when signed. Null when nobody knows.
 */
export function outcomeOf(account: Account, orderReference: string, fields: Fields, refusedAs: string) {
  const status = textOf(fields.transactionStatus) ?? '';
  const reasonCode = textOf(fields.reasonCode) ?? '';
  const isOurs = textOf(fields.merchantAccount) === account.name && textOf(fields.orderReference) === orderReference;
  const values = [account.name, orderReference, status, reasonCode];
  const signature = textOf(fields.merchantSignature) ?? '';
  if (status !== '' && isOurs && isSigned(account.secret(), values, signature)) return { status, reasonCode };
  const isRefusal = ['', 'declined'].includes(status.toLowerCase()) && reasonCode !== '' && reasonCode !== OK;
  return isRefusal ? { status: refusedAs, reasonCode } : null;
}

/** A line of the statement. It is not signed: the closed line to the gateway is all there is to believe it by. */
export function lineOf(account: Account, line: unknown): StatementLine {
  const orderReference = isFields(line) ? textOf(line.orderReference) : null;
  if (!isFields(line) || !orderReference) return unusable('TRANSACTION_LIST');
  const currency = textOf(line.currency) ?? '';
  const feeMinor = feeOf(line, currency);
  return {
    orderReference,
    feeMinor,
    evidence: statement({
      source: 'check',
      merchantAccount: account.name,
      amount: exactAmount(textOf(line.amount) ?? '', currency),
      currency,
      status: textOf(line.transactionStatus) ?? '',
      reasonCode: textOf(line.reasonCode) ?? '',
      payload: { ...payloadOf(line), ...(feeMinor !== null && { feeMinor }) },
    }),
  };
}
