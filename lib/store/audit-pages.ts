import type { Context } from '#lib/core/context.ts';
import type { Collection } from '#lib/data/collection.ts';
import { leasedRows, waitingRows } from '#lib/data/outbox-lease.ts';
import { pagesOf } from '#lib/data/read-all.ts';
import type { Row, Tx } from '#lib/data/store.ts';
import { userCredit } from '#lib/payments/accounts.ts';
import { auditSale } from '#lib/payments/audit-sale.ts';
import { CreditAccounts, JournalEntries } from '#lib/payments/collections.ts';
import { type Finding, findingsOf } from '#lib/payments/findings.ts';
import { balanceOf, entryIdOf, MAX_POSTINGS } from '#lib/payments/journal.ts';
import { attemptsOf } from '#lib/payments/ledger.ts';
import { everyAccount, postingsOfEntry, settlementsOfOrder } from '#lib/payments/queries.ts';
import type { CreditAccount, JournalPosting } from '#lib/payments/schemas/journal.ts';
import { auditEffect, auditExpired } from './audit-late.ts';
import { auditOrder } from './audit-order.ts';
import { auditLevel, heldStates } from './audit-stock.ts';
import { Orders, StockLevels } from './collections.ts';
import { holdsOf } from './order-holds.ts';
import { eventsOf, everyLevel, everyOrder, expiredHolds, unitsHeld, unitsMoved } from './queries.ts';
import type { OrderEvent } from './schemas/order.ts';
import type { StockLevel } from './schemas/stock.ts';

/** A page of the store, recomputed. */
export type Page = { readonly checked: number; readonly findings: readonly Finding[]; readonly next: string | null };

const AT_ONCE = 100;
/** A figure that moves under the auditor is read again; one that is off each time is off. */
const LOOKS = 4;

const pageOf = (checked: number, findings: readonly (readonly Finding[])[], next: string | null): Page => ({
  checked,
  findings: findings.flat(),
  next,
});

/** SI1 to SI3, product by product. */
export async function auditProducts(ctx: Context, after: string | undefined): Promise<Page> {
  const page = await ctx.data.find(everyLevel(AT_ONCE, after));
  const findings = [];
  for (const row of page.rows) findings.push(await auditProduct(ctx, row));
  return pageOf(page.rows.length, findings, page.next);
}

async function auditProduct(ctx: Context, level: Row<StockLevel>): Promise<readonly Finding[]> {
  return auditStill(ctx, StockLevels, level, async ({ id, data }) => {
    const [held, moved] = await Promise.all([
      ctx.data.sum(unitsHeld(id, heldStates), 'qty'),
      ctx.data.sum(unitsMoved(id), 'delta'),
    ]);
    return auditLevel(id, data, { held, moved });
  });
}

/** SI14, account by account: a balance is what the journal owes its owner. */
export async function auditAccounts(ctx: Context, after: string | undefined): Promise<Page> {
  const page = await ctx.data.find(everyAccount(AT_ONCE, after));
  const findings = [];
  for (const row of page.rows) findings.push(await auditAccount(ctx, row));
  return pageOf(page.rows.length, findings, page.next);
}

async function auditAccount(ctx: Context, account: Row<CreditAccount>): Promise<readonly Finding[]> {
  return auditStill(ctx, CreditAccounts, account, async ({ id, data: { balanceMinor, currency } }) => {
    const owed = -(await balanceOf(ctx.data, userCredit(id), currency));
    return findingsOf('SI14', id, [balanceMinor !== owed && `has ${balanceMinor}, the journal owes ${owed}`]);
  });
}

/**
 * Sums are no part of a transaction, so what they say counts only when the row stood still while they were taken. One
 * that never stands still is left to the next audit.
 */
async function auditStill<T extends object>(
  ctx: Context,
  collection: Collection<T>,
  row: Row<T>,
  check: (row: Row<T>) => Promise<readonly Finding[]>,
  looks = LOOKS,
): Promise<readonly Finding[]> {
  const findings = await check(row);
  if (findings.length === 0) return [];
  const now = await ctx.data.need(collection, row.id);
  if (now.version === row.version) return findings;
  return looks > 1 ? auditStill(ctx, collection, now, check, looks - 1) : [];
}

/** SI4 to SI7, SI9 and SI15, order by order: each is read in one transaction. */
export async function auditOrderPage(ctx: Context, after: string | undefined): Promise<Page> {
  const page = await ctx.data.find(everyOrder(AT_ONCE, after));
  const findings = [];
  for (const { id } of page.rows) findings.push(await ctx.data.tx((t) => auditOneOrder(t, id)));
  return pageOf(page.rows.length, findings, page.next);
}

async function auditOneOrder(t: Tx, id: string): Promise<readonly Finding[]> {
  const { data: order } = await t.need(Orders, id);
  const [events, holds, attempts, settlements, capture, refund] = await Promise.all([
    historyOf(t, id),
    holdsOf(t, id),
    attemptsOf(t, id),
    t.find(settlementsOfOrder(id, AT_ONCE)),
    bookedOf(t, 'capture', id),
    bookedOf(t, 'refund', id),
  ]);
  return [
    ...auditOrder({ id, order, events, holds: holds.map(({ data }) => data) }),
    ...auditSale({ id, order, attempts, settlements: settlements.rows, capture, refund }),
  ];
}

async function historyOf(t: Tx, orderId: string): Promise<readonly OrderEvent[]> {
  const events: OrderEvent[] = [];
  for await (const rows of pagesOf(t, (after) => eventsOf(orderId, AT_ONCE, after)))
    events.push(...rows.map(({ data }) => data));
  return events;
}

/** The postings of an order's entry, or null when it was never booked. */
async function bookedOf(t: Tx, kind: 'capture' | 'refund', orderId: string): Promise<readonly JournalPosting[] | null> {
  const entryId = entryIdOf(kind, orderId);
  const [entry, page] = await Promise.all([
    t.get(JournalEntries, entryId),
    t.find(postingsOfEntry(entryId, MAX_POSTINGS)),
  ]);
  return entry ? page.rows.map(({ data }) => data) : null;
}

/** SI16 and SI19: what waits longest of each kind. */
export async function auditLateness(ctx: Context): Promise<Page> {
  const now = ctx.now();
  const [waiting, leased, expired] = await Promise.all([
    ctx.data.find(waitingRows(AT_ONCE)),
    ctx.data.find(leasedRows(AT_ONCE)),
    ctx.data.find(expiredHolds(now.toISOString(), AT_ONCE)),
  ]);
  const findings = [
    ...[...waiting.rows, ...leased.rows].map((row) => auditEffect(row, now)),
    ...expired.rows.map((row) => auditExpired(row, now)),
  ];
  return pageOf(0, findings, null);
}
