import { describe, expect, it } from 'vitest';
import { failureCodes } from '#lib/payments/values.ts';
import { failureOf, isRetryable } from './failures.ts';

describe('failureOf', () => {
  it.each([
    ['1101', 'declined'],
    ['1104', 'no_funds'],
    ['1102', 'card_data'],
    ['1135', 'limits'],
    ['1108', 'secure_failed'],
    ['1125', 'canceled'],
    ['1124', 'expired'],
    ['1114', 'checking'],
    ['1130', 'gateway'],
    ['constructor', 'gateway'],
    [null, 'gateway'],
  ])('tells the buyer what reason %s means: %s', (reason, code) => {
    expect(failureOf(reason).code).toBe(code);
  });

  it('lets the buyer try again unless the payment is still being checked', () => {
    const retryable = failureCodes.filter((code) => isRetryable({ code, message: '' }));

    expect(retryable).toEqual(failureCodes.filter((code) => code !== 'checking'));
  });
});
