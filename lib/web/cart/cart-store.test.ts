import { describe, expect, it } from 'vitest';
import type { CartLine } from '#lib/store/schemas/cart.ts';
import { ApiProblem } from '#lib/web/api/api-client.ts';
import { openStorage } from '#lib/web/browser-storage.ts';
import { CartStore } from './cart-store.ts';
import { BACKUP_KEY, CART_KEY, OWNER_KEY, qtyOf, readCart, writeBackup, writeCart } from './guest-cart.ts';
import type { CartApi } from './hydrate-cart.ts';

const now = new Date('2026-03-01T10:00:00.000Z');

const short = (available: Record<string, string>) =>
  new ApiProblem({
    error: 'Conflict',
    message: 'Not enough stock',
    statusCode: 409,
    details: { code: 'InsufficientStock', ...available },
  });

/** Opens the server's side of the cart, with a stock it refuses to exceed. */
function shopServer({ items = [], saved = false, stock = {} }: Partial<Shelf> = {}) {
  const shelf: Shelf = { items, saved, stock, rev: 0 };
  const saves: (readonly CartLine[])[] = [];
  const api: CartApi = {
    read: async () => ({ items: [...shelf.items], updatedAt: shelf.saved ? stampOf(shelf) : null }),
    async save(lines) {
      saves.push(lines);
      const over = lines.filter(({ id, qty }) => qty > (shelf.stock[id] ?? Number.POSITIVE_INFINITY));
      if (over.length > 0) throw short(Object.fromEntries(over.map(({ id }) => [id, String(shelf.stock[id])])));
      shelf.items = lines;
      shelf.saved = true;
      shelf.rev += 1;
      return { items: [...lines], updatedAt: stampOf(shelf) };
    },
  };
  return { shelf, saves, api };
}
type Shelf = { items: readonly CartLine[]; saved: boolean; stock: Record<string, number>; rev: number };
/** Each state of the cart has a time of its own. */
const stampOf = ({ rev }: Shelf) => new Date(now.getTime() + rev).toISOString();

/** Opens a tab: its storage, its manual timers and its store. */
function openTab(api: CartApi, storage = emptyStorage()) {
  const timers = new Set<() => void>();
  const store = new CartStore({
    storage,
    api,
    now: () => now,
    later(work) {
      timers.add(work);
      return () => timers.delete(work);
    },
  });
  const tick = async () => {
    for (const work of [...timers]) {
      timers.delete(work);
      work();
    }
    await store.settled();
  };
  return { store, storage, tick, timers };
}

const emptyStorage = () =>
  openStorage(() => {
    throw new Error('no browser here');
  });

const guestWith = (...items: CartLine[]) => {
  const storage = emptyStorage();
  writeCart(storage, items, now);
  return storage;
};

const lamp = { id: 'lamp', qty: 1 };
const mug = { id: 'mug', qty: 4 };

describe('the cart of a guest', () => {
  it('is ready at once and sends nothing to the server', async () => {
    const { api, saves } = shopServer();
    const { store, storage, timers } = openTab(api, guestWith(lamp));

    await store.open(null);
    store.add('lamp', 2);

    expect(store.state()).toMatchObject({ ready: true, saving: false, inStep: false, lines: [{ id: 'lamp', qty: 3 }] });
    expect(readCart(storage)).toEqual([{ id: 'lamp', qty: 3 }]);
    expect([saves.length, timers.size]).toEqual([0, 0]);
  });

  it('follows the changes of another tab', async () => {
    const { api } = shopServer();
    const { store, storage } = openTab(api, guestWith(lamp));
    await store.open(null);

    writeCart(storage, [lamp, mug], now);
    store.storageChanged(CART_KEY);

    expect(store.state().lines).toEqual([lamp, mug]);
  });
});

