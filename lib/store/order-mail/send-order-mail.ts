import { Users } from '#lib/auth/collections.ts';
import type { Context } from '#lib/context/context.ts';
import type { MailOutcome, PlatformMail } from '#lib/context/ports/mail.ts';
import { unavailable } from '#lib/core/errors.ts';
import { fault } from '#lib/core/fault.ts';
import { hashOf, newId } from '#lib/core/ids.ts';
import type { Reader, Row, Tx } from '#lib/data/store.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { OrderMails, Orders, Vendors } from '#lib/store/collections.ts';
import { withHistory, writeOrderChange } from '#lib/store/orders/order-events.ts';
import { orderLane } from '#lib/store/orders/write-cancel.ts';
import type { Order } from '#lib/store/schemas/order.ts';
import type { OrderMail } from '#lib/store/schemas/order-mail.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';
import type { OrderMailState } from '#lib/store/values.ts';
import { buyerMail, sellerMail } from './order-mail.ts';
import type { OrderMailPromise } from './order-promises.ts';

/** Returns the row id: one mail per order, kind and receiver, ever. All attempts to send that mail share this row. */
export const orderMailId = ({ orderId, kind, vendorId }: OrderMailPromise): string =>
  hashOf('order-mail', orderId, kind, vendorId ?? '');

/**
 * Sends a mail about an order at most once. The row is claimed before the send. A send without a known outcome is
 * marked unknown and never repeated, because the server may have accepted it. Without a mail server or an address,
 * the mail is skipped.
 */
export async function sendOrderMail(ctx: Context, promise: OrderMailPromise): Promise<void> {
  const mail = await claim(ctx, promise);
  if (!mail || !ctx.mailer) return;
  const outcome = await ctx.mailer.send(mail);
  await fault('mail.after_send');
  await settle(ctx, promise, outcome);
}

/** Claims the mail for this call. Returns null when it was tried before or cannot be sent at all. */
async function claim(ctx: Context, promise: OrderMailPromise): Promise<PlatformMail | null> {
  const at = ctx.now().toISOString();
  const claimId = newId('run');
  const claimed = await ctx.data.tx(
    async (t): Promise<Claimed | null> => {
      const [row, before] = await Promise.all([
        t.get(Orders, promise.orderId),
        t.get(OrderMails, orderMailId(promise)),
      ]);
      if (!row) return null;
      // Firestore may repeat an applied commit. This callback then finds its own claim.
      const isOurs = before?.data.state === 'sending' && before.data.claimId === claimId;
      if (before?.data.state === 'sending' && !isOurs)
        return { mail: null, ...(await stop(t, { promise, row, state: 'unknown', reason: 'interrupted', at })) };
      if (before && before.data.state !== 'queued' && !isOurs) return null;
      const mail = await writeMail(t, ctx, promise, row);
      const reason = ctx.mailer === null ? 'MailNotConfigured' : mail.to === '' ? 'NoAddress' : null;
      const state = reason === null ? 'sending' : 'skipped';
      const createdAt = before?.data.createdAt;
      const made = rowOf(promise, { state, reason, at, createdAt });
      t.set(OrderMails, orderMailId(promise), state === 'sending' ? { ...made, claimId } : made);
      return { mail: reason === null ? mail : null, state, reason };
    },
    { lane: orderLane(promise.orderId) },
  );
  if (claimed && claimed.mail === null) logMail(ctx, promise, claimed.state, claimed.reason);
  return claimed?.mail ?? null;
}

type Claimed = { readonly mail: PlatformMail | null } & Pick<Made, 'state' | 'reason'>;
type Made = { readonly state: OrderMailState; readonly reason: string | null; readonly at: string };

const rowOf = (
  { orderId, kind, vendorId }: OrderMailPromise,
  { state, reason, at, createdAt = at }: Made & { readonly createdAt?: string | undefined },
): OrderMail => ({ orderId, kind, vendorId, state, reason, createdAt, updatedAt: at });

