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
  ])('maps the gateway’s reason %s to the failure code %s', (reason, code) => {
    expect(failureOf(reason).code).toBe(code);
  });

  it('treats every failure as retryable except a payment still being checked', () => {
    const retryable = failureCodes.filter((code) => isRetryable({ code, message: '' }));

    expect(retryable).toEqual(failureCodes.filter((code) => code !== 'checking'));
  });
});
