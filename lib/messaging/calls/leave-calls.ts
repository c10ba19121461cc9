import type { Runtime } from '#lib/context/runtime.ts';
import { Calls } from '#lib/messaging/collections.ts';
import { laneOf } from '#lib/messaging/conversations/access.ts';
import { callsOf } from '#lib/messaging/queries.ts';
import { promiseLook } from './call-topics.ts';

/** A person is in one call, and may be called by some. */
const MOST = 10;

/**
 * Has somebody look soon after the calls of a person whose last connection has ended: a browser that was killed says
 * nothing more. Whoever is back by then goes on.
 */
export async function leaveCalls({ data, now }: Pick<Runtime, 'data' | 'now'>, userId: string): Promise<void> {
  const found = await Promise.all([
    data.find(callsOf('callerId', userId, 'ringing', MOST)),
    data.find(callsOf('callerId', userId, 'active', MOST)),
    data.find(callsOf('calleeId', userId, 'active', MOST)),
  ]);
  const at = now();
  for (const { id, data: call } of found.flatMap(({ rows }) => rows))
    await data.tx(
      async (t) => {
        const row = await t.get(Calls, id);
        const isNeeded = row?.data.state === 'active' || (row?.data.state === 'ringing' && call.callerId === userId);
        if (!isNeeded) return;
        t.update(Calls, id, { silentSince: at.toISOString() });
        promiseLook(t, id, at);
      },
      { lane: laneOf(call.conversationId) },
    );
}
