import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';
import { type ConversationType, conversationTypes } from '#lib/messaging/values.ts';

/** What the list shows, as its address says it. */
export type ListFilter = {
  readonly show: 'all' | 'unread' | 'archived';
  readonly type: ConversationType | null;
  readonly q: string;
};

export const noFilter: ListFilter = { show: 'all', type: null, q: '' };

/** Reads the filter off an address; what an address cannot mean is left out. */
export function filterIn(query: { get(name: string): string | null }): ListFilter {
  const show = query.get('show');
  return {
    show: show === 'unread' || show === 'archived' ? show : 'all',
    type: conversationTypes.find((type) => type === query.get('type')) ?? null,
    q: (query.get('q') ?? '').slice(0, 100),
  };
}

/** The filter as the query of an address, with what stands for everything left out. */
export function filterQuery({ show, type, q }: ListFilter): string {
  const query = new URLSearchParams();
  if (show !== 'all') query.set('show', show);
  if (type !== null) query.set('type', type);
  if (q.trim() !== '') query.set('q', q);
  return query.size === 0 ? '' : `?${query}`;
}

/** An address with another choice of what its list shows, whatever conversation is open at it. */
export const withFilter = (
  { pathname, search }: { readonly pathname: string; readonly search: string },
  change: Partial<ListFilter>,
): string => `${pathname}${filterQuery({ ...filterIn(new URLSearchParams(search)), ...change })}`;

/** What to ask for, as the query of `GET /api/conversations`. */
export function listQuery({ show, type, q }: ListFilter, cursor: string | null = null): URLSearchParams {
  const query = new URLSearchParams();
  if (type !== null) query.set('type', type);
  if (show === 'unread') query.set('unread', 'true');
  if (show === 'archived') query.set('archived', 'true');
  if (q.trim() !== '') query.set('q', q.trim());
  if (cursor !== null) query.set('cursor', cursor);
  return query;
}

/** What to ask the API for. */
export function listPath(filter: ListFilter, cursor: string | null = null): string {
  const query = listQuery(filter, cursor);
  return `/api/conversations${query.size === 0 ? '' : `?${query}`}`;
}

const activityOf = ({ lastMessageAt, createdAt }: ConversationView): string => lastMessageAt ?? createdAt;

/** The latest activity first, as the API has it. */
export const byActivity = (one: ConversationView, other: ConversationView): number =>
  compare(activityOf(other), activityOf(one)) || compare(other.id, one.id);

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Rows of several pages as one list without repeats; of two states of a row the one that comes later stands. */
export function mergedRows(...pages: readonly (readonly ConversationView[])[]): readonly ConversationView[] {
  const byId = new Map(pages.flat().map((row) => [row.id, row]));
  return [...byId.values()].sort(byActivity);
}

/**
 * A row as an event brings it. One that no longer fits the filter goes, unless it is the one that is open; one that was
 * not there comes only where the filter can be judged here, and where it does not lie beyond the end of what is loaded.
 */
export function withRow(
  rows: readonly ConversationView[],
  row: ConversationView,
  { filter, isWhole, openId = null }: { filter: ListFilter; isWhole: boolean; openId?: string | null },
): readonly ConversationView[] {
  const others = rows.filter(({ id }) => id !== row.id);
  const wasThere = others.length < rows.length;
  if (!fits(row, filter) && !(wasThere && row.id === openId && filter.show === 'unread')) return others;
  const isJudged = filter.q.trim() === '';
  const last = others.at(-1);
  const isWithin = isWhole || !last || byActivity(row, last) < 0;
  return wasThere || (isJudged && isWithin) ? mergedRows(others, [row]) : rows;
}

export const withoutRow = (rows: readonly ConversationView[], id: string): readonly ConversationView[] =>
  rows.some((row) => row.id === id) ? rows.filter((row) => row.id !== id) : rows;

function fits(row: ConversationView, { show, type }: ListFilter): boolean {
  if (type !== null && row.type !== type) return false;
  if (show === 'archived') return row.archived;
  return !row.archived && (show !== 'unread' || row.unreadCount > 0);
}

/**
 * The rows in the order in which they were last seen, while a hand is on the list: what moves up or comes new waits, and
 * what has gone goes.
 */
export function heldRows(rows: readonly ConversationView[], held: readonly string[]): readonly ConversationView[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const known = held.flatMap((id) => byId.get(id) ?? []);
  const last = known.at(-1);
  // More of the list may be loaded meanwhile: that is below.
  const below = last ? rows.slice(rows.indexOf(last) + 1).filter(({ id }) => !held.includes(id)) : rows;
  return [...known, ...below];
}
