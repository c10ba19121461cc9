import type { UserContext } from '#lib/context/context.ts';
import { canonicalJson } from '#lib/core/canonical-json.ts';
import { conflict, invalid } from '#lib/core/errors.ts';
import { hashOf } from '#lib/core/ids.ts';
import type { Tx } from '#lib/data/store.ts';
import { Conversations } from '#lib/messaging/collections.ts';
import { conversationIdOf, groupIdOf } from '#lib/messaging/ids.ts';
import { MAX_PARTICIPANTS } from '#lib/messaging/limits.ts';
import { assertNoBlock } from '#lib/messaging/members/blocks.ts';
import { assertMayJoin, withJoined } from '#lib/messaging/members/joining.ts';
import { memberRowsOf, newMember, writeMember } from '#lib/messaging/members/members.ts';
import type { Conversation, ConversationView, Member } from '#lib/messaging/schemas/conversation.ts';
import type { CreateConversation } from '#lib/messaging/schemas/conversation-input.ts';
import type { JsonObject } from '#lib/messaging/schemas/json-object.ts';
import { publish } from '#lib/tunnel/publish.ts';
import { assertMayWrite, laneOf } from './access.ts';
import { type Changing, changeOf, withInfo, writeChange } from './conversation-change.ts';
import { factsOf } from './conversation-facts.ts';
import { isHiddenTool, withoutToolSigns } from './hidden-tools.ts';
import { publishChange, publishOwnRow, upserted } from './publish-change.ts';
import { viewFor } from './views.ts';

export type Created = { readonly created: boolean; readonly conversation: ConversationView };
type Wanted = {
  readonly id: string;
  readonly input: CreateConversation;
  readonly people: readonly string[];
  /** For a group with a key: the hash of the request, so that the same key with another body is rejected. */
  readonly bodyHash: string | undefined;
  readonly at: string;
};

/**
 * Creates a conversation or returns the existing one: two users, or one subject between the same users, have one
 * conversation. Named users who have left it rejoin, and a hidden conversation returns to the caller's list. A key
 * returns the same group while its creator is a member, and it never lets anyone rejoin.
 */
export async function createConversation(
  ctx: UserContext,
  input: CreateConversation,
  key: string | undefined,
): Promise<Created> {
  assertMayWrite(ctx);
  const people = [...new Set([...input.participantIds, ctx.user.id])].sort();
  assertSize(input.type, people.length);
  const asked = canonicalJson({ ...input, participantIds: people });
  const bodyHash = input.type === 'group' && key !== undefined ? hashOf(asked) : undefined;
  const wanted = { id: idFor(ctx, input, people, key), input, people, bodyHash, at: ctx.now().toISOString() };

  const done = await ctx.data.tx(
    async (t) => {
      const row = await t.get(Conversations, wanted.id);
      if (row && input.type === 'group') return sameGroup(ctx, t, wanted, row.data);
      await assertNoBlock(t, people);
      return row ? joinAgain(ctx, t, wanted, row.data) : makeNew(ctx, t, wanted);
    },
    { lane: laneOf(wanted.id) },
  );

  const { change, created, member } = done;
  if (created && change.conversation.listed) await publish(ctx, [upserted(change.id, people)]);
  else if (change.events.length > 0) await publishChange(ctx, change);
  else if (done.shownAgain) await publishOwnRow(ctx, change.id, ctx.user.id);
  if (created) ctx.log('info', 'conversation.created', { conversationId: change.id, type: input.type });
  return { created, conversation: viewFor({ id: change.id, data: change.conversation }, member, ctx.now()) };
}

function assertSize(type: Conversation['type'], people: number): void {
  if (type === 'direct' && people !== 2)
    throw invalid('A direct conversation must have two participants', {
      participantIds: 'must contain one other user',
    });
  if (people > MAX_PARTICIPANTS)
    throw invalid('The conversation has too many participants', {
      participantIds: `must have at most ${MAX_PARTICIPANTS} participants`,
    });
}

function idFor(ctx: UserContext, { type, metadata = {} }: CreateConversation, people: readonly string[], key?: string) {
  if (type === 'group') return groupIdOf(ctx.user.id, key);
  const { refId, kind } = factsOf(type, metadata);
  return conversationIdOf({ type, participantIds: people, refId, kind });
}

