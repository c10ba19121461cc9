import type { Processor } from '#lib/payments/values.ts';

/** Where money can be. A debit is positive and a credit negative, so a liability is below 0. */
export type Account =
  | `gateway:${'cardgw' | 'manual'}`
  | 'chain:treasury'
  | `user_credit:${string}`
  | `vendor:${string}:${'pending' | 'payable'}`
  | `platform:${'commission' | 'membership' | 'referral' | 'fees'}`
  | 'tax'
  | `fx:${string}`
  | 'refund_clearing'
  | 'bank'
  | 'suspense';

export const userCredit = (userId: string): Account => `user_credit:${userId}`;
export const vendorPending = (vendorId: string): Account => `vendor:${vendorId}:pending`;
export const vendorPayable = (vendorId: string): Account => `vendor:${vendorId}:payable`;
export const exchange = (currency: string): Account => `fx:${currency}`;

/** Returns the account that money of a processor comes from and goes back to. */
export function moneyAccount(processor: Processor, userId: string): Account {
  switch (processor) {
    case 'cardgw':
      return 'gateway:cardgw';
    case 'manual':
      return 'gateway:manual';
    case 'native_token':
      return 'chain:treasury';
    case 'credit':
      return userCredit(userId);
  }
}
