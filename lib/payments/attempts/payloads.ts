import type { ProcessorPayload } from '#lib/payments/schemas/ledger.ts';
import type { Processor } from '#lib/payments/values.ts';

/**
 * All that is kept of what a processor says. No token that could charge again, no full card number, ever. The fee is not
 * among it, because nobody signs it in a callback: it is written where it is booked.
 */
const fields: Readonly<Record<Processor, readonly string[]>> = {
  cardgw: ['cardPan', 'cardType', 'issuerBankName', 'authCode', 'gatewayStatus', 'reasonCode', 'paymentSystem'],
  credit: ['balanceAfterMinor'],
  native_token: ['chainId', 'payerAddress', 'paymentTxHash', 'valueWei', 'rate', 'rateSetAt', 'refundTxHash'],
  manual: ['note'],
};

const FULL_NUMBER = /\d{11,}/;

/** What of a statement's figures is kept for its processor; a card number that came unmasked is cut to its end. */
export function keptPayload(processor: Processor, payload: ProcessorPayload): ProcessorPayload {
  const kept = Object.entries(payload).filter(([key]) => fields[processor].includes(key));
  return Object.fromEntries(kept.map(([key, value]) => [key, key === 'cardPan' ? masked(value) : value]));
}

const masked = (value: ProcessorPayload[string]): ProcessorPayload[string] => {
  const digits = String(value).replaceAll(/[\s-]/g, '');
  return FULL_NUMBER.test(digits) ? `****${digits.slice(-4)}` : value;
};
