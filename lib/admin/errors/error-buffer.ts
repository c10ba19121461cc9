import { createHmac } from 'node:crypto';
import { openFlushing } from '#lib/admin/collecting/flushing.ts';
import { MOST_NEW_GROUPS } from '#lib/admin/limits.ts';
import type { Context } from '#lib/context/context.ts';
import type { ErrorBuffer, NotedError } from '#lib/context/ports/collecting.ts';
import { dayOf } from '#lib/core/time.ts';
import { describeError } from './describe-error.ts';
import { type ErrorPart, joined, keyOf, overflowOf } from './error-part.ts';
import { storeErrors } from './store-errors.ts';

type Needs = Pick<Context, 'data' | 'now' | 'log' | 'keys'>;

/** Errors of this many groups are stored in one transaction. */
const GROUPS_AT_ONCE = 50;
const MARK_BYTES = 8;

/**
 * Collects errors by group and adds them to the documents of their group and day: at once when 500 have come together,
 * otherwise when `flush` is called. While the store is down it holds no more groups than a day may have.
 */
export function openErrorBuffer(ctx: Needs): ErrorBuffer {
  let parts = new Map<string, ErrorPart>();
  const { collected, flush } = openFlushing(take, storeAll);

  function note(error: NotedError): void {
    try {
      keep(partOf(ctx, error));
    } catch (cause) {
      // Reading what was thrown may throw as well.
      ctx.log('warn', 'errors.unreadable', { kind: error.kind, error: String(cause) });
    }
    collected(1);
  }

  function keep(part: ErrorPart): void {
    const isFull = parts.size >= MOST_NEW_GROUPS && !parts.has(keyOf(part));
    const kept = isFull ? overflowOf(part) : part;
    const former = parts.get(keyOf(kept));
    parts.set(keyOf(kept), former ? joined(former, kept) : kept);
  }

  function take(): readonly ErrorPart[] {
    const held = [...parts.values()];
    parts = new Map();
    return held;
  }

  async function storeAll(held: readonly ErrorPart[]): Promise<void> {
    for (let at = 0; at < held.length; at += GROUPS_AT_ONCE) await store(held.slice(at, at + GROUPS_AT_ONCE));
  }

  async function store(some: readonly ErrorPart[]): Promise<void> {
    try {
      await storeErrors(ctx, some);
    } catch (error) {
      ctx.log('warn', 'errors.unstored', { groups: some.length, error });
      for (const part of some) keep(part);
    }
  }

  return { note, flush };
}

function partOf({ now, keys }: Needs, error: NotedError): ErrorPart {
  const described = describeError(error);
  const at = now().toISOString();
  return {
    ...described,
    date: dayOf(at),
    firstSeenAt: at,
    lastSeenAt: at,
    lastRequestId: error.requestId,
    count: 1,
    userMarks: error.userId === null ? [] : [markOf(keys.settings, described.groupId, error.userId)],
  };
}

/** Returns a keyed hash of a user for one group, by which its users are counted and none can be found. */
const markOf = ([first]: Context['keys']['settings'], groupId: string, userId: string): string =>
  createHmac('sha256', first?.key ?? '')
    .update(`error-user\n${groupId}\n${userId}`)
    .digest()
    .subarray(0, MARK_BYTES)
    .toString('base64url');
