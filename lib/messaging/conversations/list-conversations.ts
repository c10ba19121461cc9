import { Users } from '#lib/auth/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { canonicalJson } from '#lib/core/canonical-json.ts';
import { invalid } from '#lib/core/errors.ts';
import { ID_PATTERN } from '#lib/core/id-pattern.ts';
import { hashOf } from '#lib/core/ids.ts';
import { cursorAfter } from '#lib/data/cursor.ts';
import type { Query } from '#lib/data/query.ts';
import type { Row } from '#lib/data/store.ts';
import { membersOf } from '#lib/messaging/members/members.ts';
import { personOf } from '#lib/messaging/members/people.ts';
import { conversationsByLatest, conversationsUpwards, type ListFilter } from '#lib/messaging/queries.ts';
import type { Conversation, ConversationView, Member } from '#lib/messaging/schemas/conversation.ts';
import type { ConversationPage, ConversationsQuery } from '#lib/messaging/schemas/conversation-input.ts';
import { fold } from '#lib/search/terms.ts';
import { unreadTotal } from './unread.ts';
import { isHidden, unreadOf, viewFor } from './views.ts';

/** The maximum number of rows that one call checks for filters without an index. The next page continues there. */
const MOST_ROWS = 500;
const BATCH = 100;

type Place = { readonly activityAt: string; readonly id: string };
type Found = { readonly views: readonly ConversationView[]; readonly last: Place | null; readonly more: boolean };

/** Returns one page of the caller's listed conversations, latest activity first, in either direction. */
export async function listConversations(ctx: UserContext, query: ConversationsQuery): Promise<ConversationPage> {
  const place = query.cursor === undefined ? null : placeOf(query, query.cursor);
  const isUpwards = query.direction === 'after';
  const { views, last, more } = await walk(ctx, query, place);
  const shown = isUpwards ? views.toReversed() : views;
  const cursor = (at: Place | null | undefined): string | null => (at ? cursorOf(query, at) : null);
  // The opposite direction continues before the first row found, or where this page began.
  const back = place ? (placeOfView(views[0]) ?? place) : null;
  const total = place === null ? { unreadTotal: await unreadTotal(ctx, ctx.user.id) } : {};
  return {
    conversations: [...shown],
    pagination: { nextCursor: more ? cursor(last) : null, prevCursor: cursor(back), hasMore: more },
    ...total,
  };
}

async function walk(ctx: UserContext, query: ConversationsQuery, from: Place | null): Promise<Found> {
  const { user, data } = ctx;
  const now = ctx.now();
  const filter = filterOf(query);
  const isUpwards = query.direction === 'after';
  // Unfiltered pages fill at once; for filtered pages larger batches save queries.
  const step = isPlain(query) ? query.limit : BATCH;
  const described = isUpwards ? conversationsUpwards(user.id, step) : conversationsByLatest(user.id, filter, step);
  const views: ConversationView[] = [];
  let last = from;
  for (let looked = 0; looked < MOST_ROWS; looked += step) {
    const { rows, next } = await data.find(after(described, last));
    const [members, names] = await Promise.all([
      membersOf(data, rows, user.id),
      query.q === undefined ? new Map<string, string>() : namesOfOthers(ctx, rows),
    ]);
    for (const [at, row] of rows.entries()) {
      const member = members[at];
      last = { activityAt: row.data.activityAt, id: row.id };
      if (member && fits(row, member, query, names)) views.push(viewFor(row, member, now));
      if (views.length === query.limit) return { views, last, more: next !== null || at < rows.length - 1 };
    }
    if (next === null) return { views, last, more: false };
  }
  return { views, last, more: true };
}

const after = (query: Query<Conversation>, place: Place | null): Query<Conversation> =>
  place === null ? query : query.after(cursorAfter(query, { id: place.id, data: { activityAt: place.activityAt } }));

