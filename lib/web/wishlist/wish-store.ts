import { MOST_WISHES } from '#lib/store/limits.ts';
import type { WishlistView } from '#lib/store/schemas/shoppers/wishlist.ts';
import { ApiProblem } from '#lib/web/api/api-client.ts';
import type { CartStorage } from '#lib/web/cart/guest-cart.ts';
import { readGuestWishes, WISHLIST_KEY, writeGuestWishes } from './guest-wishlist.ts';

export type WishApi = {
  read(): Promise<WishlistView>;
  add(id: string): Promise<WishlistView>;
  remove(id: string): Promise<WishlistView>;
  merge(ids: readonly string[]): Promise<WishlistView>;
};

export type WishState = {
  /** False until the list of the browser or of the account was read. */
  readonly ready: boolean;
  /** The latest product first. */
  readonly ids: readonly string[];
  /** No place is left for all products, the last change was not saved, or the list could not be read. */
  readonly problem: 'full' | 'failed' | 'away' | null;
};

export const noWishes: WishState = { ready: false, ids: [], problem: null };

type Problem = WishState['problem'];
type Work = () => Promise<Partial<WishState> | undefined>;

type World = { readonly storage: CartStorage; readonly api: WishApi };

/**
 * The wishlist of one tab. A guest's list is in the browser's storage. A signed-in user's list is on the server: it is
 * requested once a component shows it, and a guest's list merges into it first. A change is shown at once and taken
 * back when the server refuses it.
 */
export class WishStore {
  #state = noWishes;
  #userId: string | null = null;
  #isOpen = false;
  #isAsked = false;
  /** Components that show the list. */
  #shown = 0;
  /** Changes of user, so that a late response about another list is ignored. */
  #round = 0;
  #work: Promise<void> = Promise.resolve();
  readonly #world: World;
  readonly #listeners = new Set<() => void>();

  constructor(world: World) {
    this.#world = world;
  }

  /** For a component that shows the list: it is requested for the first of them. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#shown += 1;
    this.#ask();
    const stop = this.watch(listener);
    return () => {
      this.#shown -= 1;
      stop();
    };
  };

  /** For a component that shows no more than problems. */
  readonly watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly state = (): WishState => this.#state;

  /** Opens the list of a guest (null) or of a user. Call it again after every sign-in and sign-out. */
  open(userId: string | null): void {
    this.#round += 1;
    this.#userId = userId;
    this.#isOpen = true;
    this.#isAsked = false;
    this.#show(noWishes);
    const hasGuestList = readGuestWishes(this.#world.storage).length > 0;
    if (this.#shown > 0 || (userId !== null && hasGuestList)) this.#ask();
  }

  /** Puts a product on the list, or takes it off. */
  toggle(id: string): Promise<void> {
    this.#ask();
    return this.#queue(() => this.#toggle(id), 'failed');
  }

  /** Handles a change of the guest's list by another tab. */
  storageChanged(key: string | null): void {
    if (this.#userId !== null || !this.#isAsked || (key !== null && key !== WISHLIST_KEY)) return;
    this.#show({ ids: readGuestWishes(this.#world.storage) });
  }

  /** The reader has seen the problem. */
  seen(): void {
    this.#show({ problem: null });
  }

  /** Reads the list again after that has failed. */
  retry(): void {
    this.#show({ problem: null });
    this.#isAsked = false;
    this.#ask();
  }

  #ask(): void {
    if (!this.#isOpen || this.#isAsked) return;
    this.#isAsked = true;
    if (this.#userId === null) this.#show({ ready: true, ids: readGuestWishes(this.#world.storage) });
    else void this.#queue(() => this.#takeOver(), 'away');
  }

  /**
   * Reads the list of the account, with a guest's list added to it as far as it fits. The browser keeps the rest, and
   * what another tab has saved there meanwhile.
   */
  async #takeOver(): Promise<Partial<WishState>> {
    const { storage, api } = this.#world;
    const guest = readGuestWishes(storage);
    if (guest.length === 0) return { ids: idsOf(await api.read()) };
    const { list, rest } = await this.#merge(guest);
    const done = new Set(guest.filter((id) => !rest.includes(id)));
    writeGuestWishes(
      storage,
      readGuestWishes(storage).filter((id) => !done.has(id)),
    );
    return { ids: idsOf(list), problem: rest.length > 0 ? 'full' : null };
  }

  async #merge(guest: readonly string[]): Promise<{ readonly list: WishlistView; readonly rest: readonly string[] }> {
    const { api } = this.#world;
    try {
      return { list: await api.merge(guest), rest: [] };
    } catch (error) {
      // A list that the server does not understand would fail again at every visit.
      if (error instanceof ApiProblem && error.status === 400) return { list: await api.read(), rest: [] };
      if (!isFull(error)) throw error;
    }
    const list = await api.read();
    const saved = new Set(idsOf(list));
    const missing = guest.filter((id) => !saved.has(id));
    const room = Math.max(0, MOST_WISHES - list.items.length);
    const fits = missing.slice(0, room);
    return { list: fits.length > 0 ? await api.merge(fits) : list, rest: missing.slice(room) };
  }

  async #toggle(id: string): Promise<Partial<WishState> | undefined> {
    // The list could not be read, so what a press means is not known.
    if (!this.#state.ready) return undefined;
    const { storage, api } = this.#world;
    const before = this.#state.ids;
    const has = before.includes(id);
    if (!has && before.length >= MOST_WISHES) {
      this.#show({ problem: 'full' });
      return undefined;
    }
    const ids = has ? before.filter((known) => known !== id) : [id, ...before];
    this.#show({ ids, problem: null });
    if (this.#userId === null) {
      writeGuestWishes(storage, ids);
      return undefined;
    }
    try {
      return { ids: idsOf(await (has ? api.remove(id) : api.add(id))) };
    } catch (error) {
      this.#show({ ids: before });
      throw error;
    }
  }

  /** Runs one piece of work at a time, and shows the list that it returns. A list that was not read may be asked again. */
  #queue(work: Work, onFailure: Problem): Promise<void> {
    const round = this.#round;
    this.#work = this.#work.then(async () => {
      if (round !== this.#round) return;
      try {
        const change = await work();
        if (change && round === this.#round) this.#show({ ready: true, problem: null, ...change });
      } catch (error) {
        if (round !== this.#round) return;
        if (onFailure === 'away') this.#isAsked = false;
        this.#show({ problem: onFailure !== 'away' && isFull(error) ? 'full' : onFailure });
      }
    });
    return this.#work;
  }

  #show(change: Partial<WishState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

const idsOf = ({ items }: WishlistView): readonly string[] => items.map(({ id }) => id);

const isFull = (error: unknown): boolean => error instanceof ApiProblem && error.code === 'WishlistFull';
