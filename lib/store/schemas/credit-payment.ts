import { z } from 'zod';
import { currencyCode, minorUnits } from '#lib/core/money.ts';
import { ledgerView } from '#lib/payments/schemas/ledger.ts';
import { orderView } from './order.ts';

/** What a payment by credit answers: the paid order, the attempt that paid it, and what is left on the account. */
export const creditPayment = z
  .object({ order: orderView, payment: ledgerView, balanceMinor: minorUnits, currency: currencyCode })
  .meta({ id: 'CreditPayment' });
