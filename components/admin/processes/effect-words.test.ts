import { expect, it } from 'vitest';
import type { EffectView } from '#lib/admin/schemas/effect.ts';
import { effects } from '#services/run/effects.ts';
import { decidedText, effectText } from './effect-words.ts';

it('every effect of the product has words for the console', () => {
  const unnamed = effects.map(({ topic }) => topic.name).filter((name) => effectText(name) === name);
  expect(unnamed).toEqual([]);
});

it.each([
  ['waiting', 'It is tried again: Send a mail about an order.'],
  ['leased', 'It is being tried again at this moment: Send a mail about an order.'],
  ['done', 'Somebody was quicker, and it is done: Send a mail about an order.'],
  ['dismissed', 'It is set aside: Send a mail about an order.'],
] as const)('says of one that is %s by now just that', (status, text) => {
  const effect: EffectView = {
    ...{ id: 'obx_1', topic: 'order.mail', status, createdAt: '2026-03-02T10:00:00.000Z', attempts: 0 },
    ...{ about: {}, lastError: null, retryBar: null, canDismiss: false },
  };
  expect(decidedText({ success: true, effect })).toBe(text);
});
