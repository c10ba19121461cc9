import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MOST_WISHES } from '#lib/store/limits.ts';
import { ApiProblem } from '#lib/web/api/api-client.ts';
import type { CartStorage } from '#lib/web/cart/guest-cart.ts';
import { readGuestWishes, WISHLIST_KEY } from './guest-wishlist.ts';
import { WishStore } from './wish-store.ts';

const addedAt = '2026-01-01T00:00:00.000Z';
const full = new ApiProblem({ error: 'Conflict', message: 'Full', statusCode: 409, details: { code: 'WishlistFull' } });
const broken = new ApiProblem({ error: 'Bad Request', message: 'Broken', statusCode: 400 });
const away = new ApiProblem({ error: 'Unreachable', message: 'Away', statusCode: 0 });

let storage: CartStorage;
let server: string[];
let calls: string[];
/** The error of the next call that changes the list. */
let refusal: Error | null;
/** What happens while the server works on the next call. */
let meanwhile: (() => void) | null;

beforeEach(() => {
  const kept = new Map<string, string>();
  storage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
  server = [];
  calls = [];
  refusal = null;
  meanwhile = null;
});

async function answer(call: string, ids: readonly string[]) {
  calls.push(call);
  const error = refusal;
  refusal = null;
  meanwhile?.();
  if (error) throw error;
  server = [...ids];
  return { items: server.map((id) => ({ id, addedAt })), updatedAt: addedAt };
}

const openStore = () =>
  new WishStore({
    storage,
    api: {
      read: () => answer('read', server),
      add: (id) => answer(`add ${id}`, [id, ...server]),
      remove: (id) =>
        answer(
          `remove ${id}`,
          server.filter((known) => known !== id),
        ),
      merge: (ids) => answer(`merge ${ids.length}`, [...ids.filter((id) => !server.includes(id)), ...server]),
    },
  });

const show = (store: WishStore) => store.subscribe(() => undefined);
const settle = (store: WishStore) => vi.waitFor(() => expect(store.state().ready).toBe(true));

