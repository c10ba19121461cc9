import type { Failure } from '#lib/payments/schemas/ledger.ts';
import type { FailureCode } from '#lib/payments/values.ts';

/** The English messages. Pages show the failure in the buyer's language by its code. */
const messages: Readonly<Record<FailureCode, string>> = {
  declined: 'The bank declined the payment',
  no_funds: 'There is not enough money on the card',
  card_data: 'The number, expiry date or security code of the card is wrong',
  limits: 'The payment exceeds a limit of the card',
  secure_failed: 'The confirmation by the bank failed',
  canceled: 'The payment was canceled',
  expired: 'The time for this payment has expired',
  checking: 'The payment is still being checked',
  gateway: 'The payment could not be made. Try again later',
};

/**
 * Reason codes of the card gateway, from its official SDK. A code that is not listed is a fault of the gateway
 * itself.
 */
const codes: Readonly<Record<string, FailureCode>> = {
  1101: 'declined',
  1102: 'card_data',
  1103: 'card_data',
  1104: 'no_funds',
  1105: 'card_data',
  1106: 'limits',
  1108: 'secure_failed',
  1114: 'checking',
  1122: 'declined',
  1124: 'expired',
  1125: 'canceled',
  1131: 'checking',
  1134: 'checking',
  1135: 'limits',
  5100: 'checking',
};

/** Returns what a processor's reason code means to the buyer. */
export function failureOf(reasonCode: string | null): Failure {
  const known = reasonCode !== null && Object.hasOwn(codes, reasonCode) ? codes[reasonCode] : undefined;
  const code = known ?? 'gateway';
  return { code, message: messages[code] };
}

/** Returns whether the buyer may try the same payment again. */
export const isRetryable = ({ code }: Failure): boolean => code !== 'checking';
