import type { UserContext } from '#lib/context/context.ts';
import { forbidden, invalid } from '#lib/core/errors.ts';
import { type FoundBefore, queriedTx } from '#lib/data/queried-tx.ts';
import type { Tx } from '#lib/data/store.ts';
import { MAX_METADATA_BYTES } from '#lib/messaging/limits.ts';
import { assertMayChangeMembers, assertMayJoin, withJoined } from '#lib/messaging/members/joining.ts';
import { withoutMembers } from '#lib/messaging/members/leaving.ts';
import { memberRowsOf, writeMember } from '#lib/messaging/members/members.ts';
import { withSystemMessage } from '#lib/messaging/messages/system-messages.ts';
import type { Conversation, ConversationView, Member } from '#lib/messaging/schemas/conversation.ts';
import type { ChangeConversation } from '#lib/messaging/schemas/conversation-input.ts';
import { flawOfObject, type JsonObject } from '#lib/messaging/schemas/json-object.ts';
import { promiseLeft } from '#lib/messaging/topics.ts';
import { FOR_EVER, referenceKeys } from '#lib/messaging/values.ts';
import { assertMayWrite, getMine, laneOf, type Mine } from './access.ts';
import { type Changing, changeOf, withInfo, writeChange } from './conversation-change.ts';
import { factsOf } from './conversation-facts.ts';
import { assertMayHide } from './hiding.ts';
import { publishChange, publishEnd, publishOwnRow, publishRemoved } from './publish-change.ts';
import { viewFor } from './views.ts';

type Done = {
  readonly change: Changing;
  readonly mine: Member;
  readonly hasOwn: boolean;
  readonly wasListed: boolean;
  readonly removed: readonly string[];
};

/**
 * Changes the shared metadata of a conversation, the participants of a group, and the caller's own settings. System
 * messages report joins, removals and a new group name.
 */
export async function changeConversation(
  ctx: UserContext,
  id: string,
  input: ChangeConversation,
): Promise<ConversationView> {
  if (touchesOthers(input)) assertMayWrite(ctx);
  const at = ctx.now().toISOString();
  const done = await queriedTx(
    ctx.data,
    async (t, found) => changeIn(ctx, t, await getMine(ctx, t, id), { input, at, found }),
    { lane: laneOf(id) },
  );

  const { change, mine, removed } = done;
  // Removed users are cut off first, because they may not receive the events that follow their removal.
  if (removed.length > 0) await publishEnd(ctx, id, removed, 'membership_ended');
  await publishChange(ctx, change);
  if (done.wasListed && !change.conversation.listed) await publishRemoved(ctx, id, change.conversation.participantIds);
  else if (done.hasOwn && change.conversation.listed && change.events.length === 0)
    await publishOwnRow(ctx, id, ctx.user.id);
  return viewFor({ id, data: change.conversation }, mine, ctx.now());
}

const touchesOthers = ({ metadata, addParticipantIds, removeParticipantIds }: ChangeConversation): boolean =>
  metadata !== undefined || addParticipantIds !== undefined || removeParticipantIds !== undefined;

type Asked = { readonly input: ChangeConversation; readonly at: string; readonly found: FoundBefore };

