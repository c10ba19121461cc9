import type { CartLine, CartView } from '#lib/store/schemas/cart.ts';
import { ApiProblem } from '#lib/web/api/api-client.ts';
import {
  type CartStorage,
  type Clamped,
  clampTo,
  clearForeignCart,
  merged,
  missingFrom,
  OWNER_KEY,
  readBackup,
  readCart,
  readMirrorState,
  writeBackup,
  writeCart,
  writeMirrorState,
} from './guest-cart.ts';

/** The two server calls of a cart. */
export type CartApi = {
  read(): Promise<CartView>;
  save(items: readonly CartLine[], options?: { readonly keepalive?: boolean }): Promise<CartView>;
};

export type Saved = CartView & { readonly clamped: readonly Clamped[] };

/** A cart can run short again while it is being reduced. After this many tries the call fails. */
const TRIES = 4;

/**
 * Synchronizes browser and server at sign-in: the server's cart wins. The guest's lines become the server cart only
 * if none ever existed. Otherwise the lines it lacks are kept as a backup that one tap restores. The user's own
 * unsaved changes are saved now, unless the server's cart has changed meanwhile.
 */
export async function hydrateCart(storage: CartStorage, api: CartApi, userId: string, now: Date): Promise<Saved> {
  const server = await api.read();
  clearForeignCart(storage, userId);
  const isOwn = storage.getItem(OWNER_KEY) === userId;
  const { savedAt, isChanged } = readMirrorState(storage);
  // An unchanged mirror of this cart adds nothing.
  const local = isOwn && !isChanged ? [] : readCart(storage);
  const counts = isOwn ? isChanged && savedAt === server.updatedAt : server.updatedAt === null && local.length > 0;

  const saved = counts ? await saveClamped(api, local) : { ...server, clamped: [] };

  const lost = missingFrom(saved.items, local).filter(({ id }) => saved.clamped.every((line) => line.id !== id));
  if (lost.length > 0) writeBackup(storage, lost, now);
  storage.setItem(OWNER_KEY, userId);
  mirror(storage, saved, now);
  return saved;
}

/** Writes the server's cart to the mirror and marks it as unchanged. */
export function mirror(storage: CartStorage, { items, updatedAt }: CartView, now: Date): void {
  // Another tab sees the lines at once and must not find them marked as changed.
  writeMirrorState(storage, { savedAt: updatedAt, isChanged: false });
  writeCart(storage, items, now);
}

/** Restores the backup lines into a cart, with the larger quantity of each product. */
export async function restoreBackup(
  storage: CartStorage,
  api: CartApi,
  lines: readonly CartLine[],
  now: Date,
): Promise<Saved> {
  const backup = readBackup(storage, now);
  return saveClamped(api, merged(lines, backup?.items ?? []));
}

/** Saves lines. When some are out of stock or gone, saves as much of them as available. */
export async function saveClamped(api: CartApi, wanted: readonly CartLine[]): Promise<Saved> {
  let lines = wanted;
  let clamped: readonly Clamped[] = [];
  for (let tries = 1; ; tries += 1) {
    try {
      return { ...(await api.save(lines)), clamped };
    } catch (error) {
      const less = error instanceof ApiProblem && tries < TRIES ? linesAfterRefusal(lines, error) : null;
      if (!less || less.clamped.length === 0) throw error;
      lines = less.lines;
      clamped = latest(clamped, less.clamped);
    }
  }
}

/** Returns the lines that remain after a refusal, or null when the refusal has another reason. */
export function linesAfterRefusal(lines: readonly CartLine[], problem: ApiProblem) {
  if (problem.code === 'InsufficientStock') return clampTo(lines, problem.details);
  if (problem.status !== 400) return null;
  // `items.2.id`: a line with an unknown product, for example from a browser that has seen another shop at this
  // address.
  const wrong = new Set(Object.keys(problem.details).map((field) => Number(field.split('.')[1])));
  const gone = Object.fromEntries(lines.filter((_, place) => wrong.has(place)).map(({ id }) => [id, '0']));
  return clampTo(lines, gone);
}

/** Returns one report per product: the first wanted quantity and the last available one. */
export const latest = (earlier: readonly Clamped[], later: readonly Clamped[]): readonly Clamped[] => [
  ...earlier.filter(({ id }) => later.every((line) => line.id !== id)),
  ...later.map((line) => ({ ...line, wanted: earlier.find(({ id }) => id === line.id)?.wanted ?? line.wanted })),
];
