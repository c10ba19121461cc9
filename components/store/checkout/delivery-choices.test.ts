import { describe, expect, it } from 'vitest';
import type { DeliveryQuote, QuotedOption } from '#lib/store/schemas/delivery-quote.ts';
import { ARRANGE, choicesOf, deliveryOptionsOf, hasOptions, isUnserved, needsOf, priceOf } from './delivery-choices.ts';

const option = (id: string, method: QuotedOption['method'], priceMinor: number): QuotedOption => ({
  ...{ id, name: id, method, priceMinor, currency: 'UAH', minDays: 1, maxDays: 2 },
});
const mugs = {
  ...{ vendorId: 'vnd_mugs', name: 'Mugs', arrange: true },
  options: [option('courier', 'courier', 6_000), option('branch', 'branch', 4_500)],
};
const scarves = { vendorId: 'vnd_scarves', name: 'Scarves', arrange: false, options: [option('pickup', 'pickup', 0)] };
const quote: DeliveryQuote = { vendors: [mugs, scarves] };

describe('choicesOf', () => {
  it('arranges where the seller allows it, and takes the first option where not', () => {
    const choices = choicesOf(quote, {});

    expect(choices.map((choice) => choice.option?.id)).toEqual([undefined, 'pickup']);
    expect([priceOf(choices), needsOf(choices)]).toEqual([0, { address: false, phone: false, points: [] }]);
  });

  it('follows the buyer, as long as the seller still offers the choice', () => {
    const chosen = (picked: Record<string, string>) => choicesOf(quote, picked).map((choice) => choice.option?.id);

    expect(chosen({ vnd_mugs: 'courier' })).toEqual(['courier', 'pickup']);
    expect(chosen({ vnd_mugs: 'gone' })).toEqual([undefined, 'pickup']);
    expect(chosen({ vnd_mugs: ARRANGE, vnd_scarves: ARRANGE })).toEqual([undefined, 'pickup']);
  });
});

it('needsOf and deliveryOptionsOf ask for a branch and send it with its seller', () => {
  const choices = choicesOf(quote, { vnd_mugs: 'branch' });

  expect(needsOf(choices)).toEqual({ address: false, phone: true, points: ['point-0'] });
  expect(deliveryOptionsOf(choices, (field) => `text of ${field}`)).toEqual([
    { vendorId: 'vnd_mugs', optionId: 'branch', point: 'text of point-0' },
    { vendorId: 'vnd_scarves', optionId: 'pickup' },
  ]);
});

it('hasOptions and isUnserved tell a choice from a wish and from no way at all', () => {
  const only = (vendor: DeliveryQuote['vendors'][number]): DeliveryQuote => ({ vendors: [vendor] });
  const unserved = only({ ...scarves, options: [] });

  expect(hasOptions(only({ ...mugs, options: [] }))).toBe(false);
  expect(hasOptions(only(mugs))).toBe(true);
  expect([hasOptions(unserved), choicesOf(unserved, {}).map(isUnserved)]).toEqual([true, [true]]);
  expect(choicesOf(quote, {}).map(isUnserved)).toEqual([false, false]);
});
