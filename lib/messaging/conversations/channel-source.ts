import { spendQuietly } from '#lib/api/rate-limits.ts';
import type { UserContext } from '#lib/context/context.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { invalid } from '#lib/core/errors.ts';
import type { Row } from '#lib/data/store.ts';
import { findRing } from '#lib/messaging/calls/find-ring.ts';
import { leaveCalls } from '#lib/messaging/calls/leave-calls.ts';
import { Conversations } from '#lib/messaging/collections.ts';
import { memberRowsOf } from '#lib/messaging/members/members.ts';
import { endTyping, signalTyping } from '#lib/messaging/messages/typing.ts';
import { messagesChangedAfter } from '#lib/messaging/queries.ts';
import type { Conversation } from '#lib/messaging/schemas/conversation.ts';
import type { Message } from '#lib/messaging/schemas/message.ts';
import { typingInput } from '#lib/messaging/schemas/typing.ts';
import type { BusEvent } from '#lib/tunnel/bus/bus.ts';
import { conversationIdOf, type TunnelChannel } from '#lib/tunnel/channels/channels.ts';
import { formatCursor, stateCursor } from '#lib/tunnel/channels/cursor.ts';
import type { ChannelSource, PersonalUpdate, TunnelEvent } from '#lib/tunnel/ports.ts';
import { getMine } from './access.ts';
import { listStateOf, readListState } from './list-state.ts';
import { forgetUnread, unreadTotal } from './unread.ts';
import { isHidden, messageViewAt, sharedOf, viewFor } from './views.ts';

const idOf = (channel: TunnelChannel): string => conversationIdOf(channel) ?? '';

/** Returns the tunnel's source for conversations: access, the current cursor, and the changes after a cursor. */
export function conversationSource(runtime: Runtime): ChannelSource {
  const { data } = runtime;
  return {
    async mayListen({ user }, channel) {
      const row = await data.get(Conversations, idOf(channel));
      return row !== undefined && row.data.deletedAt === null && row.data.participantIds.includes(user.id);
    },
    async head(_, channel) {
      const { rev, epoch } = (await data.need(Conversations, idOf(channel))).data;
      return { cursor: formatCursor(rev, epoch), snapshot: [] };
    },
    async changesAfter(channel, rev, limit) {
      const id = idOf(channel);
      const [conversation, messages] = await Promise.all([
        data.get(Conversations, id),
        data.find(messagesChangedAfter(id, rev, limit)),
      ]);
      const now = runtime.now().toISOString();
      const changed = messages.rows.map((row) => eventOf(row, rev, now));
      const info = conversation && conversation.data.infoRev > rev ? [infoEvent(conversation)] : [];
      return [...changed, ...info].sort((a, b) => (a.rev ?? 0) - (b.rev ?? 0)).slice(0, limit);
    },
    async take(ctx, channel, _, sent) {
      const { data: said } = typingInput.safeParse(sent ?? {});
      if (!said) throw invalid('The typing event is not valid', { isTyping: 'must be true or false' });
      await spendQuietly(ctx, 'typing');
      await signalTyping(ctx, await getMine(ctx, data, idOf(channel)), said.isTyping);
    },
    observe(event) {
      if (event.event === 'typing') noteTyping(runtime, event);
      if (event.event === 'message.created') noteSent(runtime, event);
    },
    personLeft(userId) {
      void endTyping(runtime, userId).catch((error: unknown) => runtime.log('warn', 'typing.end_failed', { error }));
      void leaveCalls(runtime, userId).catch((error: unknown) => runtime.log('warn', 'call.leave_failed', { error }));
    },
  };
}

function noteTyping({ typing }: Runtime, { channel, data }: BusEvent): void {
  const { userId, isTyping, expiresAt } = data as { userId: string; isTyping: boolean; expiresAt: string };
  const id = idOf(channel as TunnelChannel);
  if (isTyping) typing.note(id, { userId, expiresAt });
  else typing.stop(id, userId);
}

/** Clears the typing signal of a user who has sent a message, in every process. */
function noteSent({ typing }: Runtime, { channel, data }: BusEvent): void {
  const { senderId } = (data ?? {}) as { readonly senderId?: string | null };
  if (senderId) typing.stop(idOf(channel as TunnelChannel), senderId);
}

function eventOf(row: Row<Message>, after: number, now: string): TunnelEvent {
  const { rev, createdRev, deletedAt, blockedAt, createdAt, editedAt } = row.data;
  const isGone = deletedAt !== null || blockedAt !== null;
  return {
    event: isGone ? 'message.deleted' : createdRev > after ? 'message.created' : 'message.updated',
    rev,
    at: deletedAt ?? blockedAt ?? editedAt ?? createdAt,
    data: messageViewAt(row, now),
  };
}

const infoEvent = (row: Row<Conversation>): TunnelEvent => ({
  event: 'conversation.updated',
  rev: row.data.infoRev,
  at: row.data.updatedAt,
  data: sharedOf(row),
});

/** The state of a user's list. A page that shows the state with this `mark` is up to date. */
export type InboxState = {
  readonly unreadTotal: number;
  readonly changedAt: string | null;
  readonly mark: string | null;
};

export async function inboxStateOf(world: Pick<Runtime, 'data' | 'memo' | 'now'>, userId: string): Promise<InboxState> {
  const [stand, total] = await Promise.all([readListState(world, userId), unreadTotal(world, userId)]);
  return { unreadTotal: total, changedAt: stand?.changedAt ?? null, mark: stand?.mark ?? null };
}

/** Returns the tunnel's source for a user's conversation list. */
export function inboxSource(runtime: Runtime): ChannelSource {
  const { data } = runtime;
  return {
    mayListen: async () => true,
    async head({ user }: UserContext) {
      const [inbox, ring] = await Promise.all([inboxStateOf(runtime, user.id), findRing(runtime, user.id)]);
      const at = runtime.now().toISOString();
      const state: TunnelEvent = { event: 'inbox.state', at, data: inbox };
      // A ringing call is part of the state: a device that missed the call event learns of the call when it connects.
      const rings: TunnelEvent[] = ring ? [{ event: 'call.invite', at, data: ring }] : [];
      const mark = [inbox.mark ?? 'none', ...(ring ? [ring.callId] : [])].join('_');
      return { cursor: stateCursor(mark), snapshot: [state, ...rings] };
    },
    async updatesFor(event, userIds) {
      if (event.event !== 'conversation.upserted') return sameFor(event, userIds);
      const { conversationId } = event.data as { readonly conversationId: string };
      const [row, members] = await Promise.all([
        data.get(Conversations, conversationId),
        memberRowsOf(data, conversationId, userIds),
      ]);
      if (!row || row.data.deletedAt !== null || !row.data.listed) return new Map();
      const here = members.filter(
        (member) => row.data.participantIds.includes(member.userId) && !isHidden(row.data, member),
      );
      return new Map(
        here.map((member): [string, PersonalUpdate] => {
          const stand = listStateOf(row.data, member);
          const view = viewFor(row, member, runtime.now());
          return [member.userId, { data: view, ...(stand && { cursor: stateCursor(stand.mark) }) }];
        }),
      );
    },
    observe: ({ users = [] }) => forgetUnread(runtime, users),
  };
}

const sameFor = ({ data }: BusEvent, userIds: readonly string[]): ReadonlyMap<string, PersonalUpdate> =>
  new Map(userIds.map((userId) => [userId, { data }]));
