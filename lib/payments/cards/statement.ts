import type { Context } from '#lib/context/context.ts';
import { newId } from '#lib/core/ids.ts';
import { parseAmount } from '#lib/core/money.ts';
import { before, DAY_MS, dayOf, HOUR_MS } from '#lib/core/time.ts';
import { pagesOf } from '#lib/data/read-all.ts';
import type { Tx } from '#lib/data/store.ts';
import { promiseAlert } from '#lib/payments/alerts/alert-topics.ts';
import { evidenceKindOf } from '#lib/payments/attempts/attempt-states.ts';
import { rowLane } from '#lib/payments/attempts/ledger.ts';
import { entryIdOf, postEntry } from '#lib/payments/books/journal.ts';
import { GatewayStatements, JournalEntries, PaymentTransactions } from '#lib/payments/collections.ts';
import type { StatementLine } from '#lib/payments/ports.ts';
import { attemptsBegunBetween, statementsNewestFirst } from '#lib/payments/queries.ts';
import { type LedgerRow, orderReference } from '#lib/payments/schemas/ledger.ts';
import type { GatewayStatement } from '#lib/payments/schemas/statement.ts';
import type { EntryKind } from '#lib/payments/values.ts';
import { cardGatewayOf } from './query-gateway.ts';

const SPAN_MS = 2 * DAY_MS;
/**
 * A recent payment may be missing from the list, or its callback may not be here yet. An attempt begun just before
 * the span may be paid within it.
 */
const EDGE_MS = HOUR_MS;
const FINDINGS_KEPT = 100;
const PAGE = 100;

type Difference = { readonly orderReference: string; readonly why: string };
export type Compared = { readonly lines: number; readonly fees: number; readonly found: number };

/**
 * Compares two days of the gateway's own list with our rows and entries, in both directions. Books its fees, each
 * once. Differences are recorded and alerted, never repaired, because a person must decide.
 */
export async function compareStatement(ctx: Context): Promise<Compared> {
  if (!ctx.cardGateway) return { lines: 0, fees: 0, found: 0 };
  const now = ctx.now();
  const span = { from: before(now, SPAN_MS), to: now.toISOString() };
  const lines = await cardGatewayOf(ctx).list(new Date(before(now, SPAN_MS + EDGE_MS)), now);

  const differences: Difference[] = [];
  let fees = 0;
  for (const line of lines) {
    const compared = await ctx.data.tx((t) => compareLine(t, line, now), { lane: rowLane(line.orderReference) });
    differences.push(...compared.whys.map((why) => ({ orderReference: line.orderReference, why })));
    if (compared.feeBooked) fees += 1;
  }
  differences.push(...(await missingFrom(ctx, lines, { from: span.from, to: before(now, EDGE_MS) })));
  for (const { orderReference } of differences) ctx.log('error', 'statement.differs', { orderReference });
  await keepStatement(
    ctx,
    {
      comparedAt: span.to,
      ...span,
      lines: lines.length,
      fees,
      found: differences.length,
      findings: differences.slice(0, FINDINGS_KEPT).map(cut),
    },
    now,
  );
  return { lines: lines.length, fees, found: differences.length };
}

const cut = ({ orderReference, why }: Difference): Difference => ({
  orderReference: orderReference.slice(0, 200),
  why: why.slice(0, 300),
});

/** Stores a comparison. Alerts the superadmins when it has findings that the previous one did not have. */
async function keepStatement(ctx: Context, statement: GatewayStatement, now: Date): Promise<void> {
  const subjectId = newId('alert');
  await ctx.data.tx(
    async (t) => {
      const { rows } = await t.find(statementsNewestFirst(1));
      const known = new Set(rows[0]?.data.findings.map(nameOf));
      const fresh = statement.findings.filter((finding) => !known.has(nameOf(finding)));
      t.set(GatewayStatements, dayOf(now), statement);
      if (fresh.length === 0) return;
      const lines = fresh.map(({ orderReference, why }) => ({ name: orderReference, value: why }));
      promiseAlert(t, { kind: 'statement', subjectId, count: fresh.length, lines }, now);
    },
    { mayQuery: true },
  );
}

const nameOf = ({ orderReference, why }: Difference): string => `${orderReference} ${why}`;

type ComparedLine = { readonly whys: readonly string[]; readonly feeBooked: boolean };

