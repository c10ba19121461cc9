import { z } from 'zod';
import type { Runtime } from '#lib/context/runtime.ts';
import { codeOf, conflict } from '#lib/core/errors.ts';
import { newId } from '#lib/core/ids.ts';
import { after, isoTime, MINUTE_MS } from '#lib/core/time.ts';
import { collection } from './collection.ts';
import { isGone, leaseHolder, thisProcess } from './lease-holder.ts';
import type { Tx } from './store.ts';

/**
 * The clocks of two machines may differ by this much. A process takes over a lease only when the lease expired at least
 * this long ago.
 */
const SKEW_MS = MINUTE_MS;

export const Locks = collection('locks', {
  label: 'Lease',
  schema: z.object({
    owner: z.string().nullable(),
    /** The process of the owner; null when the process cannot be identified or the lease is free. */
    holder: leaseHolder.nullable(),
    until: isoTime.nullable(),
    /**
     * Counts the holders. A process that slept while another took the lease has a smaller number than the current
     * holder.
     */
    fence: z.int().positive(),
  }),
  indexes: [],
  version: 2,
  migrate: (lock) => ({ holder: null, ...lock }),
});

type Ctx = Pick<Runtime, 'data' | 'now' | 'log'>;

export type Lease = {
  readonly name: string;
  readonly fence: number;
  /** Aborts when a renewal finds that another holder has the lease. Then `work` must stop. */
  readonly lost: AbortSignal;
  /**
   * Throws LEASE_LOST inside a transaction when another holder has the lease. Only this check proves that the lease is
   * still held.
   */
  assertHeld(t: Pick<Tx, 'get'>): Promise<void>;
};
export type LeaseOptions = { readonly leaseMs: number };

const lostLease = (name: string) => conflict(`The lease ${name} now belongs to another holder`, { code: 'LEASE_LOST' });

/** Returns the owner of a lease whose process was killed on this machine; null when no such owner is known. */
export async function lostOwner({ data }: Pick<Ctx, 'data'>, name: string): Promise<string | null> {
  const lock = (await data.get(Locks, name))?.data;
  return lock?.holder && isGone(lock.holder) ? lock.owner : null;
}

/**
 * Takes a lease and returns its fence; null while another process holds the lease. The lease of a process that was
 * killed on this machine is free at once.
 */
async function take(ctx: Ctx, name: string, owner: string, leaseMs: number): Promise<number | null> {
  const at = ctx.now();
  const lost = await lostOwner(ctx, name);
  const holder = thisProcess();
  return ctx.data.tx(
    async (t) => {
      const held = (await t.get(Locks, name))?.data;
      // Each call has its own owner. So an earlier run of this callback took the lease, and its commit was repeated.
      if (held?.owner === owner) return held.fence;
      const isRunning = held?.until && Date.parse(held.until) + SKEW_MS > at.getTime();
      if (isRunning && (lost === null || held.owner !== lost)) return null;
      const fence = (held?.fence ?? 0) + 1;
      t.set(Locks, name, { owner, holder, until: after(at, leaseMs), fence });
      return fence;
    },
    { lane: `locks/${name}` },
  );
}

/** Extends a lease, or releases it when `until` is null. Returns false when another owner has the lease. */
async function move({ data }: Ctx, name: string, owner: string, until: string | null): Promise<boolean> {
  return data.tx(
    async (t) => {
      const held = await t.get(Locks, name);
      if (held?.data.owner !== owner) return false;
      t.set(Locks, name, { ...held.data, until, ...(until === null && { owner: null, holder: null }) });
      return true;
    },
    { lane: `locks/${name}` },
  );
}

function buildLease(name: string, owner: string, fence: number, lost: AbortSignal): Lease {
  return {
    name,
    fence,
    lost,
    async assertHeld(t) {
      const held = await t.get(Locks, name);
      if (held?.data.owner !== owner || held.data.fence !== fence) throw lostLease(name);
    },
  };
}

/**
 * Renews a lease on a timer. Returns a function that stops the timer and a signal that aborts when another holder has
 * the lease.
 */
function startHeartbeat(ctx: Ctx, name: string, owner: string, leaseMs: number): readonly [() => void, AbortSignal] {
  const lost = new AbortController();
  const beat = async (): Promise<void> => {
    try {
      if (await move(ctx, name, owner, after(ctx.now(), leaseMs))) return;
      ctx.log('warn', 'lease.lost', { name });
      lost.abort();
    } catch (error) {
      ctx.log('warn', 'lease.renewal_failed', { name, code: codeOf(error), error });
    }
  };
  const timer = setInterval(() => void beat(), leaseMs / 3).unref();
  return [() => clearInterval(timer), lost.signal];
}

/**
 * Runs `work` as the only holder of a name across all processes. The lease is renewed every third of its duration and
 * released at the end. Returns `held: false` without running `work` while another process holds the lease. A holder may
 * lose its lease while it sleeps. A write that would do harm then calls `lease.assertHeld(t)` in its transaction.
 */
export async function withLease<R>(
  ctx: Ctx,
  name: string,
  { leaseMs }: LeaseOptions,
  work: (lease: Lease) => Promise<R>,
): Promise<{ readonly held: true; readonly value: R } | { readonly held: false }> {
  const owner = newId('run');
  const fence = await take(ctx, name, owner, leaseMs);
  if (fence === null) return { held: false };
  const [stop, lost] = startHeartbeat(ctx, name, owner, leaseMs);
  try {
    return { held: true, value: await work(buildLease(name, owner, fence, lost)) };
  } finally {
    stop();
    await move(ctx, name, owner, null);
  }
}
