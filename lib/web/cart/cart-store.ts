import type { CartLine } from '#lib/store/schemas/cart.ts';
import { ApiProblem } from '#lib/web/api/api-client.ts';
import {
  BACKUP_KEY,
  type Backup,
  CART_KEY,
  type CartStorage,
  type Clamped,
  clampTo,
  forgetCart,
  forgetForeignCart,
  OWNER_KEY,
  qtyOf,
  readBackup,
  readCart,
  readStanding,
  STANDING_KEY,
  type Standing,
  withQty,
  writeCart,
  writeStanding,
} from './guest-cart.ts';
import { type CartApi, hydrateCart, latest, mirror, restoreBackup, type Saved, saveClamped } from './hydrate-cart.ts';

/** How long changes are gathered before they go to the server. */
const GATHER_MS = 300;

export type CartState = {
  /** False until the browser's cart has been read: a page rendered on the server knows nothing of it. */
  readonly ready: boolean;
  readonly lines: readonly CartLine[];
  readonly saving: boolean;
  /** Whether the server has these very lines; never so for a guest. */
  readonly inStep: boolean;
  /** The last call that failed for another reason than stock. */
  readonly problem: ApiProblem | null;
  /** Lines that had to give way since the shopper last looked. */
  readonly clamped: readonly Clamped[];
  readonly backup: Backup | null;
};

export const emptyCart: CartState = {
  ready: false,
  lines: [],
  saving: false,
  inStep: false,
  problem: null,
  clamped: [],
  backup: null,
};

type World = {
  readonly storage: CartStorage;
  readonly api: CartApi;
  readonly now: () => Date;
  /** Runs `work` after `ms`; answers how to call it off. */
  readonly later: (work: () => void, ms: number) => () => void;
};

/**
 * The cart of one tab. It shows a change at once, gathers changes, saves the last of them, and takes back what the
 * server refuses. For a guest the browser's storage is the cart; for a signed-in person it mirrors the server's.
 */
export class CartStore {
  #state = emptyCart;
  #userId: string | null = null;
  #carriesOver = false;
  #waiting: (() => void) | null = null;
  #work: Promise<void> = Promise.resolve();
  readonly #world: World;
  readonly #listeners = new Set<() => void>();

  constructor(world: World) {
    this.#world = world;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly state = (): CartState => this.#state;

  /** Takes up the cart of a guest (null) or of a person; called again when somebody signs in or out. */
  open(userId: string | null): Promise<void> {
    const { storage } = this.#world;
    if (userId !== null) forgetForeignCart(storage, userId);
    this.#userId = userId;
    this.#show({ lines: readCart(storage), ready: userId === null, inStep: false, ...this.#aside() });
    return this.#takeUp();
  }

  /**
   * Takes over what the server has made of the cart: an order has emptied it, or its lines have come back into it and
   * `clamped` gave way.
   */
  reload(clamped: readonly Clamped[] = []): Promise<void> {
    // What had not been saved before must not undo that.
    if (this.#userId !== null) this.#stand({ isChanged: false });
    this.#show({ clamped: latest(this.#state.clamped, clamped) });
    return this.#takeUp();
  }

  #takeUp(): Promise<void> {
    const userId = this.#userId;
    if (userId === null) return Promise.resolve();
    return this.#queue(async () => {
      const { storage, api, now } = this.#world;
      const saved = await hydrateCart(storage, api, userId, now());
      this.#took(saved);
      if (this.#carriesOver && saved.items.length === 0) await this.#bringBack();
      this.#carriesOver = false;
    });
  }

  /**
   * Somebody signs in to buy what they see: where the server's cart is empty, it comes along without being asked for. A
   * cart with something in it wins, as always, and what was seen is kept aside.
   */
  carryOver(): void {
    this.#carriesOver = true;
  }

  /** Sets a line at once; the server hears of it a moment later. */
  setQty(id: string, qty: number): void {
    const lines = withQty(this.#state.lines, id, qty);
    this.#write(lines);
    this.#show({
      lines,
      inStep: false,
      clamped: this.#state.clamped.filter((line) => line.id !== id),
      problem: null,
    });
    if (this.#userId !== null) this.#gather();
  }

  /** Answers whether there was room for it: a cart has so many lines and no more. */
  add(id: string, qty: number): boolean {
    const { lines } = this.#state;
    const wanted = qtyOf(lines, id) + qty;
    if (qtyOf(withQty(lines, id, wanted), id) === qtyOf(lines, id)) return false;
    this.setQty(id, wanted);
    return true;
  }

