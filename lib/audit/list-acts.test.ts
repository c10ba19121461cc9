import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '#lib/core/time.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { countRows } from '#tests/support/counted-store.ts';
import { auditRow } from './audit.ts';
import { everyAct, listActs, UNREADABLE } from './list-acts.ts';
import type { AuditFilter } from './schemas/audit.ts';
import { StoredAuditRows } from './seals/sealed-rows.ts';

/** Inserts acts, one a second. Every act has an actor, an action and a target by its place. */
async function worldOf(count: number) {
  const ctx = await testContext();
  const actors = [await asUser(ctx, { role: 'admin' }), await asUser(ctx, { role: 'admin' })];
  for (let from = 0; from < count; from += 250)
    await ctx.data.batch((write) => {
      for (let n = from; n < Math.min(count, from + 250); n++)
        auditRow(write, actors[n % 2] ?? ctx, {
          ...{ action: n % 3 === 0 ? 'a.done' : 'b.done', targetType: 'thing', targetId: `thg_${n % 5}` },
          now: new Date(ctx.now().getTime() + n * 1_000),
        });
    });
  return { ctx, actorId: actors[0]?.user.id ?? '' };
}

async function walk(ctx: Pick<TestContext, 'data'>, filter: AuditFilter, limit: number) {
  const pages: Awaited<ReturnType<typeof listActs>>[] = [];
  let cursor: string | undefined;
  do {
    const page = await listActs(ctx, filter, { limit, cursor });
    pages.push(page);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return pages;
}

describe('the list of acts', () => {
  it('gives every act of each combination of filters once, newest first', async () => {
    const { ctx, actorId } = await worldOf(700);
    const every = (await walk(ctx, {}, 50)).flatMap(({ acts }) => acts);
    expect(every).toHaveLength(700);
    const from = every[600]?.at ?? '';
    const to = every[100]?.at ?? '';

    for (const targetId of [undefined, 'thg_1'])
      for (const actor of [undefined, actorId])
        for (const action of [undefined, 'a.done'])
          for (const span of [{}, { from, to }]) {
            const filter = { ...span, targetId, action, actorId: actor };
            const wanted = every.filter(
              (act) =>
                (targetId === undefined || act.targetId === targetId) &&
                (actor === undefined || act.actorId === actor) &&
                (action === undefined || act.action === action) &&
                (!('from' in span) || (act.at >= from && act.at < to)),
            );
            const pages = await walk(ctx, filter, 50);
            expect(pages.flatMap(({ acts }) => acts)).toEqual(wanted);
            const all: unknown[] = [];
            for await (const acts of everyAct(ctx, filter)) all.push(...acts);
            expect(all).toEqual(wanted);
          }
  });

  it('reads no more rows than it shows where one filter is given', async () => {
    const { ctx, actorId } = await worldOf(700);
    const { data, rowsRead } = countRows(ctx.data);

    await listActs({ data }, { actorId }, { limit: 50 });

    expect(rowsRead()).toBe(50);
  });

  it('shows the others beside a row that was changed by hand and no longer fits its schema', async () => {
    const { ctx } = await worldOf(3);
    const [row] = (await listActs(ctx, {}, { limit: 1 })).acts;
    await ctx.data.set(StoredAuditRows, row?.id ?? '', { ...row, result: 'gone' } as unknown as { at: string });

    const { acts } = await listActs(ctx, {}, { limit: 10 });

    expect(acts.map(({ id, action }) => [id === row?.id, action])).toEqual([
      [true, UNREADABLE],
      [false, 'b.done'],
      [false, 'a.done'],
    ]);
  });

  it('stops after 2,000 rows, says how far it came, and continues from there', async () => {
    const { ctx, actorId } = await worldOf(4_500);
    const { data, rowsRead } = countRows(ctx.data);
    const filter = { actorId, action: 'c.done' };
    await ctx.data.batch((write) =>
      auditRow(write, { ...ctx, user: null }, { ...filter, targetType: 'thing', targetId: 't', now: ctx.now() }),
    );

    const first = await listActs({ data }, filter, { limit: 50 });

    expect(rowsRead()).toBe(2_000);
    expect(first).toMatchObject({ acts: [], nextCursor: expect.any(String), searchedBackTo: expect.any(String) });
    const rest = await listActs({ data }, filter, { limit: 50, cursor: first.nextCursor ?? undefined });
    expect(rest).toEqual({ acts: [], nextCursor: null, searchedBackTo: null });
    expect((first.searchedBackTo ?? '') > new Date(ctx.now().getTime() - HOUR_MS).toISOString()).toBe(true);
  });
});
