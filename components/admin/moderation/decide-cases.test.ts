import { expect, it } from 'vitest';
import en from '#lib/i18n/console/en/moderation.json' with { type: 'json' };
import { appealNow, needsReason, reasonsText, verdictsFor, wordsFor } from './case-words.ts';
import { decideCases, heldOf } from './decide-cases.ts';

const answer = async () => ({ item: { version: 3 } });
const messageOf = (error: unknown) => (error instanceof Error ? error.message : '');

it.each(['block', 'dismiss', 'restore', 'uphold'] as const)(
  'reports one result per moderation case and continues after a rejected %s',
  async (verdict) => {
    const sent: unknown[] = [];
    const cases = ['msg_1', 'msg_2', 'msg_3'].map((entityId) => ({ entityId, version: 2 }));

    const outcomes = await decideCases(
      verdict,
      cases,
      'Spam',
      async (path, decision) => {
        sent.push([path, decision]);
        if (decision.entityId === 'msg_2') throw new Error('Someone else has changed this case');
        return answer();
      },
      messageOf,
    );

    expect(outcomes.map(({ problem }) => problem)).toEqual([null, 'Someone else has changed this case', null]);
    expect(heldOf(outcomes)).toEqual([
      { entityId: 'msg_1', version: 3 },
      { entityId: 'msg_3', version: 3 },
    ]);
    expect(sent).toHaveLength(3);
    expect(sent[0]).toEqual([
      `/api/admin/entity-moderation/${verdict}`,
      { entityId: 'msg_1', version: 2, reason: 'Spam' },
    ]);
  },
);

it('leaves an empty reason out of the request', async () => {
  const send = async (_: string, decision: object) => {
    expect(decision).toEqual({ entityId: 'msg_1', version: 1 });
    return answer();
  };
  await decideCases('dismiss', [{ entityId: 'msg_1', version: 1 }], '', send, messageOf);
  expect.assertions(1);
});

it('offers only the verdicts possible for a case, and asks for a reason where an owner reads it', () => {
  const appealed = { status: 'blocked', appealState: 'open' } as const;
  const blocked = { status: 'blocked', appealState: 'upheld' } as const;

  expect(verdictsFor({ status: 'open', appealState: 'none' })).toEqual(['block', 'dismiss']);
  expect([verdictsFor(appealed), verdictsFor(blocked)]).toEqual([['restore', 'uphold'], ['restore']]);
  expect([needsReason('uphold', [appealed]), needsReason('restore', [appealed])]).toEqual([true, true]);
  expect(needsReason('restore', [blocked])).toBe(false);
});

it('names the effect on one kind of case, and lists the most frequent reason first', () => {
  const vendor = { status: 'open', appealState: 'none', entityType: 'vendor' } as const;

  expect(wordsFor('block', [vendor], en).button).toBe('Suspend');
  expect(wordsFor('block', [vendor, { ...vendor, entityType: 'message' }], en).button).toBe('Block');
  const review = { ...vendor, entityType: 'review', source: 'rule' } as const;
  expect(wordsFor('dismiss', [review], en).button).toBe('Publish');
  expect(wordsFor('dismiss', [review, { ...review, source: 'report' }], en).button).toBe('Dismiss');
  expect(wordsFor('restore', [{ ...vendor, status: 'blocked', appealState: 'open' }], en).button).toBe('Grant appeal');
  expect(reasonsText({ scam: 1, spam: 3, newer: 1 }, en)).toBe('spam 3, fraud, newer');
});

it('shows a rejected appeal as final only while the block lasts', () => {
  expect(appealNow({ status: 'blocked', appealState: 'upheld' })).toBe('upheld');
  for (const status of ['restored', 'open', 'dismissed'] as const)
    expect(appealNow({ status, appealState: 'upheld' })).toBe('reversed');
  expect(appealNow({ status: 'restored', appealState: 'granted' })).toBe('granted');
  expect(appealNow({ status: 'open', appealState: 'none' })).toBe('none');
});