async function compareLine(t: Tx, line: StatementLine, now: Date): Promise<ComparedLine> {
  // Other entries of the list under our account were never references of ours.
  const isReference = orderReference.safeParse(line.orderReference).success;
  const found = isReference ? await t.get(PaymentTransactions, line.orderReference) : undefined;
  const reported = evidenceKindOf(line.evidence.status);
  const tookMoney = reported === 'approved' || reported === 'returned' || reported === 'refund_in_progress';
  if (!found) return { whys: tookMoney ? ['the gateway has money for an unknown payment'] : [], feeBooked: false };
  const row = found.data;
  const [entry, fee] = await Promise.all([
    row.paidAt === null ? undefined : t.get(JournalEntries, takenEntryOf(row)),
    t.get(JournalEntries, entryIdOf('fee', row.orderReference)),
  ]);
  const whys = tookMoney ? differencesOf(row, line, { isBooked: entry !== undefined, now }) : [];
  if (!tookMoney && row.paidAt !== null && row.processor === 'cardgw' && row.paidAt <= before(now, EDGE_MS))
    whys.push(`is ${row.status}, but the gateway reports ${line.evidence.status}`);
  const { feeMinor } = line;
  if (fee && feeMinor !== null && row.processor_payload.feeMinor !== feeMinor)
    whys.push(`the fee is ${feeMinor}, but ${row.processor_payload.feeMinor} is booked`);
  const feeBooked = !fee && feeMinor !== null && feeMinor > 0 && row.paidAt !== null;
  if (feeBooked) bookFee(t, row, feeMinor, now.toISOString());
  return { whys, feeBooked };
}

/**
 * True while our side may still learn of it: the attempt is new, or a check is due and tomorrow's statement lists it
 * again. A check that is overdue by more than an hour does not count.
 */
const isUnderWay = ({ createdAt, nextCheckAt }: LedgerRow, now: Date): boolean => {
  const edge = before(now, EDGE_MS);
  return createdAt > edge || (nextCheckAt !== null && nextCheckAt > edge && createdAt > before(now, DAY_MS));
};

type Known = { readonly isBooked: boolean; readonly now: Date };

function differencesOf(row: LedgerRow, { evidence }: StatementLine, { isBooked, now }: Known): string[] {
  const reported = evidenceKindOf(evidence.status);
  const isSettled = !isUnderWay(row, now);
  const amountMinor = parseAmount(evidence.amountText, evidence.currency);
  const whys = [
    row.processor !== 'cardgw' && `was made by ${row.processor}`,
    (amountMinor !== row.amountMinor || evidence.currency !== row.currency) &&
      `the gateway reports ${evidence.amountText} ${evidence.currency}, but the row has ${row.amountMinor} ${row.currency}`,
    reported === 'approved' &&
      row.status !== 'paid' &&
      isSettled &&
      `the gateway has the money, but the row is ${row.status}`,
    reported === 'returned' &&
      isSettled &&
      row.status !== 'refunded' &&
      row.status !== 'voided' &&
      `the gateway refunded it, but the row is ${row.status}`,
    row.paidAt !== null && !isBooked && 'is paid but not in the journal',
  ];
  return whys.filter((why) => why !== false);
}

/** Returns the id of the entry that booked the money of a paid attempt. */
function takenEntryOf(row: LedgerRow): string {
  if (row.excess) return entryIdOf('excess', row.orderReference);
  const kinds = { store_order: 'capture', wallet_topup: 'topup', membership_upgrade: 'membership' } as const;
  const kind: EntryKind = kinds[row.purpose];
  return entryIdOf(kind, kind === 'capture' ? (row.orderId ?? '') : row.orderReference);
}

function bookFee(t: Tx, row: LedgerRow, feeMinor: number, at: string): void {
  const { orderReference: reference, currency } = row;
  postEntry(t, {
    kind: 'fee',
    subjectId: reference,
    at,
    note: reference,
    postings: [
      { account: 'platform:fees', amountMinor: feeMinor, currency },
      { account: 'gateway:cardgw', amountMinor: -feeMinor, currency },
    ],
  });
  t.update(PaymentTransactions, reference, {
    processor_payload: { ...row.processor_payload, feeMinor },
    version: row.version + 1,
  });
}

type Span = { readonly from: string; readonly to: string };

/** Returns paid rows that the gateway does not list. */
async function missingFrom(ctx: Context, lines: readonly StatementLine[], span: Span): Promise<Difference[]> {
  const listed = new Set(lines.map((line) => line.orderReference));
  const missing: Difference[] = [];
  for (const status of ['paid', 'refunded'] as const)
    for await (const rows of pagesOf(ctx.data, (after) => attemptsBegunBetween(status, span, PAGE, after)))
      for (const { id, data } of rows)
        if (data.processor === 'cardgw' && !listed.has(id))
          missing.push({ orderReference: id, why: `is ${status}, but the gateway does not list it` });
  return missing;
}
