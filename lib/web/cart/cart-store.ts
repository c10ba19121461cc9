import type { CartLine } from '#lib/store/schemas/cart.ts';
import { ApiProblem } from '#lib/web/api/api-client.ts';
import {
  BACKUP_KEY,
  type Backup,
  CART_KEY,
  type CartStorage,
  type Clamped,
  clampTo,
  clearCart,
  clearForeignCart,
  MIRROR_STATE_KEY,
  type MirrorState,
  OWNER_KEY,
  qtyOf,
  readBackup,
  readCart,
  readMirrorState,
  withQty,
  writeCart,
  writeMirrorState,
} from './guest-cart.ts';
import { type CartApi, hydrateCart, latest, mirror, restoreBackup, type Saved, saveClamped } from './hydrate-cart.ts';

/** How long changes are collected before they are sent to the server. */
const GATHER_MS = 300;

export type CartState = {
  /** False until the browser's cart was read, because a page rendered on the server does not know it. */
  readonly ready: boolean;
  readonly lines: readonly CartLine[];
  readonly saving: boolean;
  /** Whether the server has exactly these lines. Never true for a guest. */
  readonly inStep: boolean;
  /** The last failed call for another reason than stock. */
  readonly problem: ApiProblem | null;
  /** Lines that were reduced since the shopper last looked. */
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
  /** Runs `work` after `ms`. Returns the function that cancels it. */
  readonly later: (work: () => void, ms: number) => () => void;
};

/**
 * The cart of one tab. It shows a change at once, collects changes, saves the last state, and takes back what the
 * server refuses. For a guest the browser's storage is the cart. For a signed-in user it mirrors the server's cart.
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

  /** Loads the cart of a guest (null) or of a user. Call it again after every sign-in and sign-out. */
  open(userId: string | null): Promise<void> {
    const { storage } = this.#world;
    if (userId !== null) clearForeignCart(storage, userId);
    this.#userId = userId;
    this.#show({ lines: readCart(storage), ready: userId === null, inStep: false, ...this.#aside() });
    return this.#takeUp();
  }

  /**
   * Takes over the server's cart: an order has emptied it, or lines of an order came back and `clamped` were reduced.
   */
  reload(clamped: readonly Clamped[] = []): Promise<void> {
    // Unsaved earlier changes must not undo that.
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
   * Takes the visible cart along into a sign-in to buy. An empty server cart gets its lines without a question. A
   * cart with lines wins as always, and the visible lines are kept as a backup.
   */
  carryOver(): void {
    this.#carriesOver = true;
  }

  /** Sets a line at once. The server gets the change a moment later. */
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

  /** Adds units. Returns false when the cart is full. */
  add(id: string, qty: number): boolean {
    const { lines } = this.#state;
    const wanted = qtyOf(lines, id) + qty;
    if (qtyOf(withQty(lines, id, wanted), id) === qtyOf(lines, id)) return false;
    this.setQty(id, wanted);
    return true;
  }

  /** Resolves when nothing is pending. */
  settled(): Promise<void> {
    this.#flush();
    return this.#work;
  }

  /** Sends unsaved lines in a request that outlives the page, because a pending save may be canceled with it. */
  leave(): void {
    if (!this.#state.ready || this.#userId === null || !readMirrorState(this.#world.storage).isChanged) return;
    this.#calm();
    this.#world.api.save(this.#state.lines, { keepalive: true }).catch(() => undefined);
  }

  /** Handles a change by another tab. */
  storageChanged(key: string | null): void {
    if (key !== null && key !== CART_KEY && key !== BACKUP_KEY) return;
    if (this.#waiting) return; // our own change is newer and about to be saved
    const { storage } = this.#world;
    const inStep = this.#state.ready && this.#userId !== null && !readMirrorState(storage).isChanged;
    this.#show({ lines: readCart(storage), inStep, ...this.#aside() });
  }

  /** Restores the lines that were set aside at sign-in. */
  restore(): Promise<void> {
    return this.#queue(() => this.#bringBack());
  }

  dismissBackup(): void {
    this.#world.storage.removeItem(BACKUP_KEY);
    this.#show({ backup: null });
  }

  /** The shopper has seen which lines were reduced. */
  seen(): void {
    this.#show({ clamped: [], problem: null });
  }

  /** Reduces the lines to the available stock that a refusal named, and shows that. */
  reduceToAvailable(available: Readonly<Record<string, string>>): Promise<void> {
    const { lines, clamped } = clampTo(this.#state.lines, available);
    this.#write(lines);
    this.#show({ lines, inStep: false, clamped: [...this.#state.clamped, ...clamped] });
    if (this.#userId !== null) this.#gather();
    return this.settled();
  }

  /** Retries what failed: saving the changes, or loading the server's cart. */
  retry(): Promise<void> {
    if (!this.#state.ready || !readMirrorState(this.#world.storage).isChanged) return this.#takeUp();
    this.#gather();
    return this.settled();
  }

  forget(): void {
    this.#calm();
    clearCart(this.#world.storage);
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
      // Changes made meanwhile are already pending and are saved after this.
      if (this.#state.lines === sent) this.#took(saved);
      else this.#stand({ savedAt: saved.updatedAt });
    });
  }

  #calm(): void {
    this.#waiting?.();
    this.#waiting = null;
  }

  /** Runs one call at a time, in order. */
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
    // A change without a session turns a leftover mirror into a guest's own cart.
    if (this.#userId === null) for (const key of [OWNER_KEY, MIRROR_STATE_KEY]) storage.removeItem(key);
    else this.#stand({ isChanged: true });
    writeCart(storage, lines, now());
  }

  #stand(change: Partial<MirrorState>): void {
    const { storage } = this.#world;
    writeMirrorState(storage, { ...readMirrorState(storage), ...change });
  }

  #aside(): Pick<CartState, 'backup'> {
    return { backup: readBackup(this.#world.storage, this.#world.now()) };
  }

  #show(change: Partial<CartState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
