import { SESSION_COOKIE } from '#lib/auth/cookies.ts';
import { signSession } from '#lib/auth/session-token.ts';
import { newSessionSecret, openSession } from '#lib/auth/sessions.ts';
import { createUser } from '#lib/auth/users.ts';
import { type CurrentUser, systemContext, type UserContext } from '#lib/context/context.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import type { Role } from '#lib/context/values.ts';
import { readEnv } from '#lib/core/env/env.ts';
import { newId } from '#lib/core/ids.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { applyPaymentResult } from '#lib/payments/attempts/apply-result.ts';
import { payOrderByCard } from '#lib/payments/cards/pay-order-by-card.ts';
import { ownEvidence } from '#lib/payments/cards/query-gateway.ts';
import { PaymentTransactions } from '#lib/payments/collections.ts';
import { grantCredit } from '#lib/payments/credit/credit.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { membershipDue, payDueByCard, topUpDue } from '#lib/payments/wallet/account-dues.ts';
import { saveCart } from '#lib/store/cart/carts.ts';
import { checkOut } from '#lib/store/checkout/checkout.ts';
import { StoreAudits } from '#lib/store/collections.ts';
import { createProduct } from '#lib/store/products/products.ts';
import type { CartLine } from '#lib/store/schemas/cart.ts';
import type { OrderView } from '#lib/store/schemas/order.ts';
import type { StoreAudit } from '#lib/store/schemas/store-audit.ts';
import { createVendor } from '#lib/store/vendors/vendors.ts';
import { buildRuntime } from '#services/runtime.ts';

/** A user with an account and an active session. */
export type Person = {
  readonly ctx: UserContext;
  readonly email: string;
  readonly cookie: { readonly name: string; readonly value: string };
};

export type Wanted = {
  readonly role?: Role;
  readonly name?: string;
  readonly email?: string;
  readonly locale?: Locale;
  readonly creditMinor?: number;
};

/** Returns the variables of the demo server that browsers talk to, over a data folder. */
export const shopVars = (folder: string): Readonly<Record<string, string | undefined>> => ({
  NODE_ENV: 'production',
  PLAZA_DEMO: '1',
  PLAZA_DATA_DIR: folder,
  PAYMENT_MEMBERSHIP_PRICE_MINOR: '20000',
  CARDGW_DEMO_PORT: process.env.CARDGW_DEMO_PORT,
  // Each test names the address it comes from, so that no test uses up the attempts of another.
  TRUSTED_PROXIES: '1',
});

/**
 * Opens the product's own functions over the data folder of the server that browsers talk to. This runtime performs no
 * effects: the server performs them, and holds the mailbox.
 */
export const openWorld = (folder: string): Promise<Runtime> =>
  buildRuntime(readEnv({ from: { ...shopVars(folder), LOG_LEVEL: 'silent' } }));

/** Creates an account with a session, and grants credit if `creditMinor` is given. */
export async function makePerson(world: Runtime, wanted: Wanted = {}): Promise<Person> {
  const { role = 'visitor', name = 'Olena Test', locale = 'en', creditMinor = 0 } = wanted;
  const system = systemContext(world, newId('request'));
  const now = world.now();
  const id = newId('user');
  const email = wanted.email ?? `${id.toLowerCase().replace('_', '-')}@plaza.test`;
  const opening = { userId: id, epoch: 0, secret: newSessionSecret(), now };
  const client = {
    address: '203.0.113.7',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0 Safari/537.36',
  };

  const { user, sid } = await world.data.tx(async (t) => {
    const made = createUser(t, { id, email, emailKey: email, name, locale, role }, now);
    return { user: { ...made, id } satisfies CurrentUser, sid: openSession(t, { ...system, client }, opening).sid };
  });
  if (creditMinor > 0) await grantCredit(system, id, creditMinor, 'test');
  const value = await signSession(world.keys.session, sid, now);
  return { ctx: { ...system, via: 'session', locale, user }, email, cookie: { name: SESSION_COOKIE, value } };
}

