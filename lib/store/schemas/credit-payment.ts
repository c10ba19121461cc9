import { z } from 'zod';
import { currencyCode, minorUnits } from '#lib/core/money.ts';
import { ledgerView } from '#lib/payments/schemas/ledger.ts';
import { orderView } from './order.ts';

/** The response to a payment by credit: the paid order, the attempt that paid it, and the remaining balance. */
export const creditPayment = z
  .object({ order: orderView, payment: ledgerView, balanceMinor: minorUnits, currency: currencyCode })
  .meta({ id: 'CreditPayment' });
