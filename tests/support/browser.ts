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
import { ownWord } from '#lib/payments/cards/ask-gateway.ts';
import { payOrderByCard } from '#lib/payments/cards/pay-order-by-card.ts';
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

/** Somebody with an account and a running session. */
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

/** The demo that browsers talk to, over a data folder. */
export const shopVars = (folder: string): Readonly<Record<string, string | undefined>> => ({
  NODE_ENV: 'production',
  PLAZA_DEMO: '1',
  PLAZA_DATA_DIR: folder,
  PAYMENT_MEMBERSHIP_PRICE_MINOR: '20000',
  CARDGW_DEMO_PORT: process.env.CARDGW_DEMO_PORT,
  // Each test says which address it comes from, so that none spends the tries of another.
  TRUSTED_PROXIES: '1',
});

/**
 * The product's own functions over the data folder of the server that browsers talk to. It performs no effects: the
 * server does, and its mailbox with it.
 */
export const openWorld = (folder: string): Promise<Runtime> =>
  buildRuntime(readEnv({ from: { ...shopVars(folder), LOG_LEVEL: 'silent' } }));

/** Makes an account with a session, and with credit where some is wanted. */
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

/** Another session of the same person, as from another browser. */
export async function anotherSession({ ctx }: Person): Promise<Person['cookie']> {
  const now = ctx.now();
  const opening = { userId: ctx.user.id, epoch: ctx.user.sessionEpoch, secret: newSessionSecret(), now };
  const client = { address: '198.51.100.9', userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' };
  const { sid } = await ctx.data.tx(async (t) => openSession(t, { ...ctx, client }, opening));
  return { name: SESSION_COOKIE, value: await signSession(ctx.keys.session, sid, now) };
}

/**
 * Puts a thing of its own on sale, so that no other test buys it; its title is `title`. It is the house that sells it,
 * unless somebody else is named.
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

/** Makes somebody the owner of an approved seller; answers whose things they now sell. */
export const openShopOf = ({ ctx }: Person, name: string): Promise<string> =>
  createVendor(ctx, { name, country: 'UA', contactEmail: ctx.user.email, ownerId: ctx.user.id });

/** The cart a person has left on the server. */
export const leaveCart = ({ ctx }: Person, items: readonly CartLine[]) => saveCart(ctx, items);

/** Places an order; throws what a caller would be refused with. */
export async function order({ ctx }: Person, items: readonly CartLine[]): Promise<OrderView> {
  const placed = await checkOut(ctx, { input: { items: [...items] } });
  if (placed.kind === 'refusal') throw placed.error;
  return placed.body.order;
}

/** Places an order and tries to pay it with a card that has too little money on it; its page stays open. */
export async function orderDeclined(person: Person, items: readonly CartLine[]): Promise<OrderView> {
  const placed = await order(person, items);
  const { orderReference } = await payOrderByCard(person.ctx, { orderId: placed.id });
  const { data: row } = await person.ctx.data.need(PaymentTransactions, orderReference);
  await applyPaymentResult(person.ctx, orderReference, ownWord(row, { status: 'Declined', reasonCode: '1104' }));
  return placed;
}

/** Places an order and pays it from the balance. */
export async function buy(person: Person, items: readonly CartLine[]): Promise<OrderView> {
  const placed = await order(person, items);
  await payByCredit(person.ctx, placed.id);
  return placed;
}

/** A person buys one cheap and one dear thing of a seller, by two orders. */
export async function sellTo(buyer: Person, vendorId: string): Promise<readonly OrderView[]> {
  const orders: OrderView[] = [];
  for (const priceMinor of [154_736, 1_250_000]) {
    const thing = await sell(buyer.ctx, `Thing of ${vendorId} for ${priceMinor}`, 5, priceMinor, vendorId);
    orders.push(await buy(buyer, [{ id: thing, qty: 1 }]));
  }
  return orders;
}

/** A membership whose card was declined, and a top-up that waits for its money. */
export async function topUpsUnderWay({ ctx }: Person): Promise<void> {
  const { orderReference } = await payDueByCard(ctx, await membershipDue(ctx), undefined);
  const { data: row } = await ctx.data.need(PaymentTransactions, orderReference);
  await applyPaymentResult(ctx, orderReference, ownWord(row, { status: 'Declined', reasonCode: '1104' }));
  await payDueByCard(ctx, await topUpDue(ctx, 45_000), undefined);
}

/** As if the audit of the store had found two differences this moment; answers which audit that was. */
export const findDriftNow = (world: Runtime): Promise<string> =>
  endAudit(world, [
    { invariant: 'SI2', subject: 'prd_0123456789abcdefghij', why: 'holds 3, its rows say 2', row: null },
    { invariant: 'SI14', subject: 'usr_0123456789abcdefghij', why: 'has 5, the journal owes 1000000', row: null },
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
