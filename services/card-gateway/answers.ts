import { unavailable } from '#lib/core/errors.ts';
import type { StatementLine } from '#lib/payments/ports.ts';
import type { Account } from './accounts.ts';
import { type Fields, isFields, textOf } from './lexemes.ts';
import { isSigned } from './signature.ts';
import { exactAmount, feeOf, payloadOf, statement } from './signed-payment.ts';

/** The reason code of success. */
const OK = '1100';

const UNKNOWN = { code: 'GatewayUnavailable', retryAfter: 5 } as const;

/** Returns the error for an account that is no longer configured. The gateway cannot be asked about its payments. */
export const accountNotConfigured = () =>
  unavailable('The merchant account of this payment is not configured', UNKNOWN);

/** Throws after a request without a reply: the gateway may or may not have carried it out. */
export const unanswered =
  (verb: string) =>
  (cause: unknown): never => {
    throw unavailable('The card gateway does not respond', { ...UNKNOWN, cause: new Error(verb, { cause }) });
  };

/** Throws after a reply that contains nothing usable. */
export function unusable(verb: string, { reasonCode }: Fields = {}): never {
  const cause = new Error(`${verb}: reason ${textOf(reasonCode) || 'none'}`);
  throw unavailable('The card gateway sent an unusable response', { ...UNKNOWN, cause });
}

/** Returns the page to pay on, or null. Rejects an http page when the gateway itself was called over https. */
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
 * Returns the result of a REFUND or SETTLE. A refusal needs no signature, because it moves no money and the gateway
 * does not sign all of them. A success counts only when it is signed. Returns null when the result is unknown.
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

/** Parses a line of the statement. Lines are not signed: only the TLS connection to the gateway vouches for them. */
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
