import type { User } from '#lib/auth/schemas/user.ts';
import { findUserByEmail } from '#lib/auth/users.ts';
import type { UserContext } from '#lib/context/context.ts';
import { EmailContacts, EmailMessages } from '#lib/crm/collections.ts';
import type { EmailMessage } from '#lib/crm/schemas/message.ts';
import { getLivingThread } from '#lib/crm/threads/living-thread.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { type Credit, creditOf } from '#lib/payments/credit/credit.ts';
import { latestAttemptsOfUser } from '#lib/payments/queries.ts';
import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';
import { ordersNewestFirst } from '#lib/store/queries.ts';
import type { Order } from '#lib/store/schemas/order.ts';
import { type SellerTalk, sellerTalksOf } from './seller-talks.ts';

/** How many orders and payments stand beside a mail. The person's own page has all of them. */
const SHOWN = 10;

export type CustomerOrder = Pick<Order, 'number' | 'status' | 'payState' | 'totalMinor' | 'currency' | 'createdAt'> & {
  readonly id: string;
  /** The language of the buyer. */
  readonly locale: Locale;
  readonly trackingUrls: readonly string[];
};
export type CustomerPayment = Pick<
  LedgerRow,
  'orderReference' | 'purpose' | 'processor' | 'status' | 'refundState' | 'amountMinor' | 'currency' | 'createdAt'
>;

/** What the sender of a mail has with the platform. */
export type Customer = {
  readonly user: Pick<User, 'name' | 'email' | 'role' | 'status' | 'isVerified' | 'createdAt'> & {
    readonly id: string;
  };
  readonly orders: readonly CustomerOrder[];
  readonly payments: readonly CustomerPayment[];
  readonly credit: Credit;
  readonly conversations: readonly SellerTalk[];
};

/** `customer` is null when no account has proved the address. */
export type BesideMail = { readonly customer: Customer | null; readonly isSenderDoubtful: boolean };

/**
 * Returns what stands beside a thread: the account of its contact's exact address, and whether the latest mail may be
 * forged. Only an account that was signed in to counts, because a sign-in code proves the address and a migration does
 * not. Returns null once the contact was erased. Only the page of the thread calls it: no route, export or model does.
 */
export async function customerBesideMail(ctx: UserContext, threadId: string): Promise<BesideMail | null> {
  const { data } = ctx;
  const thread = await getLivingThread(data, threadId);
  const { contact, lastInboundId, erasedAt } = thread.data;
  if (erasedAt !== null || contact.id === null) return null;
  const [row, latest] = await Promise.all([
    data.get(EmailContacts, contact.id),
    lastInboundId === null ? undefined : data.get(EmailMessages, lastInboundId),
  ]);
  if (!row) return null;
  const user = await findUserByEmail(data, row.data.emailKey);
  const isKnown = user !== null && user.status !== 'deleted' && user.lastSeenAt !== null;
  return {
    customer: isKnown ? await customerOf(ctx, user) : null,
    isSenderDoubtful: latest !== undefined && isDoubtful(latest.data),
  };
}

const isDoubtful = ({ authentication, flags }: EmailMessage): boolean =>
  authentication?.dmarc === 'fail' || flags.includes('spoofSuspected');

async function customerOf(ctx: UserContext, user: Customer['user'] & Pick<User, 'vendorId'>): Promise<Customer> {
  const { id, name, email, role, status, isVerified, createdAt } = user;
  const [orders, payments, credit, conversations] = await Promise.all([
    ctx.data.find(ordersNewestFirst({ userId: id }, SHOWN)),
    ctx.data.find(latestAttemptsOfUser(id, SHOWN)),
    creditOf(ctx.data, id),
    sellerTalksOf(ctx, user, SHOWN),
  ]);
  return {
    user: { id, name, email, role, status, isVerified, createdAt },
    orders: orders.rows.map((row) => orderOf(row.id, row.data)),
    payments: payments.rows.map((row) => paymentOf(row.data)),
    credit,
    conversations,
  };
}

const orderOf = (id: string, order: Order): CustomerOrder => ({
  id,
  number: order.number,
  status: order.status,
  payState: order.payState,
  totalMinor: order.totalMinor,
  currency: order.currency,
  createdAt: order.createdAt,
  locale: order.locale,
  trackingUrls: order.parts.flatMap(({ trackingUrl }) => trackingUrl ?? []),
});

const paymentOf = (row: LedgerRow): CustomerPayment => ({
  orderReference: row.orderReference,
  purpose: row.purpose,
  processor: row.processor,
  status: row.status,
  refundState: row.refundState,
  amountMinor: row.amountMinor,
  currency: row.currency,
  createdAt: row.createdAt,
});
