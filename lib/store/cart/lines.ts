import type { CartLine } from '#lib/store/schemas/cart.ts';

/** Sums the lines of each product, in order of first appearance. Lines of quantity 0 are dropped. */
export function mergeLines(lines: readonly { readonly id: string; readonly qty: number }[]): CartLine[] {
  const byId = new Map<string, number>();
  for (const { id, qty } of lines) byId.set(id, (byId.get(id) ?? 0) + qty);
  return [...byId].filter(([, qty]) => qty > 0).map(([id, qty]) => ({ id, qty }));
}

/** Returns the rest of a cart after these quantities were ordered from it. */
export function withoutLines(cart: readonly CartLine[], ordered: readonly CartLine[]): CartLine[] {
  const taken = new Map(ordered.map(({ id, qty }) => [id, qty]));
  return cart.map(({ id, qty }) => ({ id, qty: qty - (taken.get(id) ?? 0) })).filter(({ qty }) => qty > 0);
}

/** Merges two carts: the larger quantity of each product. */
export function largerLines(cart: readonly CartLine[], added: readonly CartLine[]): CartLine[] {
  const byId = new Map(cart.map(({ id, qty }) => [id, qty]));
  for (const { id, qty } of added) byId.set(id, Math.max(qty, byId.get(id) ?? 0));
  return [...byId].map(([id, qty]) => ({ id, qty }));
}
