import { expect, it } from 'vitest';
import { payMethods } from './pay-methods.ts';

it('lists the available payment methods in the order of the shop and reports a balance that is too low', () => {
  const card = { processor: 'cardgw', available: true } as const;
  const credit = { processor: 'credit', available: true } as const;
  const short = { processor: 'credit', available: false, code: 'InsufficientCredit' } as const;
  const off = { processor: 'cardgw', available: false, code: 'GatewayNotConfigured' } as const;

  expect(payMethods([credit, card])).toEqual({ open: ['credit', 'cardgw'], isShort: false });
  expect(payMethods([off, short])).toEqual({ open: [], isShort: true });
  expect(payMethods([{ processor: 'manual', available: true }])).toEqual({ open: [], isShort: false });
});