  /** Resolves when nothing is waiting or on its way. */
  settled(): Promise<void> {
    this.#flush();
    return this.#work;
  }

  /** Sends what the server has not taken yet in a way that outlives the page: a save on its way may end with it. */
  leave(): void {
    if (!this.#state.ready || this.#userId === null || !readStanding(this.#world.storage).isChanged) return;
    this.#calm();
    this.#world.api.save(this.#state.lines, { keepalive: true }).catch(() => undefined);
  }

  /** Another tab has written. */
  heard(key: string | null): void {
    if (key !== null && key !== CART_KEY && key !== BACKUP_KEY) return;
    if (this.#waiting) return; // our own change is newer and about to be saved
    const { storage } = this.#world;
    const inStep = this.#state.ready && this.#userId !== null && !readStanding(storage).isChanged;
    this.#show({ lines: readCart(storage), inStep, ...this.#aside() });
  }

  /** Brings back the lines kept aside at sign-in. */
  restore(): Promise<void> {
    return this.#queue(() => this.#bringBack());
  }

  dismissBackup(): void {
    this.#world.storage.removeItem(BACKUP_KEY);
    this.#show({ backup: null });
  }

  /** The shopper has read which lines gave way. */
  seen(): void {
    this.#show({ clamped: [], problem: null });
  }

  /** A refusal named what can be had: the lines give way to it, and it is said. */
  giveWay(available: Readonly<Record<string, string>>): Promise<void> {
    const { lines, clamped } = clampTo(this.#state.lines, available);
    this.#write(lines);
    this.#show({ lines, inStep: false, clamped: [...this.#state.clamped, ...clamped] });
    if (this.#userId !== null) this.#gather();
    return this.settled();
  }

  /** Tries again what failed: to save what was changed, or to take up what the server has. */
  retry(): Promise<void> {
    if (!this.#state.ready || !readStanding(this.#world.storage).isChanged) return this.#takeUp();
    this.#gather();
    return this.settled();
  }

  forget(): void {
    this.#calm();
    forgetCart(this.#world.storage);
    this.#show({ lines: [], backup: null, clamped: [] });
  }

  close(): void {
    this.leave();
    this.#listeners.clear();
  }

  async #bringBack(): Promise<void> {
    const { storage, api, now } = this.#world;
    const saved = await restoreBackup(storage, api, this.#state.lines, now());
    storage.removeItem(BACKUP_KEY);
    this.#took(saved);
  }

  #gather(): void {
    this.#calm();
    this.#waiting = this.#world.later(() => this.#flush(), GATHER_MS);
    this.#show({ saving: true });
  }

  #flush(): void {
    if (!this.#waiting) return;
    this.#calm();
    void this.#queue(async () => {
      const sent = this.#state.lines;
      const saved = await saveClamped(this.#world.api, sent);
      // What was changed meanwhile is waiting already and will be saved after this.
      if (this.#state.lines === sent) this.#took(saved);
      else this.#stand({ savedAt: saved.updatedAt });
    });
  }

  #calm(): void {
    this.#waiting?.();
    this.#waiting = null;
  }

  /** One call at a time, in the order in which they were asked for. */
  #queue(work: () => Promise<void>): Promise<void> {
    this.#show({ saving: true });
    this.#work = this.#work.then(work).then(
      () => this.#show({ saving: this.#waiting !== null, problem: null }),
      (error: unknown) => this.#failed(error),
    );
    return this.#work;
  }

  #failed(error: unknown): void {
    const problem =
      error instanceof ApiProblem
        ? error
        : new ApiProblem({ error: 'InternalServerError', message: String(error), statusCode: 0 });
    this.#show({ saving: false, problem });
  }

  #took(saved: Saved): void {
    mirror(this.#world.storage, saved, this.#world.now());
    this.#show({
      ready: true,
      inStep: true,
      lines: saved.items,
      clamped: [...this.#state.clamped, ...saved.clamped],
      ...this.#aside(),
    });
  }

  #write(lines: readonly CartLine[]): void {
    const { storage, now } = this.#world;
    // A change made without a session turns a left-over mirror into a guest's own cart.
    if (this.#userId === null) for (const key of [OWNER_KEY, STANDING_KEY]) storage.removeItem(key);
    else this.#stand({ isChanged: true });
    writeCart(storage, lines, now());
  }

  #stand(change: Partial<Standing>): void {
    const { storage } = this.#world;
    writeStanding(storage, { ...readStanding(storage), ...change });
  }

  #aside(): Pick<CartState, 'backup'> {
    return { backup: readBackup(this.#world.storage, this.#world.now()) };
  }

  #show(change: Partial<CartState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
