import type { UserContext } from '#lib/context/context.ts';
import { conflict } from '#lib/core/errors.ts';
import { fault } from '#lib/core/fault.ts';
import { msUntil, SECOND_MS } from '#lib/core/time.ts';
import type { Row, Tx } from '#lib/data/store.ts';
import { contention } from '#lib/data/store-errors.ts';
import { Carts, StockHolds } from '#lib/store/collections.ts';
import { offersOf } from '#lib/store/products/offers.ts';
import { holdsOfUser } from '#lib/store/queries.ts';
import type { CartLine } from '#lib/store/schemas/cart.ts';
import type { HeldCart, StockHold } from '#lib/store/schemas/stock.ts';
import {
  type Allocation,
  cartHoldId,
  type HoldTerms,
  type LookFurther,
  notEnoughStock,
  productsToRelease,
  type Resting,
  releaseExpiredHolds,
  releaseUnits,
  type StockSearch,
  searchAllocation,
  shortProducts,
  stockTx,
  termsOfHold,
  writeAllocation,
} from '#lib/store/stock/stock.ts';

/** The most holds of a shopper's unpaid orders that one call reads. */
const BOUND_SEEN = 500;
/** How often a call releases expired holds before it reports that nothing is left. */
const RELEASE_ROUNDS = 10;
/** How often a call reads the cart again because the shopper changed it or ordered from it. */
const READS = 10;

type Line = CartLine & {
  readonly holdId: string;
  /** The row with this hold's id, whatever its state. */
  readonly previous: Row<StockHold> | undefined;
  /** Units of the product that this shopper already holds. */
  readonly own: number;
  readonly terms: HoldTerms | Resting;
};
type Plan = {
  readonly kind: 'plan';
  readonly lines: readonly Line[];
  /** Units of each product that this shopper's unpaid orders hold. */
  readonly inOrders: ReadonlyMap<string, number>;
  readonly unlisted: ReadonlySet<string>;
  readonly allocation: Allocation;
};

/** The reads before the transaction, where a query blocks no writer. */
type Before = {
  readonly items: readonly CartLine[];
  /** The revision of the cart. Placing an order changes it, so an order placed after this read is noticed. */
  readonly rev: number;
  readonly inOrders: ReadonlyMap<string, number>;
};
type Trial = { readonly now: Date; readonly search: StockSearch; readonly mayRelease: boolean };

/** `release`: expired holds of these products must be released first. */
type HoldResult =
  | { readonly kind: 'held'; readonly cart: HeldCart }
  | { readonly kind: 'release'; readonly productIds: readonly string[] }
  | { readonly kind: 'changed' }
  | LookFurther;

/**
 * Holds stock for the lines of the saved cart until the shopper pays or the hold expires: one row per shopper and
 * product. Holds every line or none, because a half-held cart would sell what we cannot ship. Holding again extends
 * the expiry, up to the cap.
 */
export async function holdCart(ctx: UserContext): Promise<HeldCart> {
  const now = ctx.now();
  for (let [releases, reads] = [0, 1]; ; ) {
    const before = await readBefore(ctx);
    const target = {
      productIds: before.items.map(({ id }) => id),
      who: ctx.user.id,
      lanes: [`${Carts.name}/${ctx.user.id}`],
    };
    const result = await stockTx(ctx, target, (t, search) =>
      holdOnce(ctx, t, before, { now, search, mayRelease: releases < RELEASE_ROUNDS }),
    );
    switch (result.kind) {
      case 'changed':
        reads += 1;
        if (reads > READS) throw contention(READS);
        break;
      case 'release':
        releases += 1;
        for (const productId of result.productIds) await releaseExpiredHolds(ctx, productId);
        break;
      case 'held':
        await fault('hold.after_commit');
        return result.cart;
    }
  }
}

async function readBefore({ data, user }: UserContext): Promise<Before> {
  // The cart is read first: an order placed after this read changes it.
  const saved = await data.get(Carts, user.id);
  const bound = await data.find(holdsOfUser(user.id, ['bound'], BOUND_SEEN));
  return { items: saved?.data.items ?? [], rev: saved?.data.rev ?? 0, inOrders: unitsPerProduct(bound.rows) };
}

async function holdOnce(
  ctx: UserContext,
  t: Tx,
  before: Before,
  { now, search, mayRelease }: Trial,
): Promise<HoldResult> {
  if (((await t.get(Carts, ctx.user.id))?.data.rev ?? 0) !== before.rev) return { kind: 'changed' };
  const plan = await planHold(ctx, t, before, { now, search });
  if (plan.kind === 'look-further') return plan;
  const toRelease = productsToRelease(plan.allocation);
  const isEachReleasable = toRelease.length > 0 && toRelease.length === shortProducts(plan.allocation).size;
  if (isEachReleasable && plan.unlisted.size === 0 && mayRelease) return { kind: 'release', productIds: toRelease };
  assertHoldable(ctx, plan, now);

  const cart = writeHold(ctx, t, plan, now);
  await fault('hold.before_commit');
  return { kind: 'held', cart };
}