describe('signing in', () => {
  it('saves the guest cart when the user never had a server cart', async () => {
    const { api, shelf } = shopServer();
    const { store, storage } = openTab(api, guestWith(lamp, mug));

    await store.open('usr_anna');

    expect(shelf.items).toEqual([lamp, mug]);
    expect(store.state()).toMatchObject({ ready: true, lines: [lamp, mug], backup: null });
    expect(storage.getItem(OWNER_KEY)).toBe('usr_anna');
  });

  it('saves the available part of the guest cart, and reports the rest', async () => {
    const { api, shelf } = shopServer({ stock: { mug: 1, lamp: 0 } });
    const { store } = openTab(api, guestWith(lamp, mug));

    await store.open('usr_anna');

    expect(shelf.items).toEqual([{ id: 'mug', qty: 1 }]);
    expect(store.state().clamped).toEqual([
      { id: 'lamp', wanted: 1, left: 0 },
      { id: 'mug', wanted: 4, left: 1 },
    ]);
    expect(store.state().backup).toBeNull();
  });

  it('keeps the server cart and backs up the guest lines that it lacks', async () => {
    const { api, shelf, saves } = shopServer({ saved: true, items: [{ id: 'mug', qty: 1 }] });
    const { store, storage } = openTab(api, guestWith(lamp, mug));

    await store.open('usr_anna');

    expect(saves).toEqual([]);
    expect(store.state().lines).toEqual(shelf.items);
    expect(store.state().backup?.items).toEqual([lamp]);
    expect(readCart(storage)).toEqual([{ id: 'mug', qty: 1 }]);
  });

  it('keeps a server cart that was emptied', async () => {
    const { api, saves } = shopServer({ saved: true });
    const { store } = openTab(api, guestWith(lamp));

    await store.open('usr_anna');

    expect(store.state()).toMatchObject({ lines: [], backup: { items: [lamp] } });
    expect(saves).toEqual([]);
  });

  it('saves the guest cart over an empty server cart when the shopper signs in to buy', async () => {
    const { api, shelf } = shopServer({ saved: true, stock: { mug: 2 } });
    const { store } = openTab(api, guestWith(lamp, mug));
    await store.open(null);

    store.carryOver();
    await store.open('usr_anna');

    expect(shelf.items).toEqual([lamp, { id: 'mug', qty: 2 }]);
    expect(store.state()).toMatchObject({ ready: true, saving: false, backup: null });
    expect(store.state().clamped).toEqual([{ id: 'mug', wanted: 4, left: 2 }]);
  });

  it('keeps a server cart with lines also when the shopper signs in to buy', async () => {
    const { api, shelf } = shopServer({ saved: true, items: [mug] });
    const { store } = openTab(api, guestWith(lamp));
    await store.open(null);

    store.carryOver();
    await store.open('usr_anna');

    expect(shelf.items).toEqual([mug]);
    expect(store.state()).toMatchObject({ lines: [mug], backup: { items: [lamp] } });
  });

  it('does not treat the stored copy of the server cart as a guest cart', async () => {
    const { api } = shopServer({ saved: true, items: [mug] });
    const storage = guestWith(lamp, mug);
    storage.setItem(OWNER_KEY, 'usr_anna');
    const { store } = openTab(api, storage);

    await store.open('usr_anna');

    expect(store.state()).toMatchObject({ lines: [mug], backup: null });
  });

  it('never shows the stored cart of another user', async () => {
    const { api, shelf } = shopServer();
    const storage = guestWith(lamp);
    storage.setItem(OWNER_KEY, 'usr_boris');
    const { store } = openTab(api, storage);

    const opening = store.open('usr_anna');
    const before = store.state().lines;
    await opening;

    expect(before).toEqual([]);
    expect(store.state()).toMatchObject({ lines: [], backup: null });
    expect(shelf.items).toEqual([]);
  });

  it('never shows the backup of another user, and deletes that backup', async () => {
    const { api } = shopServer();
    const storage = guestWith(lamp);
    storage.setItem(OWNER_KEY, 'usr_boris');
    writeBackup(storage, [mug], now);
    const { store } = openTab(api, storage);

    const opening = store.open('usr_anna');
    const before = store.state().backup;
    await opening;

    expect(before).toBeNull();
    expect(store.state().backup).toBeNull();
    expect(storage.getItem(BACKUP_KEY)).toBeNull();
  });

  it('drops a line whose product does not exist', async () => {
    const { shelf, api } = shopServer();
    const strict: CartApi = {
      ...api,
      save: (lines) =>
        lines.some(({ id }) => id === 'ghost')
          ? Promise.reject(
              new ApiProblem({
                error: 'ValidationError',
                message: 'No such product',
                statusCode: 400,
                details: { 'items.0.id': 'does not exist' },
              }),
            )
          : api.save(lines),
    };
    const { store } = openTab(strict, guestWith({ id: 'ghost', qty: 1 }, mug));

    await store.open('usr_anna');

    expect(shelf.items).toEqual([mug]);
    expect(store.state().clamped).toEqual([{ id: 'ghost', wanted: 1, left: 0 }]);
  });
});