/** Composes the mail from the current order, in the language of its reader. */
async function writeMail(
  reader: Reader,
  ctx: Context,
  promise: OrderMailPromise,
  row: Row<Order>,
): Promise<PlatformMail> {
  const key = `order-${orderMailId(promise)}`;
  const { data: order } = row;
  if (promise.kind === 'vendor_new_order') {
    const vendor = await reader.need(Vendors, promise.vendorId ?? '');
    const locale = await localeOfVendor(reader, ctx, vendor.data);
    const { name, contactEmail: to } = vendor.data;
    return sellerMail({ key, to, locale, order, vendor: { id: vendor.id, name } });
  }
  const vendors = await reader.getMany(Vendors, order.vendorIds);
  const vendorNames = new Map(vendors.flatMap((vendor) => (vendor ? [[vendor.id, vendor.data.name] as const] : [])));
  const { locale } = order;
  return buyerMail({
    key,
    to: await buyersAddress(reader, promise, order),
    locale,
    kind: promise.kind,
    vendorId: promise.vendorId,
    order,
    orderId: row.id,
    vendorNames,
    origin: ctx.origin,
  });
}

/**
 * A user can enter any address into an order. Before the order is paid, we write to the address of their account.
 * Empty where the account is gone.
 */
async function buyersAddress(reader: Reader, { kind }: OrderMailPromise, order: Order): Promise<string> {
  if (order.paidAt !== null || kind === 'refunded') return order.contact.email;
  return (await reader.get(Users, order.userId))?.data.email ?? '';
}

async function localeOfVendor(reader: Reader, { env }: Context, { ownerId }: Vendor): Promise<Locale> {
  const owner = ownerId === null ? undefined : await reader.get(Users, ownerId);
  return owner?.data.locale ?? env.DEFAULT_LOCALE;
}

async function settle(ctx: Context, promise: OrderMailPromise, outcome: MailOutcome): Promise<void> {
  const reason = outcome.state === 'sent' ? null : outcome.reason;
  const again = outcome.state === 'refused' && outcome.retry;
  const state = outcome.state === 'refused' ? (again ? 'queued' : 'failed') : outcome.state;
  const at = ctx.now().toISOString();
  await ctx.data.tx(
    async (t) => {
      const [row, { data: mail }] = await Promise.all([
        t.need(Orders, promise.orderId),
        t.need(OrderMails, orderMailId(promise)),
      ]);
      // Firestore may repeat an applied commit. This callback then finds its own outcome.
      if (mail.state === state) return;
      if (!again) await stop(t, { promise, row, state, reason, at, createdAt: mail.createdAt });
      // If the lease ran out meanwhile, another process gave the mail up, and no retry would follow.
      else if (mail.state === 'sending') t.update(OrderMails, orderMailId(promise), { state, reason, updatedAt: at });
    },
    { lane: orderLane(promise.orderId) },
  );
  logMail(ctx, promise, again ? 'queued' : state, reason);
  if (again) throw unavailable(`The mail server rejected the mail: ${reason}`);
}

type End = Made & { readonly promise: OrderMailPromise; readonly row: Row<Order>; readonly createdAt?: string };

/** Ends a mail and writes the order event that reports it. */
async function stop(t: Tx, { promise, row, ...made }: End): Promise<Pick<Made, 'state' | 'reason'>> {
  const order = await withHistory(t, row);
  const { state, reason, at } = made;
  const told = { mail: promise.kind, vendorId: promise.vendorId, state, because: reason };
  t.set(OrderMails, orderMailId(promise), rowOf(promise, made));
  writeOrderChange(t, order, {}, [{ kind: 'mail', data: told }], { at, actorId: null, via: 'system' });
  return { state, reason };
}

const levels = {
  queued: 'warn',
  sending: 'info',
  sent: 'info',
  failed: 'warn',
  unknown: 'error',
  skipped: 'warn',
} as const satisfies Record<OrderMailState, 'info' | 'warn' | 'error'>;

const logMail = (ctx: Context, promise: OrderMailPromise, state: OrderMailState, reason: string | null): void =>
  ctx.log(levels[state], `order-mail.${state}`, { ...promise, reason });
