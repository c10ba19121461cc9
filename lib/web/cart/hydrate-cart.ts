import type { CartLine, CartView } from '#lib/store/schemas/cart.ts';
import { ApiProblem } from '#lib/web/api/api-client.ts';
import {
  type CartStorage,
  type Clamped,
  clampTo,
  forgetForeignCart,
  merged,
  missingFrom,
  OWNER_KEY,
  readBackup,
  readCart,
  readStanding,
  writeBackup,
  writeCart,
  writeStanding,
} from './guest-cart.ts';

/** The two calls a cart needs of the server. */
export type CartApi = {
  read(): Promise<CartView>;
  save(items: readonly CartLine[], options?: { readonly keepalive?: boolean }): Promise<CartView>;
};

export type Saved = CartView & { readonly clamped: readonly Clamped[] };

/** A cart can come up short again while it is being cut down; more often than this it is somebody else's turn. */
const TRIES = 4;

/**
 * Brings browser and server together at sign-in: the server's cart wins. Only where no server cart has ever existed do
 * the guest's lines become it; otherwise the lines it lacks are kept aside, to be brought back by one tap. A shopper's
 * own changes that were never saved go to the server now, unless its cart has moved on without them.
 */
export async function hydrateCart(storage: CartStorage, api: CartApi, userId: string, now: Date): Promise<Saved> {
  const server = await api.read();
  forgetForeignCart(storage, userId);
  const isOwn = storage.getItem(OWNER_KEY) === userId;
  const { savedAt, isChanged } = readStanding(storage);
  // A mirror of this very cart without a change in it has nothing to say.
  const local = isOwn && !isChanged ? [] : readCart(storage);
  const counts = isOwn ? isChanged && savedAt === server.updatedAt : server.updatedAt === null && local.length > 0;

  const saved = counts ? await saveClamped(api, local) : { ...server, clamped: [] };

  const lost = missingFrom(saved.items, local).filter(({ id }) => saved.clamped.every((line) => line.id !== id));
  if (lost.length > 0) writeBackup(storage, lost, now);
  storage.setItem(OWNER_KEY, userId);
  mirror(storage, saved, now);
  return saved;
}

/** Writes down what the server has, and that nothing is left to be saved. */
export function mirror(storage: CartStorage, { items, updatedAt }: CartView, now: Date): void {
  // Another tab hears of the lines: by then it must not find them changed.
  writeStanding(storage, { savedAt: updatedAt, isChanged: false });
  writeCart(storage, items, now);
}

/** Brings the kept-aside lines back into a cart, of each product the larger quantity. */
export async function restoreBackup(
  storage: CartStorage,
  api: CartApi,
  lines: readonly CartLine[],
  now: Date,
): Promise<Saved> {
  const backup = readBackup(storage, now);
  return saveClamped(api, merged(lines, backup?.items ?? []));
}

/** Saves lines, and when some are short or gone, as much of them as can be had. */
export async function saveClamped(api: CartApi, wanted: readonly CartLine[]): Promise<Saved> {
  let lines = wanted;
  let clamped: readonly Clamped[] = [];
  for (let tries = 1; ; tries += 1) {
    try {
      return { ...(await api.save(lines)), clamped };
    } catch (error) {
      const less = error instanceof ApiProblem && tries < TRIES ? lessOf(lines, error) : null;
      if (!less || less.clamped.length === 0) throw error;
      lines = less.lines;
      clamped = latest(clamped, less.clamped);
    }
  }
}

/** What of the lines a refusal leaves standing; null when the refusal is about something else. */
export function lessOf(lines: readonly CartLine[], problem: ApiProblem) {
  if (problem.code === 'InsufficientStock') return clampTo(lines, problem.details);
  if (problem.status !== 400) return null;
  // `items.2.id`: a line whose product never existed, e.g. from a browser that has seen another shop at this address.
  const wrong = new Set(Object.keys(problem.details).map((field) => Number(field.split('.')[1])));
  const gone = Object.fromEntries(lines.filter((_, place) => wrong.has(place)).map(({ id }) => [id, '0']));
  return clampTo(lines, gone);
}

/** One report per product: what was wanted first, what is left last. */
export const latest = (earlier: readonly Clamped[], later: readonly Clamped[]): readonly Clamped[] => [
  ...earlier.filter(({ id }) => later.every((line) => line.id !== id)),
  ...later.map((line) => ({ ...line, wanted: earlier.find(({ id }) => id === line.id)?.wanted ?? line.wanted })),
];