describe('WishStore', () => {
  it('keeps a guest’s list in the browser, the latest product first', async () => {
    const store = openStore();
    store.open(null);
    show(store);

    for (const id of ['mug', 'jug', 'cup', 'jug']) await store.toggle(id);

    expect(store.state()).toEqual({ ready: true, ids: ['cup', 'mug'], problem: null });
    expect(readGuestWishes(storage)).toEqual(['cup', 'mug']);
    expect(calls).toEqual([]);
  });

  it('asks the server for a user’s list once it is shown, and not before', async () => {
    server = ['mug'];
    const store = openStore();
    store.open('usr_1');
    expect(calls).toEqual([]);

    show(store);
    show(store);
    await settle(store);

    expect([store.state().ids, calls]).toEqual([['mug'], ['read']]);
  });

  it('merges a guest’s list at sign-in, also where nothing shows it, and forgets it in the browser', async () => {
    storage.setItem(WISHLIST_KEY, 'jug,mug,not an id,__x__,jug');
    server = ['mug'];
    const store = openStore();

    store.open('usr_1');
    await settle(store);

    expect([store.state().ids, calls]).toEqual([['jug', 'mug'], ['merge 2']]);
    expect(storage.getItem(WISHLIST_KEY)).toBeNull();
  });

  it('merges what fits when the account’s list is nearly full, keeps the rest and says so', async () => {
    storage.setItem(WISHLIST_KEY, 'jug,mug,cup');
    server = ['mug', ...Array.from({ length: MOST_WISHES - 2 }, (_, n) => `old_${n}`)];
    refusal = full;
    const store = openStore();

    store.open('usr_1');
    await settle(store);

    expect(calls).toEqual(['merge 3', 'read', 'merge 1']);
    expect(store.state().ids.slice(0, 2)).toEqual(['jug', 'mug']);
    expect(store.state().problem).toBe('full');
    expect(storage.getItem(WISHLIST_KEY)).toBe('cup');
  });

  it('asks for no merge of nothing when the account’s list is full', async () => {
    storage.setItem(WISHLIST_KEY, 'jug');
    server = Array.from({ length: MOST_WISHES }, (_, n) => `old_${n}`);
    refusal = full;
    const store = openStore();

    store.open('usr_1');
    await settle(store);

    expect([calls, store.state().problem, storage.getItem(WISHLIST_KEY)]).toEqual([['merge 1', 'read'], 'full', 'jug']);
  });

  it('keeps what another tab saves in the browser during the merge', async () => {
    storage.setItem(WISHLIST_KEY, 'jug');
    meanwhile = () => storage.setItem(WISHLIST_KEY, 'cup,jug');
    const store = openStore();
    store.open('usr_1');
    await settle(store);

    expect(storage.getItem(WISHLIST_KEY)).toBe('cup');
  });

  it('drops a guest’s list that the server does not understand, and reads', async () => {
    storage.setItem(WISHLIST_KEY, 'jug');
    server = ['mug'];
    refusal = broken;
    const store = openStore();

    store.open('usr_1');
    await settle(store);

    expect([store.state().ids, calls]).toEqual([['mug'], ['merge 1', 'read']]);
    expect(storage.getItem(WISHLIST_KEY)).toBeNull();
  });

  it('keeps the guest’s list when the server is away, and reads again on request', async () => {
    storage.setItem(WISHLIST_KEY, 'jug');
    refusal = away;
    const store = openStore();
    store.open('usr_1');
    await vi.waitFor(() => expect(store.state().problem).toBe('away'));
    expect([store.state().ready, storage.getItem(WISHLIST_KEY)]).toEqual([false, 'jug']);

    store.retry();
    await settle(store);

    expect(store.state()).toEqual({ ready: true, ids: ['jug'], problem: null });
  });

  it('reads a list again that could not be read, when a heart is pressed', async () => {
    refusal = away;
    const store = openStore();
    store.open('usr_1');
    show(store);
    await vi.waitFor(() => expect(store.state().problem).toBe('away'));
    store.seen();

    await store.toggle('mug');

    expect(store.state()).toEqual({ ready: true, ids: ['mug'], problem: null });
    expect(calls).toEqual(['read', 'read', 'add mug']);
  });

  it('shows a change at once and takes it back when the server refuses it', async () => {
    server = ['mug'];
    const store = openStore();
    store.open('usr_1');
    show(store);
    await settle(store);
    refusal = full;
    const seen: (readonly string[])[] = [];
    store.subscribe(() => seen.push(store.state().ids));

    await store.toggle('jug');

    expect(seen[0]).toEqual(['jug', 'mug']);
    expect(store.state()).toEqual({ ready: true, ids: ['mug'], problem: 'full' });
    store.seen();
    expect(store.state().problem).toBeNull();
  });

  it('works through quick presses in their order', async () => {
    const store = openStore();
    store.open('usr_1');

    await Promise.all([store.toggle('mug'), store.toggle('jug'), store.toggle('mug')]);

    expect([store.state().ids, calls]).toEqual([['jug'], ['read', 'add mug', 'add jug', 'remove mug']]);
  });

  it('shows nothing of one user to the next', async () => {
    server = ['mug'];
    const store = openStore();
    store.open('usr_1');
    show(store);
    await settle(store);

    store.open(null);

    expect(store.state()).toEqual({ ready: true, ids: [], problem: null });
  });

  it('ignores the response to an earlier user', async () => {
    server = ['mug'];
    const store = openStore();
    store.open('usr_1');
    show(store);
    store.open(null);

    await store.toggle('jug');

    expect(store.state().ids).toEqual(['jug']);
  });

  it('takes over what another tab of a guest has saved', () => {
    const store = openStore();
    store.open(null);
    show(store);
    storage.setItem(WISHLIST_KEY, 'cup');

    store.storageChanged('another_key');
    expect(store.state().ids).toEqual([]);
    store.storageChanged(WISHLIST_KEY);

    expect(store.state().ids).toEqual(['cup']);
  });
});
