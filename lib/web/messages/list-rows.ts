import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';
import { type ConversationType, conversationTypes } from '#lib/messaging/values.ts';

/** The filter of the list, as its address says. */
export type ListFilter = {
  readonly show: 'all' | 'unread' | 'archived';
  readonly type: ConversationType | null;
  readonly q: string;
};

export const noFilter: ListFilter = { show: 'all', type: null, q: '' };

/** Parses the filter of an address. Invalid values are ignored. */
export function filterIn(query: { get(name: string): string | null }): ListFilter {
  const show = query.get('show');
  return {
    show: show === 'unread' || show === 'archived' ? show : 'all',
    type: conversationTypes.find((type) => type === query.get('type')) ?? null,
    q: (query.get('q') ?? '').slice(0, 100),
  };
}

/** Returns the filter as the query of an address, without default values. */
export function filterQuery({ show, type, q }: ListFilter): string {
  const query = new URLSearchParams();
  if (show !== 'all') query.set('show', show);
  if (type !== null) query.set('type', type);
  if (q.trim() !== '') query.set('q', q);
  return query.size === 0 ? '' : `?${query}`;
}

/** Returns the current address with another filter of the list, whatever conversation is open. */
export const withFilter = (
  { pathname, search }: { readonly pathname: string; readonly search: string },
  change: Partial<ListFilter>,
): string => `${pathname}${filterQuery({ ...filterIn(new URLSearchParams(search)), ...change })}`;

/** Returns the query of `GET /api/conversations`. */
export function listQuery({ show, type, q }: ListFilter, cursor: string | null = null): URLSearchParams {
  const query = new URLSearchParams();
  if (type !== null) query.set('type', type);
  if (show === 'unread') query.set('unread', 'true');
  if (show === 'archived') query.set('archived', 'true');
  if (q.trim() !== '') query.set('q', q.trim());
  if (cursor !== null) query.set('cursor', cursor);
  return query;
}

/** Returns the API path of a list. */
export function listPath(filter: ListFilter, cursor: string | null = null): string {
  const query = listQuery(filter, cursor);
  return `/api/conversations${query.size === 0 ? '' : `?${query}`}`;
}

const activityOf = ({ lastMessageAt, createdAt }: ConversationView): string => lastMessageAt ?? createdAt;

/** Compares by latest activity, newest first, like the API. */
export const byActivity = (a: ConversationView, b: ConversationView): number =>
  compare(activityOf(b), activityOf(a)) || compare(b.id, a.id);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Merges rows of several pages into one list without repeats. Of two states of a row the later page wins. */
export function mergedRows(...pages: readonly (readonly ConversationView[])[]): readonly ConversationView[] {
  const byId = new Map(pages.flat().map((row) => [row.id, row]));
  return [...byId.values()].sort(byActivity);
}

/**
 * Applies the row of an event. A row that no longer matches the filter is removed, unless its conversation is open. A
 * new row is added only if the filter can be checked here and the row is not below the last loaded one.
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
 * Keeps the rows in their last shown order while the pointer is on the list. Rows that would move up or are new wait,
 * removed rows go.
 */
export function heldRows(rows: readonly ConversationView[], held: readonly string[]): readonly ConversationView[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const known = held.flatMap((id) => byId.get(id) ?? []);
  const last = known.at(-1);
  // More of the list may be loaded meanwhile. Those rows are below.
  const below = last ? rows.slice(rows.indexOf(last) + 1).filter(({ id }) => !held.includes(id)) : rows;
  return [...known, ...below];
}