/** Opens another session of the same user, as another browser would. */
export async function anotherSession({ ctx }: Person): Promise<Person['cookie']> {
  const now = ctx.now();
  const opening = { userId: ctx.user.id, epoch: ctx.user.sessionEpoch, secret: newSessionSecret(), now };
  const client = { address: '198.51.100.9', userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' };
  const { sid } = await ctx.data.tx(async (t) => openSession(t, { ...ctx, client }, opening));
  return { name: SESSION_COOKIE, value: await signSession(ctx.keys.session, sid, now) };
}

/**
 * Puts a product of the test's own on sale, so that no other test buys it. Its title is `title`. The platform sells the
 * product unless a vendor is named.
 */
export async function sell(
  world: Runtime,
  title: string,
  stock: number,
  priceMinor = 15_000,
  vendorId?: string,
): Promise<string> {
  const ctx = systemContext(world, newId('request'));
  const { id } = await createProduct(ctx, {
    title,
    stock,
    priceMinor,
    categories: ['tableware'],
    ...(vendorId && { vendorId }),
  });
  return id;
}

/** Creates an approved seller owned by this user; returns the vendor id. */
export const openShopOf = ({ ctx }: Person, name: string): Promise<string> =>
  createVendor(ctx, { name, country: 'UA', contactEmail: ctx.user.email, ownerId: ctx.user.id });

/** Saves a cart for a user on the server. */
export const leaveCart = ({ ctx }: Person, items: readonly CartLine[]) => saveCart(ctx, items);

/** Places an order; throws the error that the caller would receive. */
export async function order({ ctx }: Person, items: readonly CartLine[]): Promise<OrderView> {
  const placed = await checkOut(ctx, { input: { items: [...items] } });
  if (placed.kind === 'refusal') throw placed.error;
  return placed.body.order;
}

/** Places an order and has its card payment declined for insufficient funds. The payment page stays open. */
export async function orderDeclined(person: Person, items: readonly CartLine[]): Promise<OrderView> {
  const placed = await order(person, items);
  const { orderReference } = await payOrderByCard(person.ctx, { orderId: placed.id });
  const { data: row } = await person.ctx.data.need(PaymentTransactions, orderReference);
  await applyPaymentResult(person.ctx, orderReference, ownEvidence(row, { status: 'Declined', reasonCode: '1104' }));
  return placed;
}

/** Places an order and pays it from the balance. */
export async function buy(person: Person, items: readonly CartLine[]): Promise<OrderView> {
  const placed = await order(person, items);
  await payByCredit(person.ctx, placed.id);
  return placed;
}

/** Buys one cheap and one expensive product of a seller, in two orders. */
export async function sellTo(buyer: Person, vendorId: string): Promise<readonly OrderView[]> {
  const orders: OrderView[] = [];
  for (const priceMinor of [154_736, 1_250_000]) {
    const thing = await sell(buyer.ctx, `Thing of ${vendorId} for ${priceMinor}`, 5, priceMinor, vendorId);
    orders.push(await buy(buyer, [{ id: thing, qty: 1 }]));
  }
  return orders;
}

/** Leaves two payments under way: a membership whose card was declined, and a top-up that is still unpaid. */
export async function topUpsUnderWay({ ctx }: Person): Promise<void> {
  const { orderReference } = await payDueByCard(ctx, await membershipDue(ctx), undefined);
  const { data: row } = await ctx.data.need(PaymentTransactions, orderReference);
  await applyPaymentResult(ctx, orderReference, ownEvidence(row, { status: 'Declined', reasonCode: '1104' }));
  await payDueByCard(ctx, await topUpDue(ctx, 45_000), undefined);
}

/** Records a store audit that ends now with two findings; returns the audit's id. */
export const findDriftNow = (world: Runtime): Promise<string> =>
  endAudit(world, [
    { invariant: 'SI2', subject: 'prd_0123456789abcdefghij', why: 'holds 3, its rows say 2', row: null },
    { invariant: 'SI14', subject: 'usr_0123456789abcdefghij', why: 'has 5, but the journal owes 1000000', row: null },
  ]);
export const findNothingNow = (world: Runtime): Promise<string> => endAudit(world, []);

async function endAudit(world: Runtime, findings: StoreAudit['findings']): Promise<string> {
  const id = newId('storeAudit');
  const at = world.now().toISOString();
  await world.data.create(StoreAudits, id, {
    startedAt: at,
    finishedAt: at,
    ...{ since: null, place: null, walk: null },
    checked: 128,
    found: findings.length,
    findings,
  });
  return id;
}
