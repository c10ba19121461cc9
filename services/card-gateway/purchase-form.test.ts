import { describe, expect, it } from 'vitest';
import type { CardAsk } from '#lib/payments/ports.ts';
import { vectorAccount } from '#tests/support/gateway-shapes.ts';
import { purchaseForm } from './purchase-form.ts';

const ask: CardAsk = {
  purpose: 'store_order',
  orderReference: 'ORD-1001-1',
  requestedAt: new Date(1_760_000_000_900),
  amountMinor: 154_736,
  currency: 'UAH',
  lines: [
    { name: 'Лампа', count: 1, priceMinor: 54_736 },
    { name: 'Chair', count: 2, priceMinor: 50_000 },
  ],
  locale: 'uk',
  returnUrl: 'https://shop.example/pay/return?ref=ORD-1001-1',
  serviceUrl: 'https://shop.example/api/payments/cardgw/webhook',
  payer: { name: 'Anna Maria Koval', email: 'buyer@example.test', phone: '+380501234567' },
};
const of = (patch: Partial<CardAsk>) => purchaseForm(vectorAccount, { ...ask, ...patch });
const oneLine = (name: string) => of({ lines: [{ name, count: 1, priceMinor: 154_736 }] });

describe('purchaseForm', () => {
  it('signs the test vector’s order: all names, then all counts, then all prices', () => {
    const form = of({});

    expect(form.get('merchantSignature')).toBe('99cc6e56faab56fc91200c1faf73b73c');
    expect(form.getAll('productName[]')).toEqual(['Лампа', 'Chair']);
    expect(form.getAll('productCount[]')).toEqual(['1', '2']);
    expect(form.getAll('productPrice[]')).toEqual(['547.36', '500.00']);
  });

  it('sends every required field, with exactly the texts that were signed', () => {
    const fields = [...of({})].filter(([name]) => !name.startsWith('product'));

    expect(Object.fromEntries(fields)).toEqual({
      merchantAccount: 'sandbox_merchant',
      merchantDomainName: 'shop.example',
      merchantAuthType: 'SimpleSignature',
      merchantTransactionType: 'SALE',
      merchantTransactionSecureType: 'AUTO',
      merchantSignature: '99cc6e56faab56fc91200c1faf73b73c',
      apiVersion: '2',
      orderReference: 'ORD-1001-1',
      orderDate: '1760000000',
      amount: '1547.36',
      currency: 'UAH',
      language: 'UA',
      returnUrl: ask.returnUrl,
      serviceUrl: ask.serviceUrl,
      orderLifetime: '1500',
      orderTimeout: '1500',
      clientFirstName: 'Anna',
      clientLastName: 'Maria Koval',
      clientEmail: 'buyer@example.test',
      clientPhone: '+380501234567',
    });
  });

  it('maps languages to the gateway’s codes, UK to UA', () => {
    const spoken = (['uk', 'en', 'ru'] as const).map((locale) => of({ locale }).get('language'));

    expect(spoken).toEqual(['UA', 'EN', 'RU']);
  });

  it('writes every amount with two decimals, round ones too', () => {
    const form = of({ amountMinor: 50_000, lines: [{ name: 'Chair', count: 1, priceMinor: 50_000 }] });

    expect([form.get('amount'), form.get('productPrice[]')]).toEqual(['500.00', '500.00']);
  });

  it('leaves out unknown fields of the buyer', () => {
    const form = of({ payer: { name: '', email: 'buyer@example.test', phone: '' } });

    expect([...form.keys()].filter((name) => name.startsWith('client'))).toEqual(['clientEmail']);
  });

  it.each([
    ['Lamp; 12 W;;bright', 'Lamp 12 W bright'],
    ['\u0000Lamp\r\n\u2028red\t', 'Lamp red'],
    [';;;', '-'],
    ['л'.repeat(200), 'л'.repeat(120)],
    [`${'a'.repeat(119)}🪑🪑`, 'a'.repeat(119)],
  ])('removes separators from a signed product name: %j', (name, sent) => {
    expect(oneLine(name).getAll('productName[]')).toEqual([sent]);
  });

  it('throws when the lines do not add up to the amount, because they become the fiscal receipt', () => {
    expect(() => of({ amountMinor: 154_737 })).toThrow('do not add up');
  });
});
