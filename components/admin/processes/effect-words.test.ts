import { expect, it } from 'vitest';
import type { EffectView } from '#lib/admin/schemas/effect.ts';
import { effects } from '#services/run/effects.ts';
import { decidedText, effectText } from './effect-words.ts';

it('every effect has a description for the console', () => {
  const unnamed = effects.map(({ topic }) => topic.name).filter((name) => effectText(name) === name);
  expect(unnamed).toEqual([]);
});

it.each([
  ['waiting', 'Will be retried: Send an order email.'],
  ['leased', 'Running now: Send an order email.'],
  ['done', 'Already done: Send an order email.'],
  ['dismissed', 'Dismissed: Send an order email.'],
] as const)('reports the current status of an effect that is %s', (status, text) => {
  const effect: EffectView = {
    ...{ id: 'obx_1', topic: 'order.mail', status, createdAt: '2026-03-02T10:00:00.000Z', attempts: 0 },
    ...{ about: {}, lastError: null, retryBar: null, canDismiss: false },
  };
  expect(decidedText({ success: true, effect })).toBe(text);
});
