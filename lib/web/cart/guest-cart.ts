import { DAY_MS } from '#lib/core/durations.ts';
import { MAX_CART_LINES, MAX_LINE_QTY } from '#lib/store/limits.ts';
import type { CartLine } from '#lib/store/schemas/cart.ts';

export const CART_KEY = 'platform_cart';
export const BACKUP_KEY = 'platform_cart_backup';
/** The user whose server cart `platform_cart` mirrors. Absent for a guest's own cart. */
export const OWNER_KEY = 'platform_cart_owner';
/** The state of the mirror relative to the server's cart. */
export const MIRROR_STATE_KEY = 'platform_cart_standing';

const VERSION = 1;
const BACKUP_DAYS = 30;

/** The used part of the browser's storage. It may throw (private windows, full disk). Then the cart lives in memory. */
export type CartStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
export type Backup = { readonly items: readonly CartLine[]; readonly savedAt: string };
/** A reduced line. `left` is the available quantity, 0 when the product is gone. */
export type Clamped = { readonly id: string; readonly wanted: number; readonly left: number };

/** Returns the cart of this browser. An unreadable cart is deleted, because it must not break the shop. */
export function readCart(storage: CartStorage): readonly CartLine[] {
  const found = readJson(storage, CART_KEY);
  if (found === undefined) return [];
  if (isRecord(found) && found.v === VERSION) {
    const items = linesOf(found.items);
    if (items) return items;
  }
  storage.removeItem(CART_KEY);
  return [];
}

export function writeCart(storage: CartStorage, items: readonly CartLine[], now: Date): void {
  storage.setItem(CART_KEY, JSON.stringify({ v: VERSION, items, updatedAt: now.toISOString() }));
}

/** Returns the guest lines that the server's cart did not have at sign-in. They are kept for thirty days. */
export function readBackup(storage: CartStorage, now: Date): Backup | null {
  const found = readJson(storage, BACKUP_KEY);
  if (found === undefined) return null;
  const items = isRecord(found) ? linesOf(found.items) : null;
  const savedAt = isRecord(found) && typeof found.savedAt === 'string' ? found.savedAt : '';
  const age = now.getTime() - Date.parse(savedAt);
  if (items && items.length > 0 && age < BACKUP_DAYS * DAY_MS) return { items, savedAt };
  storage.removeItem(BACKUP_KEY);
  return null;
}

export function writeBackup(storage: CartStorage, items: readonly CartLine[], now: Date): void {
  storage.setItem(BACKUP_KEY, JSON.stringify({ items, savedAt: now.toISOString() }));
}

/** The time of the server's cart that was mirrored, and whether the shopper has changed the mirror since. */
export type MirrorState = { readonly savedAt: string | null; readonly isChanged: boolean };

export function readMirrorState(storage: CartStorage): MirrorState {
  const found = readJson(storage, MIRROR_STATE_KEY);
  if (!isRecord(found)) return { savedAt: null, isChanged: false };
  return { savedAt: typeof found.savedAt === 'string' ? found.savedAt : null, isChanged: found.isChanged === true };
}

export function writeMirrorState(storage: CartStorage, standing: MirrorState): void {
  storage.setItem(MIRROR_STATE_KEY, JSON.stringify(standing));
}

/** Deletes the user's cart at sign-out, so that the next user of this machine does not see it. */
export function clearCart(storage: CartStorage): void {
  for (const key of [CART_KEY, BACKUP_KEY, OWNER_KEY, MIRROR_STATE_KEY]) storage.removeItem(key);
}

/** Deletes it also when a session has expired and the next one belongs to another user. */
export function clearForeignCart(storage: CartStorage, userId: string): void {
  const owner = storage.getItem(OWNER_KEY);
  if (owner !== null && owner !== userId) clearCart(storage);
}

export const countOf = (lines: readonly CartLine[]): number => lines.reduce((sum, { qty }) => sum + qty, 0);

export const qtyOf = (lines: readonly CartLine[], id: string): number => lines.find((line) => line.id === id)?.qty ?? 0;

/** Returns the lines with one of them set. 0 removes the line. The order of the lines is kept. */
export function withQty(lines: readonly CartLine[], id: string, qty: number): readonly CartLine[] {
  const next = Math.min(Math.max(0, Math.trunc(qty)), MAX_LINE_QTY);
  if (next === 0) return lines.filter((line) => line.id !== id);
  if (lines.some((line) => line.id === id)) return lines.map((line) => (line.id === id ? { id, qty: next } : line));
  return lines.length < MAX_CART_LINES ? [...lines, { id, qty: next }] : lines;
}

/** Merges two carts: the larger quantity of each product. */
export const merged = (lines: readonly CartLine[], more: readonly CartLine[]): readonly CartLine[] =>
  more.reduce((all, { id, qty }) => withQty(all, id, Math.max(qty, qtyOf(all, id))), lines);

/** Returns the guest lines that the server's cart does not have. */
export const missingFrom = (server: readonly CartLine[], guest: readonly CartLine[]): readonly CartLine[] =>
  guest.filter(({ id }) => qtyOf(server, id) === 0);

/** Returns the lines reduced to the available stock of a 409, and the list of reduced lines. */
export function clampTo(lines: readonly CartLine[], available: Readonly<Record<string, string>>) {
  const clamped: Clamped[] = lines.flatMap(({ id, qty }) => {
    const left = Number(available[id] ?? qty);
    return left < qty ? [{ id, wanted: qty, left }] : [];
  });
  return { lines: clamped.reduce((all, { id, left }) => withQty(all, id, left), lines), clamped };
}

function readJson(storage: CartStorage, key: string): unknown {
  const text = storage.getItem(key);
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Returns the lines of a stored value, or null when it is not a list of lines. */
export function linesOf(value: unknown): readonly CartLine[] | null {
  if (!Array.isArray(value) || value.length > MAX_CART_LINES) return null;
  const lines = value.filter(isRecord).map(({ id, qty }) => ({ id, qty }));
  return lines.length === value.length && lines.every(isLine) ? lines : null;
}

const isLine = (line: { id: unknown; qty: unknown }): line is CartLine =>
  typeof line.id === 'string' &&
  /^[A-Za-z0-9_-]{1,128}$/.test(line.id) &&
  Number.isInteger(line.qty) &&
  Number(line.qty) >= 1 &&
  Number(line.qty) <= MAX_LINE_QTY;
