import { z } from 'zod';
import type { Context } from '#lib/context/context.ts';
import { AppError } from '#lib/core/errors.ts';
import { hashId, newId } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { collection } from './collection.ts';
import { ANYBODY, rowOwner } from './outbox-owner.ts';
import { type Cursor, from } from './query.ts';
import type { Writer } from './store.ts';
import { brokenRule } from './store-errors.ts';
import { type OutboxLane, outboxStatuses } from './values.ts';

/** An effect that a committed change has promised. */
export const outboxRow = z.object({
  topic: z.string(),
  /** What the id is a hash of, where two causes may ask for one effect. */
  dedupeKey: z.string().nullable(),
  /** Null once a sealed topic is settled. */
  payload: z.record(z.string(), z.unknown()).nullable(),
  status: z.enum(outboxStatuses),
  createdAt: isoTime,
  /** Which process performs it while it waits, see `rowOwner`; null while it does not wait. */
  owner: z.string().nullable(),
  /** When it is due: from then on a waiting row may be claimed, and a leased one is lost. */
  availableAt: isoTime,
  attempts: z.int().nonnegative(),
  /** Named anew by each claim: only the claim that is named here may settle the row. */
  leaseOwner: z.string().nullable(),
  fence: z.int().nonnegative(),
  doneAt: isoTime.nullable(),
  lastError: z.string().nullable(),
  expiresAt: isoTime.nullable(),
});
export type OutboxRow = z.infer<typeof outboxRow>;

/**
 * Each effect of a purchase is written three times, and so are its index entries: one index by status serves all that is
 * asked of a queue, and the one by owner is not written again when an effect is settled.
 */
const queueNamed = (name: string) =>
  collection(name, {
    label: 'Effect',
    schema: outboxRow,
    indexes: [
      ['status', 'availableAt'],
      ['owner', 'availableAt'],
    ],
    ttl: 'expiresAt',
    version: 2,
    migrate: (row) => ({ owner: row.status === 'waiting' ? ANYBODY : null, ...row }),
  });

export const Outbox = queueNamed('outbox');
/** Effects that wait for machines of other people's choice: in a queue of their own they hold up nothing else. */
export const PushOutbox = queueNamed('push_outbox');
/** Effects that wait for a model, which takes its time over each mail: no receipt waits behind a hundred of them. */
export const ModelOutbox = queueNamed('model_outbox');

const queues: Readonly<Record<OutboxLane, typeof Outbox>> = { common: Outbox, push: PushOutbox, model: ModelOutbox };
export const outboxOf = (lane: OutboxLane): typeof Outbox => queues[lane];

/** Effects of one queue that were given up: those that wait for a person or were set aside, the oldest first. */
export const effectsGivenUp = (status: 'dead' | 'dismissed', limit: number, lane: OutboxLane, after?: Cursor) =>
  from(outboxOf(lane)).where('status', '==', status).orderBy('availableAt').limit(limit).after(after);

export type Topic<P extends object> = {
  readonly name: string;
  readonly payload: z.ZodType<P>;
  readonly lane: OutboxLane;
  /** Causes that come before the effect has run are one; a later cause runs it again. Wants a key. */
  readonly coalesce: boolean;
  /** The payload is a secret and is emptied when the row is settled. */
  readonly sealed: boolean;
};

/** Declares a kind of effect: `topic('stock.split', z.object({ productId: idText }), { coalesce: true })`. */
export const topic = <S extends z.ZodType<object>>(
  name: string,
  payload: S,
  {
    coalesce = false,
    sealed = false,
    lane = 'common',
  }: Partial<Pick<Topic<object>, 'coalesce' | 'sealed' | 'lane'>> = {},
): Topic<z.output<S>> => ({ name, payload: payload as unknown as z.ZodType<z.output<S>>, lane, coalesce, sealed });

/** The effect as its handler sees it. The id stays the same over all attempts, so it can name the effect outside. */
export type Claim = { readonly id: string; readonly attempts: number };

/** What performs a topic. It must be idempotent: after a crash, or a lease that ran out, it runs again. */
export type Effect<P extends object = never> = {
  readonly topic: Topic<P>;
  run(ctx: Context, payload: P, claim: Claim): Promise<void>;
};
export type AnyEffect = {
  readonly topic: Topic<never>;
  run(ctx: Context, payload: never, claim: Claim): Promise<void>;
};

/** Ties a topic to the function that performs it. */
export const effect = <P extends object>(of: Topic<P>, run: Effect<P>['run']): AnyEffect =>
  ({ topic: of, run }) as unknown as AnyEffect;

/** The row of an effect that was promised under a key. */
export const outboxIdOf = ({ name }: { readonly name: string }, key: string): string => hashId('outbox', name, key);

export type Cause = { readonly now: Date; readonly key?: string; readonly availableAt?: string };

/**
 * Promises an effect in the very commit that needs it, without reading: if the commit fails there was never a promise.
 * A coalesced topic puts its row back to waiting, whatever it was doing. A key on any other topic makes the row unique:
 * a second promise of the same effect fails with EXISTS, so the caller guards it with a marker.
 */
export function enqueue<P extends object>(write: Writer, of: Topic<P>, payload: P, cause: Cause): void {
  const { now, key, availableAt = now.toISOString() } = cause;
  const parsed = of.payload.safeParse(payload);
  if (!parsed.success) throw brokenRule(`The payload of ${of.name} does not fit its schema`, parsed.error);
  if (of.coalesce && key === undefined) throw brokenRule(`The topic ${of.name} is coalesced and wants a key`);

  const row: OutboxRow = {
    topic: of.name,
    dedupeKey: key ?? null,
    payload: parsed.data as Record<string, unknown>,
    status: 'waiting',
    createdAt: now.toISOString(),
    owner: rowOwner(),
    availableAt,
    attempts: 0,
    leaseOwner: null,
    fence: 0,
    doneAt: null,
    lastError: null,
    expiresAt: null,
  };
  // A callback that runs again draws another random id; only one of them is ever committed.
  const id = key === undefined ? newId('outbox') : outboxIdOf(of, key);
  if (of.coalesce) write.set(outboxOf(of.lane), id, row);
  else write.create(outboxOf(of.lane), id, row);
}

/** Thrown by an effect that no further try can mend: its row is dead at once and waits for a person. */
export const giveUp = (message: string, cause?: unknown) =>
  new AppError('InternalServerError', message, { code: 'GIVE_UP', cause });