describe('the backup of a cart', () => {
  const signedInWithBackup = async (stock = {}) => {
    const server = shopServer({ saved: true, items: [{ id: 'mug', qty: 2 }], stock });
    const storage = emptyStorage();
    writeBackup(storage, [lamp, mug], now);
    const tab = openTab(server.api, storage);
    await tab.store.open('usr_anna');
    return { ...server, ...tab };
  };

  it('is restored with the larger quantity of each product', async () => {
    const { store, shelf, storage } = await signedInWithBackup();

    await store.restore();

    expect(shelf.items).toEqual([mug, lamp]);
    expect(store.state().backup).toBeNull();
    expect(storage.getItem(BACKUP_KEY)).toBeNull();
  });

  it('is restored as far as the stock goes, with a notice for each reduced line', async () => {
    const { store, shelf } = await signedInWithBackup({ mug: 3 });

    await store.restore();

    expect(shelf.items).toEqual([{ id: 'mug', qty: 3 }, lamp]);
    expect(store.state().clamped).toEqual([{ id: 'mug', wanted: 4, left: 3 }]);
  });

  it('is deleted when the shopper dismisses it', async () => {
    const { store, storage } = await signedInWithBackup();

    store.dismissBackup();

    expect(store.state().backup).toBeNull();
    expect(storage.getItem(BACKUP_KEY)).toBeNull();
  });

  it('is kept when restoring it fails', async () => {
    const { store, api } = await signedInWithBackup();
    api.save = () => Promise.reject(new ApiProblem({ error: 'Unreachable', message: 'gone', statusCode: 0 }));

    await store.restore();

    expect(store.state()).toMatchObject({ problem: { code: 'Unreachable' }, backup: { items: [lamp, mug] } });
  });
});

describe('a failed request', () => {
  it('for lack of stock reduces each line to the stock, saves the cart and reports the lines', async () => {
    const { api, shelf } = shopServer({ saved: true, items: [lamp, mug] });
    const { store } = openTab(api);
    await store.open('usr_anna');

    await store.reduceToAvailable({ mug: '1', lamp: '0', orderId: 'ord_1' });

    expect(shelf.items).toEqual([{ id: 'mug', qty: 1 }]);
    expect(store.state().clamped.map(({ id, left }) => [id, left])).toEqual([
      ['lamp', 0],
      ['mug', 1],
    ]);
  });

  it('for the cart is repeated by a retry', async () => {
    const { api } = shopServer({ saved: true, items: [mug] });
    const whole = { ...api };
    api.read = () => Promise.reject(new ApiProblem({ error: 'Unreachable', message: 'gone', statusCode: 0 }));
    const { store } = openTab(api);
    await store.open('usr_anna');
    const problem = store.state().problem;
    Object.assign(api, whole);

    await store.retry();

    expect(problem?.code).toBe('Unreachable');
    expect(store.state()).toMatchObject({ ready: true, problem: null, lines: [mug] });
  });
});