async function planHold(
  ctx: UserContext,
  t: Tx,
  { items, inOrders }: Before,
  { now, search }: Pick<Trial, 'now' | 'search'>,
): Promise<Plan | LookFurther> {
  const { id: userId } = ctx.user;
  const ids = items.map(({ id }) => id);
  const [rows, offers] = await Promise.all([
    t.getMany(
      StockHolds,
      ids.map((id) => cartHoldId(userId, id)),
    ),
    offersOf(t, ids, ctx.env),
  ]);
  const lines = items.map((line, i): Line => {
    const previous = rows[i];
    const own = previous?.data.state === 'active' ? previous.data.qty : 0;
    const terms = termsOfHold(previous?.data, now, ctx.env);
    return { ...line, holdId: cartHoldId(userId, line.id), previous, own, terms };
  });
  const unlisted = new Set(ids.filter((id) => !offers.get(id)?.isListed));
  const wants = new Map(lines.filter(({ id }) => !unlisted.has(id)).map(({ id, qty, own }) => [id, qty - own]));
  const allocation = await searchAllocation(t, wants, { who: userId, own: liveHolds(lines) }, search);
  return allocation.kind === 'look-further' ? allocation : { kind: 'plan', lines, inOrders, unlisted, allocation };
}

/** Returns the shopper's own active holds by product. */
const liveHolds = (lines: readonly Line[]): ReadonlyMap<string, Row<StockHold>> =>
  new Map(lines.flatMap(({ id, previous, own }) => (previous && own > 0 ? [[id, previous] as const] : [])));

function unitsPerProduct(holds: readonly Row<StockHold>[]): ReadonlyMap<string, number> {
  const units = new Map<string, number>();
  for (const { data } of holds) units.set(data.productId, (units.get(data.productId) ?? 0) + data.qty);
  return units;
}

function assertHoldable({ env }: UserContext, { lines, allocation, unlisted, inOrders }: Plan, now: Date): void {
  const free = shortProducts(allocation);
  const short = lines.filter(({ id }) => unlisted.has(id) || free.has(id));
  if (short.length > 0)
    throw notEnoughStock(new Map(short.map(({ id, own }) => [id, unlisted.has(id) ? 0 : (free.get(id) ?? 0) + own])));

  const most = env.STORE_HOLD_MAX_UNITS;
  const greedy = lines.filter(({ id, qty }) => qty + (inOrders.get(id) ?? 0) > most);
  if (greedy.length > 0)
    throw conflict(`At most ${most} units of a product can be held at a time. You can still order them`, {
      code: 'HoldLimit',
      details: Object.fromEntries(greedy.map(({ id }) => [id, String(most)])),
    });

  const freeAt = lines
    .flatMap(({ terms }) => ('freeAt' in terms ? [terms.freeAt] : []))
    .sort()
    .at(-1);
  if (freeAt !== undefined)
    throw conflict('These products cannot be held again yet. You can still order them', {
      code: 'HoldLimit',
      details: { freeAt },
      retryAfter: Math.ceil(msUntil(freeAt, now) / SECOND_MS),
    });
}

function writeHold({ user, env }: UserContext, t: Tx, { lines, allocation }: Plan, now: Date): HeldCart {
  const at = now.toISOString();
  const shardOf = writeAllocation(t, allocation, { env, now });
  for (const { id: productId, qty, own, holdId, previous, terms } of lines) {
    if ('freeAt' in terms) continue; // refused above
    const shard = previous && own > 0 ? previous.data.shard : shardOf(productId);
    if (own > qty) releaseUnits(t, { productId, shard }, own - qty, { env, now });
    t.set(StockHolds, holdId, {
      productId,
      userId: user.id,
      orderId: null,
      qty,
      shard,
      state: 'active',
      expiresAt: terms.expiresAt,
      firstHeldAt: terms.firstHeldAt,
      createdAt: previous?.data.createdAt ?? at,
      updatedAt: at,
    });
  }
  const earliest = (times: readonly string[]) => [...times].sort()[0] ?? null;
  const terms = lines.flatMap((line) => ('freeAt' in line.terms ? [] : [line.terms]));
  return {
    lines: lines.map(({ id, qty }) => ({ id, qty })),
    expiresAt: earliest(terms.map(({ expiresAt }) => expiresAt)),
    capAt: earliest(terms.map(({ capAt }) => capAt)),
  };
}
