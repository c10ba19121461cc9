import { AuditChain, AuditSealRows, AuditSeals } from '#lib/audit/collections.ts';
import type { AuditChainState } from '#lib/audit/schemas/seal.ts';
import type { Context } from '#lib/context/context.ts';
import { before, hourOf, MINUTE_MS } from '#lib/core/time.ts';
import { MAX_ROWS } from '#lib/data/query-plan.ts';
import { hourAfter, startOf } from './hours.ts';
import { oldestRow, readHour, type SealedHour } from './sealed-rows.ts';

/** A row may be committed this long after its time. */
const SETTLE_MS = 10 * MINUTE_MS;
/** A slice ends after this many hours, and after the hour in which it has read this many rows. */
const MOST_HOURS = 200;
const MOST_READ = 2_000;
/** Documents with the rows of an hour in one commit. */
const PARTS_AT_ONCE = 20;
export const CHAIN = 'chain';
/** The hash before the first seal. */
export const NO_HASH = '';

type Sealed = { readonly hours: number; readonly isMore: boolean };

/**
 * Seals the hours that ended at least ten minutes ago, oldest first. The chain begins with the hour of the oldest row.
 * A seal is created, never overwritten: a seal that is already there fails the run.
 */
export async function sealHours(ctx: Context): Promise<Sealed> {
  let chain = (await ctx.data.get(AuditChain, CHAIN))?.data ?? (await newChain(ctx));
  if (!chain) return { hours: 0, isMore: false };
  const end = hourOf(before(ctx.now(), SETTLE_MS));
  let hours = 0;
  for (let read = 0; chain.next < end && hours < MOST_HOURS && read < MOST_READ; hours++) {
    const sealed = await readHour(ctx, chain.next, chain.hash);
    chain = await sealHour(ctx, chain, sealed);
    read += sealed.count;
  }
  return { hours, isMore: chain.next < end };
}

async function newChain({ data }: Context): Promise<AuditChainState | null> {
  const { rows } = await data.find(oldestRow());
  const oldest = rows[0];
  if (!oldest) return null;
  const hour = hourOf(oldest.data.at);
  return { from: hour, next: hour, hash: NO_HASH, verifiedUntil: null, verifiedAt: null };
}

async function sealHour(ctx: Context, chain: AuditChainState, sealed: SealedHour): Promise<AuditChainState> {
  const hour = chain.next;
  const next = { ...chain, next: hourAfter(hour), hash: sealed.hash };
  // An hour may have more rows than a commit holds. Until the seal exists, writing them again is harmless.
  await writeMarks(ctx, hour, sealed.marks);
  await ctx.data.batch((write) => {
    write.create(AuditSeals, hour, {
      ...{ from: startOf(hour), to: startOf(next.next), count: sealed.count },
      ...{ prevHash: chain.hash, hash: sealed.hash, sealedAt: ctx.now().toISOString() },
    });
    if (chain.next === chain.from) write.create(AuditChain, CHAIN, next);
    else write.update(AuditChain, CHAIN, { next: next.next, hash: next.hash });
  });
  // Outside the database, so that nobody with the database alone can rewrite the past unseen.
  ctx.log('info', 'audit.sealed', { hour, count: sealed.count, hash: sealed.hash });
  return next;
}

async function writeMarks({ data }: Context, hour: string, marks: readonly string[]): Promise<void> {
  const parts = Array.from({ length: Math.ceil(marks.length / MAX_ROWS) }, (_, n) => ({
    id: `${hour}-${n}`,
    rows: marks.slice(n * MAX_ROWS, (n + 1) * MAX_ROWS),
  }));
  for (let n = 0; n < parts.length; n += PARTS_AT_ONCE)
    await data.batch((write) => {
      for (const { id, rows } of parts.slice(n, n + PARTS_AT_ONCE)) write.set(AuditSealRows, id, { hour, rows });
    });
}