describe('changing a saved cart', () => {
  const signedIn = async (stock = {}) => {
    const server = shopServer({ saved: true, items: [lamp], stock });
    const tab = openTab(server.api);
    await tab.store.open('usr_anna');
    return { ...server, ...tab };
  };

  it('shows each change at once, and saves only the last of several quick changes', async () => {
    const { store, saves, tick } = await signedIn();

    store.setQty('lamp', 2);
    store.setQty('lamp', 3);
    store.setQty('lamp', 4);
    const shown = qtyOf(store.state().lines, 'lamp');
    const savedBefore = [saves.length, store.state().inStep];
    await tick();

    expect(shown).toBe(4);
    expect(savedBefore).toEqual([0, false]);
    expect(saves).toEqual([[{ id: 'lamp', qty: 4 }]]);
    expect(store.state().inStep).toBe(true);
  });

  it('returns to the available stock when the server rejects the quantity', async () => {
    const { store, shelf, tick, storage } = await signedIn({ lamp: 2 });

    store.setQty('lamp', 9);
    await tick();

    expect(store.state()).toMatchObject({
      lines: [{ id: 'lamp', qty: 2 }],
      clamped: [{ id: 'lamp', wanted: 9, left: 2 }],
      saving: false,
    });
    expect(shelf.items).toEqual([{ id: 'lamp', qty: 2 }]);
    expect(readCart(storage)).toEqual([{ id: 'lamp', qty: 2 }]);
  });

  it('is never undone by an older response', async () => {
    const { store, shelf, tick, timers } = await signedIn();
    store.setQty('lamp', 2);
    const first = tick();
    store.setQty('lamp', 5);
    await first;

    const shown = qtyOf(store.state().lines, 'lamp');
    await tick();

    expect(shown).toBe(5);
    expect(shelf.items).toEqual([{ id: 'lamp', qty: 5 }]);
    expect(timers.size).toBe(0);
  });

  it('is saved when the page is left before the save', async () => {
    const { store, shelf, timers } = await signedIn();

    store.setQty('lamp', 7);
    store.leave();
    await Promise.resolve();

    expect(shelf.items).toEqual([{ id: 'lamp', qty: 7 }]);
    expect(timers.size).toBe(0);
  });

  it('is kept when the server is unreachable, and saved with the next change', async () => {
    const { store, api, tick } = await signedIn();
    const whole = { ...api };
    api.save = () => Promise.reject(new ApiProblem({ error: 'Unreachable', message: 'gone', statusCode: 0 }));
    store.setQty('lamp', 3);
    await tick();
    const problem = store.state().problem;
    Object.assign(api, whole);

    store.add('mug', 1);
    await tick();

    expect(problem?.code).toBe('Unreachable');
    expect(store.state()).toMatchObject({
      problem: null,
      lines: [
        { id: 'lamp', qty: 3 },
        { id: 'mug', qty: 1 },
      ],
    });
  });

  it('returns whether the cart had room for another product', async () => {
    const { store } = await signedIn();
    for (let n = 1; n < 50; n += 1) store.add(`p${n}`, 1);

    expect(store.add('one-more', 1)).toBe(false);
    expect(store.add('lamp', 1)).toBe(true);
    expect(store.state().lines).toHaveLength(50);
    expect(qtyOf(store.state().lines, 'one-more')).toBe(0);
  });

  it('reports each reduced product once when order lines return to the cart', async () => {
    const { store } = await signedIn();

    await store.reload([{ id: 'lamp', wanted: 4, left: 2 }]);
    await store.reload([{ id: 'lamp', wanted: 2, left: 1 }]);

    expect(store.state().clamped).toEqual([{ id: 'lamp', wanted: 4, left: 1 }]);
  });

  it('turns the stored copy into a guest cart when no user is signed in', async () => {
    const { store, storage } = await signedIn();

    await store.open(null);
    store.add('mug', 1);

    expect(storage.getItem(OWNER_KEY)).toBeNull();
    expect(readCart(storage)).toEqual([lamp, { id: 'mug', qty: 1 }]);
  });

  it('leaves no stored cart and no pending save at sign-out', async () => {
    const { store, storage, saves, tick } = await signedIn();
    store.setQty('lamp', 9);

    store.forget();
    await tick();

    expect(storage.getItem(CART_KEY)).toBeNull();
    expect(store.state().lines).toEqual([]);
    expect(saves).toEqual([]);
  });
});

