import { Users } from '#lib/auth/collections.ts';
import type { User } from '#lib/auth/schemas/user.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { Conversations } from '#lib/messaging/collections.ts';
import { ringingFor } from '#lib/messaging/queries.ts';
import type { CallRing, CallRow } from '#lib/messaging/schemas/call.ts';

/** Returns the caller's name for the callee, or an empty string when the caller has neither name nor handle. */
export const nameOf = ({ name, handle }: Pick<User, 'name' | 'handle'>): string => name || (handle ?? '');

/** Returns what the callee's devices receive: everything needed to answer from any page. */
export const ringOf = ({ env }: Pick<Runtime, 'env'>, callId: string, call: CallRow, callerName: string): CallRing => ({
  callId,
  conversationId: call.conversationId,
  callerId: call.callerId,
  callerName,
  media: call.media,
  expiresAt: call.expiresAt,
  iceServers: env.CALL_ICE_SERVERS,
});

/** Returns the call that rings for a user now, for a device that has just connected after a push or a reload. */
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