const referenceOf = ({ entityId, opportunityId, productId }: ConversationsQuery) =>
  entityId !== undefined
    ? ({ type: 'entity', refId: entityId } as const)
    : opportunityId !== undefined
      ? ({ type: 'opportunity', refId: opportunityId } as const)
      : productId !== undefined
        ? ({ type: 'product', refId: productId } as const)
        : null;

const filterOf = (query: ConversationsQuery): ListFilter => {
  const reference = referenceOf(query);
  return {
    type: reference?.type ?? query.type,
    refId: reference?.refId,
    vendorId: query.vendorId,
    kind: query.kind,
  };
};

const isPlain = ({ unread, participantId, q, archived, direction }: ConversationsQuery): boolean =>
  !unread && participantId === undefined && q === undefined && archived !== 'true' && direction === 'before';

function fits(
  { id, data }: Row<Conversation>,
  member: Member,
  query: ConversationsQuery,
  names: ReadonlyMap<string, string>,
): boolean {
  const { type, refId, vendorId, kind } = filterOf(query);
  return (
    !isHidden(data, member) &&
    (query.archived === 'all' || member.archived === (query.archived === 'true')) &&
    (!query.unread || unreadOf(data, member) > 0) &&
    (query.participantId === undefined || data.participantIds.includes(query.participantId)) &&
    (query.q === undefined || isNamed(data, query.q) || hasWord(names.get(id) ?? '', query.q)) &&
    (type === undefined || data.type === type) &&
    (refId === undefined || data.refId === refId) &&
    (vendorId === undefined || data.vendorId === vendorId) &&
    (kind === undefined || data.kind === kind)
  );
}

const isNamed = ({ metadata }: Conversation, q: string): boolean =>
  [metadata.subject, metadata.groupName].some(
    (name) => typeof name === 'string' && fold(name.trim()).startsWith(fold(q.trim())),
  );

/** Returns names by conversation id. A conversation between two users has the name of the other user. */
async function namesOfOthers(
  { data, user }: UserContext,
  rows: readonly Row<Conversation>[],
): Promise<ReadonlyMap<string, string>> {
  const others = rows.flatMap((row) => {
    const peerId = row.data.participantIds.find((id) => id !== user.id);
    return row.data.participantIds.length === 2 && peerId !== undefined ? [{ id: row.id, other: peerId }] : [];
  });
  const users = await data.getMany(Users, [...new Set(others.map(({ other }) => other))]);
  const people = new Map(users.flatMap((row) => (row ? [[row.id, personOf(row.id, row.data).name] as const] : [])));
  return new Map(others.map(({ id, other }) => [id, people.get(other) ?? '']));
}

/** Whether the name, or any word in it, begins with the search text. */
function hasWord(name: string, q: string): boolean {
  const [folded, sought] = [fold(name), fold(q.trim())];
  return folded.startsWith(sought) || folded.includes(` ${sought}`);
}

const placeOfView = (view: ConversationView | undefined): Place | null =>
  view ? { activityAt: view.lastMessageAt ?? view.createdAt, id: view.id } : null;

/** Returns the mark of a cursor: a cursor is valid for one set of filters, in both directions. */
const markOf = ({ limit: _, cursor: __, direction: ___, ...filters }: ConversationsQuery): string =>
  hashOf('conversations', canonicalJson(filters)).slice(0, 8);

const cursorOf = (query: ConversationsQuery, { activityAt, id }: Place): string =>
  Buffer.from(JSON.stringify([markOf(query), activityAt, id])).toString('base64url');

function placeOf(query: ConversationsQuery, cursor: string): Place {
  const [mark, activityAt, id] = unpacked(cursor);
  if (mark !== markOf(query) || typeof activityAt !== 'string' || typeof id !== 'string' || !ID_PATTERN.test(id))
    throw invalid(
      'The cursor belongs to another query',
      { cursor: 'is not a cursor of this query' },
      { code: 'InvalidCursor' },
    );
  return { activityAt, id };
}

function unpacked(cursor: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
