import type { Runtime } from '#lib/context/runtime.ts';
import { Calls } from '#lib/messaging/collections.ts';
import { laneOf } from '#lib/messaging/conversations/access.ts';
import { callsOf } from '#lib/messaging/queries.ts';
import { promiseLook } from './call-topics.ts';

/** The maximum number of calls read per query. A user has one active call and at most a few that ring. */
const MOST = 10;

/**
 * Schedules a check of a user's calls when the user's last connection has ended, because a killed browser sends
 * nothing. A call continues if the user is connected again by then.
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
