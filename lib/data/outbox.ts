import { z } from 'zod';
import type { Context } from '#lib/context/context.ts';
import { AppError } from '#lib/core/errors.ts';
import { hashId, newId } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { collection } from './collection.ts';
import { ANY_PROCESS, rowOwner } from './outbox-owner.ts';
import { type Cursor, from } from './query.ts';
import type { Writer } from './store.ts';
import { brokenRule } from './store-errors.ts';
import { type OutboxLane, outboxStatuses } from './values.ts';

/** An effect that a committed change promised. */
export const outboxRow = z.object({
  topic: z.string(),
  /** The key that the id is a hash of, when two causes may request the same effect. */
  dedupeKey: z.string().nullable(),
  /** Null after the row of a sealed topic is settled, and after the effect of a personal topic is done. */
  payload: z.record(z.string(), z.unknown()).nullable(),
  status: z.enum(outboxStatuses),
  createdAt: isoTime,
  /** The process that performs the effect while the row waits, see `rowOwner`; null in any other status. */
  owner: z.string().nullable(),
  /** When a waiting row is due and may be claimed, or when the lease of a leased row expires. */
  availableAt: isoTime,
  attempts: z.int().nonnegative(),
  /** Each claim sets a new value. Only the claim named here may settle the row. */
  leaseOwner: z.string().nullable(),
  fence: z.int().nonnegative(),
  doneAt: isoTime.nullable(),
  lastError: z.string().nullable(),
  expiresAt: isoTime.nullable(),
});
export type OutboxRow = z.infer<typeof outboxRow>;

/**
 * Declares a queue with two indexes. Each effect of a purchase is written three times, and each write updates the index
 * entries. The index by status serves every query over a queue. The index by owner is not written again when an effect
 * is settled.
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
    migrate: (row) => ({ owner: row.status === 'waiting' ? ANY_PROCESS : null, ...row }),
  });

export const Outbox = queueNamed('outbox');
/**
 * Effects that wait for push services, which the users' browsers choose. In a separate queue they delay no other
 * effect.
 */
export const PushOutbox = queueNamed('push_outbox');
/**
 * Effects that wait for a language model, which is slow for each mail. In a separate queue a hundred of them delay no
 * receipt.
 */
export const ModelOutbox = queueNamed('model_outbox');

const queues: Readonly<Record<OutboxLane, typeof Outbox>> = { common: Outbox, push: PushOutbox, model: ModelOutbox };
export const outboxOf = (lane: OutboxLane): typeof Outbox => queues[lane];

/** Queries the effects of one queue that were given up (`dead`) or set aside (`dismissed`), the oldest first. */
export const effectsGivenUp = (status: 'dead' | 'dismissed', limit: number, lane: OutboxLane, after?: Cursor) =>
  from(outboxOf(lane)).where('status', '==', status).orderBy('availableAt').limit(limit).after(after);

export type Topic<P extends object> = {
  readonly name: string;
  readonly payload: z.ZodType<P>;
  readonly lane: OutboxLane;
  /**
   * Causes that arrive before the effect has run count as one cause; a later cause runs the effect again. Requires a
   * key.
   */
  readonly coalesce: boolean;
  /** The payload is a secret and is removed when the row is settled. */
  readonly sealed: boolean;
  /** The payload holds texts about a person and is removed when the effect is done. A dead row keeps it for a retry. */
  readonly personal: boolean;
};

/** Declares a kind of effect: `topic('stock.split', z.object({ productId: idText }), { coalesce: true })`. */
export const topic = <S extends z.ZodType<object>>(
  name: string,
  payload: S,
  {
    coalesce = false,
    sealed = false,
    personal = false,
    lane = 'common',
  }: Partial<Pick<Topic<object>, 'coalesce' | 'sealed' | 'personal' | 'lane'>> = {},
): Topic<z.output<S>> => ({
  name,
  payload: payload as unknown as z.ZodType<z.output<S>>,
  lane,
  coalesce,
  sealed,
  personal,
});

/**
 * The effect as its handler sees it. The id stays the same over all attempts, so it can serve as an idempotency key
 * outside.
 */
export type Claim = { readonly id: string; readonly attempts: number };

/** A handler of a topic. It must be idempotent: it runs again after a crash or an expired lease. */
export type Effect<P extends object = never> = {
  readonly topic: Topic<P>;
  run(ctx: Context, payload: P, claim: Claim): Promise<void>;
};
export type AnyEffect = {
  readonly topic: Topic<never>;
  run(ctx: Context, payload: never, claim: Claim): Promise<void>;
};

/** Binds a topic to the function that performs it. */
export const effect = <P extends object>(of: Topic<P>, run: Effect<P>['run']): AnyEffect =>
  ({ topic: of, run }) as unknown as AnyEffect;

/** Returns the id of the row of an effect that was promised with a key. */
export const outboxIdOf = ({ name }: { readonly name: string }, key: string): string => hashId('outbox', name, key);

export type Cause = { readonly now: Date; readonly key?: string; readonly availableAt?: string };

/**
 * Inserts an effect in the commit that needs it, without reading. If the commit fails, the effect was never promised. A
 * coalesced topic sets its row back to waiting, whatever the row's status. A key on any other topic makes the row
 * unique. A second promise of the same effect then fails with EXISTS, so the caller guards the promise with a marker.
 */
export function enqueue<P extends object>(write: Writer, of: Topic<P>, payload: P, cause: Cause): void {
  const { now, key, availableAt = now.toISOString() } = cause;
  const parsed = of.payload.safeParse(payload);
  if (!parsed.success) throw brokenRule(`The payload of ${of.name} does not fit its schema`, parsed.error);
  if (of.coalesce && key === undefined) throw brokenRule(`The topic ${of.name} is coalesced and needs a key`);

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
  // A transaction callback that runs again draws another random id. Only one of these ids is ever committed.
  const id = key === undefined ? newId('outbox') : outboxIdOf(of, key);
  if (of.coalesce) write.set(outboxOf(of.lane), id, row);
  else write.create(outboxOf(of.lane), id, row);
}

/**
 * Returns the error that an effect throws when no further attempt can succeed. Its row becomes dead at once and waits
 * for an operator.
 */
export const giveUp = (message: string, cause?: unknown) =>
  new AppError('InternalServerError', message, { code: 'GIVE_UP', cause });
