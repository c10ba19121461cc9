import type { StoryStep } from '#lib/admin/schemas/payment-story.ts';
import { auditRowsOf } from '#lib/audit/queries.ts';
import type { Context } from '#lib/context/context.ts';
import { Outbox, type OutboxRow, outboxIdOf } from '#lib/data/outbox.ts';
import { pagesOf } from '#lib/data/read-all.ts';
import type { Reader, Row } from '#lib/data/store.ts';
import { entriesOf, entryIdOf, postingsOf } from '#lib/payments/books/journal.ts';
import { maskedText } from '#lib/payments/cards/callback-text.ts';
import { toCallbackView } from '#lib/payments/cards/callback-view.ts';
import { callbacksOfAttempt, settlementsOfOrder } from '#lib/payments/queries.ts';
import { refundTopic } from '#lib/payments/refunds/refund-topic.ts';
import type { CallbackRow } from '#lib/payments/schemas/callback.ts';
import type { Settlement } from '#lib/payments/schemas/journal.ts';
import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';
import { Orders } from '#lib/store/collections.ts';
import { effectIdsOf } from '#lib/store/order-mail/order-promises.ts';
import { eventsOf } from '#lib/store/queries.ts';
import type { OrderEvent } from '#lib/store/schemas/order.ts';

/** More rows of one kind add nothing new: the gateway repeats an unanswered callback for four days. */
const MOST_CALLBACKS = 100;
const MOST_ACTS = 50;
/** An order has at most 50 lines, so no more vendors. */
const MOST_SETTLEMENTS = 50;
const EVENTS_PAGE = 100;

/** At the same time, a cause is listed before its effect. */
const causes = [
  'act',
  'callback',
  'statement',
  'event',
  'entry',
  'settlement',
  'effect',
] as const satisfies readonly StoryStep['kind'][];

/**
 * Returns the whole record around an attempt to pay, in order of time. It covers the gateway's statements and
 * callbacks, the order's events, entries and settlements, the enqueued effects and the acts of admins. Bodies of
 * callbacks are masked.
 */
export async function readPaymentStory({ data }: Context, row: LedgerRow): Promise<readonly StoryStep[]> {
  const { orderReference, orderId } = row;
  const [callbacks, acts, events, sale, order] = await Promise.all([
    data.find(callbacksOfAttempt(orderReference, MOST_CALLBACKS)),
    data.find(auditRowsOf(orderReference, MOST_ACTS)),
    orderId === null ? [] : everyEvent(data, orderId),
    orderId === null ? null : data.find(settlementsOfOrder(orderId, MOST_SETTLEMENTS)),
    orderId === null ? undefined : data.get(Orders, orderId),
  ]);
  const settlements = sale?.rows ?? [];
  const [booked, effects] = await Promise.all([
    bookedFor(data, row, settlements),
    data.getMany(Outbox, [
      outboxIdOf(refundTopic, orderReference),
      ...(order ? effectIdsOf(order.id, order.data) : []),
    ]),
  ]);
  const steps: StoryStep[] = [
    ...acts.rows.map(({ id, data: act }) => ({ id, at: act.at, kind: 'act' as const, act })),
    ...callbacks.rows.map(callbackStep),
    ...row.evidence.map((statement, i) => ({
      id: `said-${i}`,
      at: statement.at,
      kind: 'statement' as const,
      statement,
    })),
    ...events.map(({ id, data: event }) => ({ id, at: event.at, kind: 'event' as const, event })),
    ...booked,
    ...settlements.map(({ id, data: settlement }) => ({
      id,
      at: settlement.createdAt,
      kind: 'settlement' as const,
      settlement,
    })),
    ...effects.flatMap((effect) => (effect ? [effectStep(effect)] : [])),
  ];
  return steps.sort((a, b) => a.at.localeCompare(b.at) || causes.indexOf(a.kind) - causes.indexOf(b.kind));
}

const callbackStep = (row: Row<CallbackRow>): StoryStep => ({
  id: row.id,
  at: row.data.receivedAt,
  kind: 'callback',
  callback: toCallbackView(row),
  text: maskedText(row.data.raw),
});

const effectStep = ({
  id,
  data: { topic, payload, createdAt, status, attempts, lastError },
}: Row<OutboxRow>): StoryStep => ({
  id,
  at: createdAt,
  kind: 'effect',
  effect: { topic, about: aboutOf(payload), status, attempts, lastError },
});

/** The kind and the seller identify a mail. Nothing else of a payload is shown. */
const aboutOf = (payload: OutboxRow['payload']): readonly string[] =>
  [payload?.kind, payload?.vendorId].filter((part) => typeof part === 'string');

async function everyEvent(reader: Reader, orderId: string): Promise<Row<OrderEvent>[]> {
  const events: Row<OrderEvent>[] = [];
  for await (const rows of pagesOf(reader, (after) => eventsOf(orderId, EVENTS_PAGE, after))) events.push(...rows);
  return events;
}

/**
 * Returns the entries of the attempt, its order, each of its settlements and their payouts. Entries are found by
 * their subject.
 */
async function bookedFor(
  reader: Reader,
  { orderReference, orderId }: LedgerRow,
  settlements: readonly Row<Settlement>[],
): Promise<readonly StoryStep[]> {
  const ids = [
    ...(['topup', 'membership', 'excess', 'excess_refund', 'refund', 'fee'] as const).map((kind) =>
      entryIdOf(kind, orderReference),
    ),
    ...(orderId === null ? [] : (['capture', 'refund', 'referral'] as const).map((kind) => entryIdOf(kind, orderId))),
    ...settlements.flatMap(({ id, data }) => [
      entryIdOf('release', id),
      ...(data.payoutId === null ? [] : [entryIdOf('payout', data.payoutId)]),
    ]),
  ];
  const entries = [...(await entriesOf(reader, ids))];
  return Promise.all(
    entries.map(async ([id, entry]) => ({
      id,
      at: entry.at,
      kind: 'entry' as const,
      entry,
      postings: await postingsOf(reader, id),
    })),
  );
}
