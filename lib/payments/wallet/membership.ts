import { auditRow } from '#lib/audit/audit.ts';
import { Users } from '#lib/auth/collections.ts';
import type { User } from '#lib/auth/schemas/user.ts';
import { promiseUserIndex } from '#lib/auth/topics.ts';
import type { Context } from '#lib/context/context.ts';
import { hasRank } from '#lib/context/values.ts';
import type { Row, Tx, Writer } from '#lib/data/store.ts';
import { promiseNotification } from '#lib/notifications/write/create.ts';
import { entryIdOf, type Posting, postEntry, postingsOf, reversed } from '#lib/payments/books/journal.ts';
import { moneyIn } from '#lib/payments/books/money-in.ts';
import type { PaymentTransition, PurposeHandler } from '#lib/payments/ports.ts';
import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';
import { findAccountPayable } from './account-payments.ts';

/** What a move of a payment reads of its buyer, and what was booked when it was paid. */
type MemberAtPayment = { readonly user: Row<User> | undefined; readonly booked: readonly Posting[] };

/** Handles payments of a membership: a visitor gets the role `member`. Payments never lower a role. */
export const membershipHandler: PurposeHandler<MemberAtPayment, Context> = {
  find: (reader, stem) =>
    findAccountPayable(reader, stem, async ({ userId }) => {
      const user = await reader.get(Users, userId);
      return user && canJoin(user.data) ? 'open' : 'paid';
    }),
  read,
  paid,
  refunded,
  moved: () => undefined, // only the attempt shows its state
};

async function read(t: Tx, { userId, orderReference }: LedgerRow): Promise<MemberAtPayment> {
  const [user, booked] = await Promise.all([
    t.get(Users, userId),
    postingsOf(t, entryIdOf('membership', orderReference)),
  ]);
  return { user, booked };
}

/** A current member or a deleted user gets the money back. */
function paid(
  t: Writer,
  row: LedgerRow,
  { user }: MemberAtPayment,
  { at }: PaymentTransition,
  ctx: Context,
): 'done' | 'too_late' {
  if (!user || !canJoin(user.data)) return 'too_late';
  const { orderReference, amountMinor, currency } = row;
  postEntry(t, {
    kind: 'membership',
    subjectId: orderReference,
    at,
    note: orderReference,
    postings: [...moneyIn(row), { account: 'platform:membership', amountMinor: -amountMinor, currency }],
  });
  t.update(Users, user.id, { role: 'member', updatedAt: at });
  promiseUserIndex(t, user.id, new Date(at));
  auditRow(t, ctx, {
    action: 'user.role-changed',
    targetType: 'user',
    targetId: user.id,
    before: { role: user.data.role },
    after: { role: 'member' },
    reason: orderReference,
    now: new Date(at),
  });
  promiseNotification(
    t,
    {
      userId: user.id,
      type: 'WALLET',
      template: 'membership.paid',
      params: {},
      data: { orderReference, actionUrl: '/account' },
      source: 'membership.paid',
      key: orderReference,
    },
    new Date(at),
  );
  return 'done';
}

/** The money went back, the role stays: only an administrator takes it away (docs/decisions/0013). */
function refunded(
  t: Writer,
  { orderReference }: LedgerRow,
  { booked }: MemberAtPayment,
  { at }: PaymentTransition,
): 'done' {
  postEntry(t, {
    kind: 'refund',
    subjectId: orderReference,
    at,
    note: entryIdOf('membership', orderReference),
    postings: reversed(booked),
  });
  return 'done';
}

export const canJoin = ({ role, status }: Pick<User, 'role' | 'status'>): boolean =>
  status !== 'deleted' && !hasRank(role, 'member');
