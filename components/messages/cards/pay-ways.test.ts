import { expect, it } from 'vitest';
import { payWays } from './pay-ways.ts';

it('offers the ways that are open, in the order of the shop, and says when only the balance is too low', () => {
  const card = { processor: 'cardgw', available: true } as const;
  const credit = { processor: 'credit', available: true } as const;
  const short = { processor: 'credit', available: false, code: 'InsufficientCredit' } as const;
  const off = { processor: 'cardgw', available: false, code: 'GatewayNotConfigured' } as const;

  expect(payWays([credit, card])).toEqual({ open: ['credit', 'cardgw'], isShort: false });
  expect(payWays([off, short])).toEqual({ open: [], isShort: true });
  expect(payWays([{ processor: 'manual', available: true }])).toEqual({ open: [], isShort: false });
});