type Done = {
  readonly change: Changing;
  readonly created: boolean;
  readonly shownAgain: boolean;
  readonly member: Member;
};

async function makeNew(ctx: UserContext, t: Tx, { id, input, people, bodyHash, at }: Wanted): Promise<Done> {
  const others = people.filter((userId) => userId !== ctx.user.id);
  await assertMayJoin(t, others);
  const metadata = (input.metadata ?? {}) as JsonObject;
  const conversation: Conversation = {
    type: input.type,
    participantIds: [...people],
    metadata,
    ...factsOf(input.type, metadata),
    ownerId: ctx.user.id,
    createdBy: ctx.user.id,
    createdAt: at,
    updatedAt: at,
    deletedAt: null,
    messageSeq: 0,
    rev: 0,
    infoRev: 0,
    epoch: Date.parse(at).toString(36),
    lastMessage: null,
    lastMessageAt: null,
    activityAt: at,
    listChangedAt: at,
    ...(bodyHash !== undefined && { bodyHash }),
  };
  const join = (userId: string, role: Member['role']) =>
    newMember({ conversationId: id, userId, role, headSeq: 0, at });
  const member = join(ctx.user.id, 'owner');

  t.create(Conversations, id, conversation);
  writeMember(t, member);
  for (const userId of others) writeMember(t, join(userId, 'member'));
  return { change: changeOf({ id, data: conversation }), created: true, shownAgain: false, member };
}

/** Returns the group created under a key while its creator is a member. The key does not let a user rejoin. */
async function sameGroup(ctx: UserContext, t: Tx, { id, bodyHash }: Wanted, data: Conversation): Promise<Done> {
  if (data.deletedAt !== null)
    throw conflict('The conversation created with this key was deleted', { code: 'ConversationDeleted' });
  const [member] = await memberRowsOf(t, id, [ctx.user.id]);
  if (!member || !data.participantIds.includes(ctx.user.id))
    throw conflict('You have left the conversation created with this key', { code: 'ConversationLeft' });
  if (data.bodyHash !== undefined && data.bodyHash !== bodyHash)
    throw conflict('This key was already used for another conversation', { code: 'IdempotencyMismatch' });
  return { change: changeOf({ id, data }), created: false, shownAgain: false, member };
}

async function joinAgain(ctx: UserContext, t: Tx, wanted: Wanted, conversation: Conversation): Promise<Done> {
  const { id, people, at } = wanted;
  const back = people.filter((userId) => !conversation.participantIds.includes(userId));
  const [known] = await Promise.all([
    memberRowsOf(t, id, people),
    assertMayJoin(
      t,
      back.filter((userId) => userId !== ctx.user.id),
    ),
  ]);
  const mine = known.find(({ userId }) => userId === ctx.user.id);
  const found = listedAgain(ctx, wanted, conversation);

  if (back.length === 0 && mine) {
    const member = { ...mine, hiddenAtSeq: null, updatedAt: at };
    const isHidden = mine.hiddenAtSeq !== null;
    if (found.events.length > 0) writeChange(t, found);
    if (isHidden) writeMember(t, member);
    return { change: found, created: false, shownAgain: isHidden, member };
  }
  const { change, members } = withJoined(found, { userIds: back, byId: ctx.user.id, at });
  writeChange(t, change);
  for (const joined of members) writeMember(t, joined);
  const own = members.find(({ userId }) => userId === ctx.user.id) ?? mine;
  if (!own) throw new Error('a participant has no member row');
  const member = { ...own, hiddenAtSeq: null };
  if (mine && mine.hiddenAtSeq !== null) writeMember(t, { ...member, updatedAt: at });
  return { change, created: false, shownAgain: false, member };
}

/**
 * Makes a hidden tool conversation visible again when it is requested without any sign of a tool. Two users share one
 * conversation id. Otherwise, the first to mark the conversation as a tool would hide the other's messages for good.
 */
function listedAgain({ user }: UserContext, { id, input, at }: Wanted, data: Conversation): Changing {
  const change = changeOf({ id, data });
  const isTheirTool = data.type !== 'direct' && data.createdBy === user.id;
  if (data.listed || isTheirTool || isHiddenTool(input.metadata ?? {})) return change;
  const metadata = withoutToolSigns(data.metadata);
  return withInfo(change, { metadata, ...factsOf(data.type, metadata), updatedAt: at }, 'conversation.updated');
}
