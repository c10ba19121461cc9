import { describe, expect, it } from 'vitest';
import { conflict, forbidden, invalid, notFound } from '#lib/core/errors.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import * as audit from './audit.ts';
import { auditRefusal, auditRow } from './audit.ts';
import { auditRowsOf } from './queries.ts';

const act = { action: 'thing.changed', targetType: 'thing', targetId: 'thg_1' };
const records = async (ctx: Awaited<ReturnType<typeof testContext>>) =>
  (await ctx.data.find(auditRowsOf('thg_1', 10))).rows.map(({ data }) => data);

describe('the audit log', () => {
  it('S64 is written in the same transaction as the change', async () => {
    const world = await testContext();
    const actor = await asUser(world, { role: 'admin' });
    const changeAnd = (fail: boolean) =>
      world.data.tx(async (t) => {
        auditRow(t, actor, { ...act, now: world.now() });
        if (fail) throw conflict('no');
      });

    await expect(changeAnd(true)).rejects.toThrow('no');
    const afterFailure = await records(world);
    await changeAnd(false);

    expect(afterFailure).toEqual([]);
    expect(await records(world)).toHaveLength(1);
  });

  it('S64 exports only functions that add rows', () => {
    expect(Object.keys(audit).sort()).toEqual([
      'auditCall',
      'auditOnce',
      'auditRefusal',
      'auditRefusedCall',
      'auditRow',
      'auditTrespass',
    ]);
  });

  it('records actor, entry point, hashed network and device, but neither IP address nor email', async () => {
    const world = await testContext();
    const actor = await asUser(world, { role: 'admin', email: 'secret@plaza.test' });
    const client = { address: '203.0.113.7', userAgent: 'Mozilla/5.0 (X11; Linux) Firefox/140.0' };

    await world.data.tx(async (t) =>
      auditRow(t, { ...actor, client }, { ...act, before: { a: 1 }, after: { a: 2 }, now: world.now() }),
    );

    const [record] = await records(world);
    expect(record).toEqual({
      at: world.now().toISOString(),
      actorId: actor.user.id,
      actorRole: 'admin',
      via: 'session',
      ...act,
      before: { a: 1 },
      after: { a: 2 },
      reason: null,
      requestId: actor.requestId,
      ipPrefixHash: expect.stringMatching(/^[\w-]{22}$/),
      device: 'Firefox, Linux',
      result: 'ok',
    });
    expect(JSON.stringify(record)).not.toMatch(/203\.0\.113|secret@plaza/);
  });

  it.each([
    [
      'a forbidden action',
      () => forbidden('no', { code: 'RankTooLow' }),
      [{ result: 'denied', after: { refusedBy: 'RankTooLow' } }],
    ],
    ['a conflict', () => conflict('no'), [{ result: 'denied', after: { refusedBy: 'Conflict' } }]],
    ['invalid input', () => invalid('no'), []],
    ['a missing target', () => notFound('Thing', 'thg_1'), []],
    ['an internal error', () => new Error('boom'), []],
  ])(
    'S64 records an attempt refused by a rule or a conflict and no other failure: %s',
    async (_, failure, expected) => {
      const world = await testContext();
      const actor = await asUser(world, { role: 'admin' });

      await expect(auditRefusal(actor, act, () => Promise.reject(failure()))).rejects.toThrow(failure().message);

      expect(await records(world)).toMatchObject(expected);
      expect(await records(world)).toHaveLength(expected.length);
    },
  );
});
