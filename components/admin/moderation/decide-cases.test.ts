import { expect, it } from 'vitest';
import { reasonsText, verdictsFor } from './case-words.ts';
import { decideCases } from './decide-cases.ts';

it('reports one result per moderation case and continues after a rejected decision', async () => {
  const sent: unknown[] = [];
  const cases = ['msg_1', 'msg_2', 'msg_3'].map((entityId) => ({ entityId, version: 2 }));

  const outcomes = await decideCases('block', cases, 'Spam', async (path, decision) => {
    sent.push([path, decision]);
    if (decision.entityId === 'msg_2') throw new Error('Someone else has changed this case');
  });

  expect(outcomes.map(({ problem }) => problem)).toEqual([null, 'Someone else has changed this case', null]);
  expect(sent).toHaveLength(3);
  expect(sent[0]).toEqual(['/api/admin/entity-moderation/block', { entityId: 'msg_1', version: 2, reason: 'Spam' }]);
});

it('leaves an empty reason out of the request', async () => {
  await decideCases('dismiss', [{ entityId: 'msg_1', version: 1 }], '', async (_, decision) => {
    expect(decision).toEqual({ entityId: 'msg_1', version: 1 });
  });
  expect.assertions(1);
});

it('offers only the verdicts possible for the status of a case, and lists the most frequent reason first', () => {
  expect(verdictsFor).toMatchObject({ open: ['block', 'dismiss'], blocked: ['restore'] });
  expect(reasonsText({ scam: 1, spam: 3, newer: 1 })).toBe('spam 3, fraud, newer');
});
