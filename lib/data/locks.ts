import { z } from 'zod';
import type { Runtime } from '#lib/context/runtime.ts';
import { codeOf, conflict } from '#lib/core/errors.ts';
import { newId } from '#lib/core/ids.ts';
import { after, isoTime, MINUTE_MS } from '#lib/core/time.ts';
import { collection } from './collection.ts';
import { isGone, leaseHolder, thisProcess } from './lease-holder.ts';
import type { Tx } from './store.ts';

/** The clocks of two machines may differ by this much; nobody takes a lease from another before it has passed as well. */
const SKEW_MS = MINUTE_MS;

export const Locks = collection('locks', {
  label: 'Lease',
  schema: z.object({
    owner: z.string().nullable(),
    /** The process of the owner; null where it cannot be told, or nobody holds the lease. */
    holder: leaseHolder.nullable(),
    until: isoTime.nullable(),
    /** Counts the holders: one that slept and woke has a smaller number than the present one. */
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
  /** Aborts when a renewal finds that the lease has gone to another holder: then `work` has to end. */
  readonly lost: AbortSignal;
  /** Refuses, inside a transaction, to write for a holder whose lease has gone to another. Nothing else proves it. */
  assertHeld(t: Pick<Tx, 'get'>): Promise<void>;
};
export type LeaseOptions = { readonly leaseMs: number };

const lostLease = (name: string) => conflict(`The lease ${name} has gone to another holder`, { code: 'LEASE_LOST' });

/** Returns the owner of a lease whose process was killed on this machine; null where there is none, or nobody can know. */
export async function lostOwner({ data }: Pick<Ctx, 'data'>, name: string): Promise<string | null> {
  const lock = (await data.get(Locks, name))?.data;
  return lock?.holder && isGone(lock.holder) ? lock.owner : null;
}

/** Takes a lease unless another holds it; null when it does. One whose process was killed here is free at once. */
async function take(ctx: Ctx, name: string, owner: string, leaseMs: number): Promise<number | null> {
  const at = ctx.now();
  const lost = await lostOwner(ctx, name);
  const holder = thisProcess();
  return ctx.data.tx(
    async (t) => {
      const held = (await t.get(Locks, name))?.data;
      const isRunning = held?.until && Date.parse(held.until) + SKEW_MS > at.getTime();
      if (isRunning && (lost === null || held.owner !== lost)) return null;
      const fence = (held?.fence ?? 0) + 1;
      t.set(Locks, name, { owner, holder, until: after(at, leaseMs), fence });
      return fence;
    },
    { lane: `locks/${name}` },
  );
}

/** Moves the end of a lease, or gives it back; false when it is no longer ours. */
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

/** Renews a lease; the first half of the answer ends that, the other aborts when the lease has gone to another. */
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
 * Runs `work` as the only holder of a name in all processes, renewing the lease every third of it and giving it back at
 * the end. Answers `held: false`, and does nothing, while another holds it. A holder may lose its lease in its sleep, so
 * each of its writes calls `lease.assertHeld(t)` in its transaction.
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
