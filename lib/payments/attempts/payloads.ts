import type { ProcessorPayload } from '#lib/payments/schemas/ledger.ts';
import type { Processor } from '#lib/payments/values.ts';

/**
 * The only fields we keep of a processor's statement. We never keep a token that could charge again or a full card
 * number. The fee is missing here, because callbacks do not sign it. It is written where it is booked.
 */
const fields: Readonly<Record<Processor, readonly string[]>> = {
  cardgw: ['cardPan', 'cardType', 'issuerBankName', 'authCode', 'gatewayStatus', 'reasonCode', 'paymentSystem'],
  credit: ['balanceAfterMinor'],
  native_token: ['chainId', 'payerAddress', 'paymentTxHash', 'valueWei', 'rate', 'rateSetAt', 'refundTxHash'],
  manual: ['note'],
};

const FULL_NUMBER = /\d{11,}/;

/** Keeps the allowed fields of a statement. An unmasked card number is cut to its last four digits. */
export function storedPayload(processor: Processor, payload: ProcessorPayload): ProcessorPayload {
  const allowed = Object.entries(payload).filter(([key]) => fields[processor].includes(key));
  return Object.fromEntries(allowed.map(([key, value]) => [key, key === 'cardPan' ? masked(value) : value]));
}

const masked = (value: ProcessorPayload[string]): ProcessorPayload[string] => {
  const digits = String(value).replaceAll(/[\s-]/g, '');
  return FULL_NUMBER.test(digits) ? `****${digits.slice(-4)}` : value;
};