describe('a change that could not be saved', () => {
  const offline = () => Promise.reject(new ApiProblem({ error: 'Unreachable', message: 'gone', statusCode: 0 }));
  /** Opens a cart whose last change the server has not accepted, with the server working again. */
  const unsaved = async (change: (store: CartStore) => void, stock = {}) => {
    const server = shopServer({ saved: true, items: [lamp], stock });
    const whole = { ...server.api };
    const tab = openTab(server.api);
    await tab.store.open('usr_anna');
    server.api.save = offline;
    change(tab.store);
    await tab.tick();
    Object.assign(server.api, whole);
    return { ...server, ...tab };
  };

  it.each([
    ['an added product', (store: CartStore) => void store.add('mug', 4), [lamp, mug]],
    ['a changed quantity', (store: CartStore) => store.setQty('lamp', 3), [{ id: 'lamp', qty: 3 }]],
    ['the last product removed', (store: CartStore) => store.setQty('lamp', 0), []],
  ])('is saved by the next page: %s', async (_, change, expected) => {
    const { api, shelf, storage } = await unsaved(change);
    const next = openTab(api, storage);

    await next.store.open('usr_anna');

    expect(shelf.items).toEqual(expected);
    expect(next.store.state()).toMatchObject({ lines: expected, inStep: true, backup: null });
  });

  it('is saved by the next page as far as the stock goes, with a notice about the rest', async () => {
    const { api, shelf, storage } = await unsaved((store) => store.add('mug', 4), { mug: 1 });
    const next = openTab(api, storage);

    await next.store.open('usr_anna');

    expect(shelf.items).toEqual([lamp, { id: 'mug', qty: 1 }]);
    expect(next.store.state().clamped).toEqual([{ id: 'mug', wanted: 4, left: 1 }]);
  });

  it('is kept as a backup when the cart has changed elsewhere', async () => {
    const { api, shelf, storage } = await unsaved((store) => store.add('mug', 4));
    await api.save([{ id: 'tea', qty: 1 }]); // from another browser
    const next = openTab(api, storage);

    await next.store.open('usr_anna');

    expect(shelf.items).toEqual([{ id: 'tea', qty: 1 }]);
    expect(next.store.state()).toMatchObject({ lines: shelf.items, backup: { items: [lamp, mug] } });
  });

  it('never undoes an order, neither in this tab nor in another', async () => {
    const { api, shelf, store, storage } = await unsaved((tab) => tab.add('mug', 4));
    const other = openTab(api, storage);
    await other.store.open('usr_anna');
    api.save = offline;
    other.store.add('tea', 1);
    await other.tick();
    Object.assign(shelf, { items: [], rev: shelf.rev + 1 }); // the order

    await store.reload();
    other.store.storageChanged(CART_KEY);
    other.store.leave();
    const next = openTab(api, storage);
    await next.store.open('usr_anna');

    expect(shelf.items).toEqual([]);
    expect(other.store.state()).toMatchObject({ lines: [], inStep: true });
    expect(next.store.state()).toMatchObject({ lines: [], backup: null });
  });

  it('never undoes an order when the cart could not be read at first', async () => {
    const { api, shelf, store } = await unsaved((tab) => tab.add('mug', 4));
    Object.assign(shelf, { items: [], rev: shelf.rev + 1 }); // the order
    const whole = { ...api };
    api.read = offline;
    await store.reload();
    Object.assign(api, whole);

    await store.retry();

    expect(shelf.items).toEqual([]);
    expect(store.state()).toMatchObject({ lines: [], problem: null, inStep: true });
  });

  it('is sent once more when the page is left, also during another save', async () => {
    const server = shopServer({ saved: true, items: [lamp] });
    const { store, tick } = openTab(server.api);
    await store.open('usr_anna');
    const whole = { ...server.api };
    const sent: unknown[] = [];
    server.api.save = (lines, options) => {
      sent.push([lines, options]);
      return options?.keepalive ? whole.save(lines) : offline();
    };
    store.setQty('lamp', 7);
    const saving = tick();

    store.leave();
    await saving;

    expect(sent).toContainEqual([[{ id: 'lamp', qty: 7 }], { keepalive: true }]);
    expect(server.shelf.items).toEqual([{ id: 'lamp', qty: 7 }]);
  });

  it('is not sent again once it was saved, nor for a guest, nor after sign-out', async () => {
    const { store, saves, tick } = await unsaved((tab) => tab.add('mug', 4));
    await store.retry();
    await tick();
    const after = saves.length;

    store.leave();
    store.setQty('lamp', 2);
    store.forget();
    store.leave();
    await store.open(null);
    store.add('mug', 1);
    store.leave();

    expect(saves).toHaveLength(after);
  });
});
