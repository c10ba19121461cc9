import { randomUUID } from 'node:crypto';
import type { ActsQuery } from '#lib/admin/audit/act-filter.ts';
import { listNamedActs, sealStatus } from '#lib/admin/audit/audit-page.ts';
import { auditProcesses } from '#lib/admin/processes/audit-processes.ts';
import type { Slice } from '#lib/admin/processes/process.ts';
import { auditRow } from '#lib/audit/audit.ts';
import type { Context } from '#lib/context/context.ts';
import { before, HOUR_MS, SECOND_MS } from '#lib/core/time.ts';
import type { Area, Case } from './cases.ts';

const AT_ONCE = 400;
const PAGE_MS = 5;
const LIMIT_MS = 20;
const ALL_MS = 3_000;

const targetOf = (n: number): string => `usr_${String(n % 5_000).padStart(20, '0')}`;
const actorOf = (n: number): string => `usr_${String(n % 20).padStart(20, '9')}`;

/** Acts of twenty administrators about five thousand people, ten a minute up to two hours ago. */
async function fill(ctx: Context, count: number): Promise<void> {
  const until = ctx.now().getTime() - 2 * HOUR_MS;
  for (let from = 0; from < count; from += AT_ONCE)
    await ctx.data.batch((write) => {
      for (let n = from; n < Math.min(count, from + AT_ONCE); n++) {
        const user = { id: actorOf(n), role: 'admin' } as Context['user'];
        auditRow(
          write,
          { ...ctx, user, requestId: `req_${randomUUID()}` },
          {
            ...{ action: n % 3 === 0 ? 'user.role-changed' : 'order.status-changed', targetType: 'user' },
            ...{ targetId: targetOf(n), before: { role: 'visitor' }, after: { role: 'member' }, reason: 'A bench' },
            now: new Date(before(new Date(until), (count - n) * 6 * SECOND_MS)),
          },
        );
      }
    });
}

const listed = (name: string, query: ActsQuery, targetMs: number): Case => ({
  name,
  targetMs,
  run: (ctx) => listNamedActs(ctx, query, { limit: 50 }),
});

/** Runs all slices of a process over all rows, once. */
const whole = (name: string, id: 'audit-seal' | 'audit-verify'): Case => ({
  name,
  targetMs: ALL_MS,
  isWhole: true,
  async run(ctx) {
    const process = auditProcesses.find((process) => process.id === id);
    let cursor: string | null = null;
    do {
      const slice: Slice | undefined = await process?.run(ctx, cursor);
      if (slice?.failure) throw new Error(slice.failure.message);
      cursor = slice?.cursor ?? null;
    } while (cursor !== null);
  },
});

/** The audit page, and the processes over the whole log. */
export const audit: Area = {
  name: 'audit',
  fill,
  cases: [
    listed('audit, newest', {}, PAGE_MS),
    listed('audit, target', { target: targetOf(7) }, PAGE_MS),
    listed('audit, actor', { actor: actorOf(7) }, PAGE_MS),
    listed('audit, action', { action: 'user.role-changed' }, PAGE_MS),
    listed('audit, a day', { result: 'ok', from: '2026-01-01' }, PAGE_MS),
    listed('audit, actor and action', { actor: actorOf(7), action: 'user.role-changed' }, PAGE_MS),
    listed('audit, 2,000 rows read', { action: 'order.status-changed', result: 'denied' }, LIMIT_MS),
    { name: 'audit, banner', targetMs: PAGE_MS, run: (ctx) => sealStatus(ctx) },
    whole('seal the whole log', 'audit-seal'),
    whole('verify the whole log', 'audit-verify'),
  ],
};