async function changeIn(ctx: UserContext, t: Tx, { row, member }: Mine, { input, at, found }: Asked): Promise<Done> {
  const { data } = row;
  assertMayChangeMembers(ctx.user.id, data, member, input);
  assertMayChangeMetadata(ctx.user.id, data, member, input);
  const comers = (input.addParticipantIds ?? []).filter((userId) => !data.participantIds.includes(userId));
  const goers = (input.removeParticipantIds ?? []).filter((userId) => data.participantIds.includes(userId));
  if (comers.length > 0) await assertMayJoin(t, [...new Set(comers)]);
  const leaving = await memberRowsOf(t, row.id, [...new Set(goers)]);

  let change = changeOf(row);
  const members: Member[] = [];
  if (leaving.length > 0) {
    const gone = withoutMembers(change, leaving, { kind: 'member_removed', byId: ctx.user.id }, at);
    change = gone.change;
    members.push(...gone.members);
  }
  if (comers.length > 0) {
    const joined = withJoined(change, { userIds: [...new Set(comers)].sort(), byId: ctx.user.id, at });
    change = joined.change;
    members.push(...joined.members);
  }
  if (input.metadata) change = withMetadata(ctx, change, input.metadata as JsonObject, at);
  if (data.listed && !change.conversation.listed) await assertMayHide(ctx, found, row);

  const own = ownPart(member, input);
  const isWriting = change.events.length > 0;
  const mine = isWriting ? { ...own, lastReadSeq: readOn(own, data, change) } : own;
  const hasOwn = JSON.stringify(mine) !== JSON.stringify(member);
  if (isWriting) writeChange(t, change);
  for (const changed of members) writeMember(t, changed);
  if (leaving.length > 0) promiseLeft(t, row.id, idsOf(leaving), new Date(at));
  if (hasOwn) writeMember(t, { ...mine, updatedAt: at });
  return { change, mine, hasOwn, wasListed: data.listed, removed: idsOf(leaving) };
}

const idsOf = (members: readonly Member[]): string[] => members.map(({ userId }) => userId);

/** Returns the caller's new read position: a caller who had read everything has also read the messages of this change. */
const readOn = (member: Member, before: Conversation, { conversation }: Changing): number =>
  member.lastReadSeq >= before.messageSeq ? conversation.messageSeq : member.lastReadSeq;

/** The metadata keys that other participants recognise a conversation by. Only the owner or creator may change them. */
const ownersKeys = ['subject', 'productName', 'vendorId', 'kind'];

function assertMayChangeMetadata(
  userId: string,
  { type, createdBy, metadata: before }: Conversation,
  { role }: Member,
  { metadata }: ChangeConversation,
): void {
  if (type === 'group' && role !== 'owner' && metadata)
    throw forbidden('Only the owner of the group may do this', { code: 'NotOwner' });
  const isTheirs = role === 'owner' || createdBy === userId;
  const taken = isTheirs ? undefined : ownersKeys.find((key) => isChanged(before, metadata, key));
  if (taken !== undefined)
    throw forbidden('Only the creator of the conversation may change this', {
      code: 'NotOwner',
      details: { [`metadata.${taken}`]: 'can be changed only by the owner' },
    });
}

const isChanged = (before: JsonObject, patch: JsonObject = {}, key: string): boolean =>
  key in patch && (patch[key] ?? null) !== (before[key] ?? null);

function withMetadata(ctx: UserContext, change: Changing, patch: JsonObject, at: string): Changing {
  const { conversation } = change;
  const { type } = conversation;
  const reference = type === 'direct' || type === 'group' ? null : referenceKeys[type];
  if (reference !== null && reference in patch)
    throw invalid('The subject of a conversation cannot be changed', {
      [`metadata.${reference}`]: 'cannot be changed',
    });
  if (type === 'group' && patch.groupName === null)
    throw invalid('A group must have a name', { 'metadata.groupName': 'cannot be removed' });

  const merged = Object.entries({ ...conversation.metadata, ...patch }).filter(([, value]) => value !== null);
  const metadata = Object.fromEntries(merged);
  const flaw = flawOfObject(metadata, MAX_METADATA_BYTES);
  if (flaw !== null) throw invalid('The metadata is not valid', { metadata: flaw });
  const { groupName } = metadata;
  const isRenamed = type === 'group' && typeof groupName === 'string' && groupName !== conversation.metadata.groupName;
  const said = isRenamed
    ? withSystemMessage(change, { kind: 'group_renamed', groupName, byId: ctx.user.id }, at)
    : change;
  return withInfo(said, { metadata, ...factsOf(type, metadata), updatedAt: at }, 'conversation.updated');
}

function ownPart(member: Member, { archived, muted, mutedUntil }: ChangeConversation): Member {
  const until = mutedUntil ?? (muted ? FOR_EVER : undefined);
  return {
    ...member,
    ...(archived !== undefined && { archived }),
    ...(until !== undefined ? { mutedUntil: until } : (muted === false || mutedUntil === null) && { mutedUntil: null }),
  };
}
