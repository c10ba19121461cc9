import type { Runtime } from '#lib/context/runtime.ts';
import { AppError, codeOf } from '#lib/core/errors.ts';
import { after, DAY_MS, SECOND_MS } from '#lib/core/time.ts';
import { type OutboxRow, outboxOf } from './outbox.ts';
import { type Leased, rowsDue, updateAsRead } from './outbox-lease.ts';
import { rowOwner } from './outbox-owner.ts';
import type { OutboxLane } from './values.ts';

export const OUTBOX_TRIES = 8;
const FIRST_PAUSE_MS = 10 * SECOND_MS;
const KEPT_DAYS = 7;
const LONGEST_ERROR = 300;
/** The number of expired leases handled in one sweep. */
const MOST_LOST = 100;

type Ctx = Pick<Runtime, 'data' | 'now' | 'log'>;

/**
 * Updates a row only while this claim still holds it. Returns false when a newer cause or another claim has the row.
 */
async function settle(
  { data }: Ctx,
  { id, data: claimed }: Leased,
  lane: OutboxLane,
  change: Partial<OutboxRow>,
): Promise<boolean> {
  const outbox = outboxOf(lane);
  for (;;) {
    const row = await data.get(outbox, id);
    if (row?.data.status !== 'leased' || row.data.leaseOwner !== claimed.leaseOwner) return false;
    if (await updateAsRead(data, outbox, row, { leaseOwner: null, ...change })) return true;
  }
}

type Settling = { readonly sealed: boolean; readonly lane?: OutboxLane };

/**
 * Marks the effect as done. Returns false when another claim took the row over meanwhile: then the effect will run
 * again.
 */
export function settleDone(ctx: Ctx, claimed: Leased, { sealed, lane = 'common' }: Settling): Promise<boolean> {
  const at = ctx.now();
  return settle(ctx, claimed, lane, {
    status: 'done',
    doneAt: at.toISOString(),
    lastError: null,
    expiresAt: after(at, KEPT_DAYS * DAY_MS),
    ...(sealed && { payload: null }),
  });
}

/**
 * Returns the part of a failure that is safe to store. Of our own errors that is the code and message, of any other
 * error only its name and code.
 */
function reasonOf(error: unknown): string {
  if (error instanceof AppError) return `${error.code ?? error.name}: ${error.message}`.slice(0, LONGEST_ERROR);
  const name = error instanceof Error ? error.name : 'unknown';
  const code = error instanceof Error && 'code' in error ? ` ${String(error.code)}` : '';
  return `${name}${code}`.slice(0, LONGEST_ERROR);
}

/**
 * Returns the pause before the next attempt in ms: 10, 20, 40 … seconds, plus or minus a quarter. `jitter` is from 0 to
 * 1.
 */
export const pauseAfter = (attempts: number, jitter: number): number =>
  Math.round(FIRST_PAUSE_MS * 2 ** (attempts - 1) * (0.75 + jitter / 2));

const isLast = (attempts: number, error: unknown): boolean => attempts >= OUTBOX_TRIES || codeOf(error) === 'GIVE_UP';

/**
 * Records a failed attempt. The effect is due again after a pause, or dead after the last attempt and shown to an
 * operator.
 */
export async function settleFailed(
  ctx: Ctx,
  claimed: Leased,
  error: unknown,
  { jitter, sealed, lane = 'common' }: Settling & { readonly jitter: number },
): Promise<'retry' | 'dead' | 'lost'> {
  const { attempts } = claimed.data;
  const isDead = isLast(attempts, error);
  const held = await settle(ctx, claimed, lane, {
    lastError: reasonOf(error),
    ...(isDead
      ? { status: 'dead', availableAt: ctx.now().toISOString(), ...(sealed && { payload: null }) }
      : { status: 'waiting', owner: rowOwner(), availableAt: after(ctx.now(), pauseAfter(attempts, jitter)) }),
  });
  if (!held) return 'lost';
  return isDead ? 'dead' : 'retry';
}

/**
 * Sets rows with an expired lease back to waiting: their process died, or their effect took longer than its lease. A
 * row that was on its last attempt becomes dead and loses its sealed payload. Returns the number of rows found and the
 * number that became dead.
 */
export async function reclaimLost(
  ctx: Ctx,
  isSealed: (topic: string) => boolean,
  lane: OutboxLane = 'common',
): Promise<{ readonly found: number; readonly dead: number }> {
  const at = ctx.now().toISOString();
  const lost = await ctx.data.find(rowsDue(lane, 'leased', at, MOST_LOST));
  const died = await Promise.all(
    lost.rows.map(async (row) => {
      const { topic, attempts } = row.data;
      const isDead = attempts >= OUTBOX_TRIES;
      const held = await settle(ctx, row, lane, {
        ...(isDead ? { status: 'dead' } : { status: 'waiting', owner: rowOwner() }),
        availableAt: at,
        lastError: 'The process that performed this effect has ended',
        ...(isDead && isSealed(topic) && { payload: null }),
      });
      if (held && isDead) ctx.log('error', 'outbox.dead', { topic, outboxId: row.id, attempts });
      return held && isDead;
    }),
  );
  return { found: lost.rows.length, dead: died.filter(Boolean).length };
}
