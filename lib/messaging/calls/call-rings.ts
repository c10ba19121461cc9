import { Users } from '#lib/auth/collections.ts';
import type { User } from '#lib/auth/schemas/user.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { Conversations } from '#lib/messaging/collections.ts';
import { ringingFor } from '#lib/messaging/queries.ts';
import type { CallRing, CallRow } from '#lib/messaging/schemas/call.ts';

/** How somebody is called by those they call; empty where they have not said. */
export const nameOf = ({ name, handle }: Pick<User, 'name' | 'handle'>): string => name || (handle ?? '');

/** What the devices of the one who is called are told: all it takes to answer, from whichever page they look at. */
export const ringOf = ({ env }: Pick<Runtime, 'env'>, callId: string, call: CallRow, callerName: string): CallRing => ({
  callId,
  conversationId: call.conversationId,
  callerId: call.callerId,
  callerName,
  media: call.media,
  expiresAt: call.expiresAt,
  iceServers: env.CALL_ICE_SERVERS,
});

/** What rings for a person at this moment, for a device that has only just come: a push has led there, or a reload. */
export async function findRing(
  runtime: Pick<Runtime, 'data' | 'env' | 'now'>,
  userId: string,
): Promise<CallRing | null> {
  const [row] = (await runtime.data.find(ringingFor(userId, 1))).rows;
  if (!row || row.data.expiresAt <= runtime.now().toISOString()) return null;
  const [caller, conversation] = await Promise.all([
    runtime.data.get(Users, row.data.callerId),
    runtime.data.get(Conversations, row.data.conversationId),
  ]);
  if (!conversation?.data.listed) return null;
  return ringOf(runtime, row.id, row.data, caller ? nameOf(caller.data) : '');
}
