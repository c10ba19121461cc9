import { EmailLoginTokens, Sessions } from '#lib/auth/collections.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { before, DAY_MS, HOUR_MS } from '#lib/core/time.ts';
import { EmailMessages, EmailTasks, EmailThreads } from '#lib/crm/collections.ts';
import type { Store, Writer } from '#lib/data/store.ts';
import { Attachments, Messages } from '#lib/messaging/collections.ts';
import { NotificationDeferred, Notifications } from '#lib/notifications/collections.ts';
import { PushRegistrations } from '#lib/notifications/push/collections.ts';
import { StockLevels, StockMovements, StoreAudits } from '#lib/store/collections.ts';
import { putConversation, testConversation } from '#tests/support/conversations.ts';
import { messageRow, taskRow, threadRow } from '#tests/support/inbox-rows.ts';
import type { OrderEnd, Purchase } from './purchase.ts';

/** The size of the bench's shop. */
export type Counts = {
  readonly orders: number;
  readonly users: number;
  readonly mails: number;
  readonly messages: number;
};
export const full: Counts = { orders: 100_000, users: 100_000, mails: 100_000, messages: 1_000_000 };

const AT_ONCE = 400;
const SPAN_MS = 180 * DAY_MS;
const ORDERS_PER_PRODUCT = 100;
const MAILS_PER_THREAD = 4;
const MESSAGES_PER_CONVERSATION = 1_000;
/** One row in this many has something that is due. */
const DUE = 20;

export type Purchases = Readonly<Record<OrderEnd, Purchase>>;

/**
 * Of twenty orders one was never paid, one is on its way to its buyer, and one can be settled once it is old enough.
 */
const endOf = (n: number): OrderEnd => (['new', 'shipped', 'completed'] as const)[n % DUE] ?? 'paid';

const padded = (n: number): string => String(n).padStart(20, '0');

/** The store that rows are written into, and the current time for all of them. */
export type Filled = { readonly data: Pick<Store, 'batch'>; readonly now: Date };

/** Fills a store with rows as a shop of these counts leaves behind. Returns how many of them the audit recomputes. */
export async function seedShop({ data, now }: Filled, counts: Counts, purchases: Purchases): Promise<number> {
  const ageOf = (n: number, count: number) => HOUR_MS + Math.floor((n * SPAN_MS) / count);
  const at = (n: number, count: number) => before(now, ageOf(n, count));
  const fill = async (count: number, rowsEach: number, write: (writer: Writer, n: number) => void) => {
    const step = Math.max(1, Math.floor(AT_ONCE / rowsEach));
    for (let from = 0; from < count; from += step)
      await data.batch((writer) => {
        for (let n = from; n < Math.min(count, from + step); n++) write(writer, n);
      });
  };

  const buyers = Math.max(counts.orders, counts.users);
  const products = Math.ceil(buyers / ORDERS_PER_PRODUCT);
  await fill(products, 2, (write, n) => {
    const sold = Math.min(ORDERS_PER_PRODUCT, buyers - n * ORDERS_PER_PRODUCT);
    stocked(write, `prd_${padded(n)}`, sold, before(now, SPAN_MS + DAY_MS));
  });
  let bought = 0;
  await fill(buyers, purchases.paid.rows, (write, n) => {
    const productId = `prd_${padded(Math.floor(n / ORDERS_PER_PRODUCT))}`;
    const purchase = purchases[endOf(n)];
    bought += purchase.audited;
    purchase.write(write, n, { productId, ageMs: ageOf(n, buyers) });
  });
  await fill(Math.floor(counts.users / DUE), 6, (write, n) => due(write, n, before(now, 100 * DAY_MS)));
  await fill(counts.mails, 2, (write, n) => mail(write, n, at(n, counts.mails)));
  for (let from = 0; from < counts.messages; from += MESSAGES_PER_CONVERSATION)
    await conversation({ data, now }, from, Math.min(MESSAGES_PER_CONVERSATION, counts.messages - from));
  return products + bought;
}

function stocked(write: Writer, productId: string, sold: number, at: string): void {
  const onHand = sold + 10;
  write.create(StockLevels, productId, { onHand, held: sold, shards: 1, lowAt: null, createdAt: at, updatedAt: at });
  write.create(StockMovements, `initial-${productId}`, {
    ...{ productId, shard: 0, delta: onHand, kind: 'initial' },
    ...{ refId: null, actorId: null, reason: null, at },
  });
}

/** Writes rows that the daily and hourly sweeps must process. */
function due(write: Writer, n: number, at: string): void {
  const userId = `usr_${padded(n)}`;
  write.create(Sessions, `session-${n}`, {
    ...{ userId, epoch: 0, createdAt: at, lastSeenAt: at, expiresAt: '2999-01-01T00:00:00.000Z' },
    ...{ stepUpAt: null, device: 'Firefox, Linux', ipPrefixHash: null },
  });
  write.create(EmailLoginTokens, `token-${n}`, {
    ...{ emailKey: `buyer-${n}@bench.test`, email: `buyer-${n}@bench.test`, purpose: 'sign-in', userId: null },
    ...{ locale: 'en', codeMac: '', createdAt: at, expiresAt: at, usedAt: null, attempts: 0, browserHash: '' },
    ...{ ipPrefixHash: null, next: '/', mail: 'sent' },
  });
  write.create(Notifications, `ntf_${padded(n)}`, {
    ...{ userId, type: 'SYSTEM', title: 'News', message: 'Something has happened.', data: '{}', priority: 'normal' },
    ...{ status: 'read', createdAt: at, readAt: at, expiresAt: null, archived: false, archivedAt: null },
    ...{ archivedReason: null, dueAt: at, collapseKey: null, collapsedCount: 0, countedOn: at.slice(0, 10) },
    ...{ template: null, params: {}, people: [], locale: 'en', source: 'bench' },
    plan: { push: 'not_asked', email: 'not_asked' },
  });
  write.create(NotificationDeferred, `deferred-${n}`, {
    ...{ userId, notificationId: `ntf_${padded(n)}`, channel: 'email', windowEnd: at, reason: 'digest' },
  });
  write.create(PushRegistrations, `device-${n}`, {
    ...{ userId, deviceFingerprint: `device-${n}`, token: null, subscription: null, keyId: null, addressHash: [] },
    ...{ platform: '', userAgent: '', sessionIdHash: null, createdAt: at, lastSeenAt: at, lastOkAt: null },
    ...{ failCount: 0, failingSince: null, needsResubscribe: false },
  });
  write.create(Attachments, `att_${padded(n)}`, {
    ...{ ownerId: userId, conversationId: null, messageId: null, storageKey: `bench/${n}`, sha256: '0'.repeat(64) },
    ...{
      name: 'photo.png',
      mimeType: 'image/png',
      kind: 'image',
      size: 1_000,
      state: 'deleted',
      createdAt: at,
      expiresAt: at,
    },
    blockedAt: null,
  });
}

function mail(write: Writer, n: number, at: string): void {
  const threadId = `thr_${padded(Math.floor(n / MAILS_PER_THREAD))}`;
  if (n % MAILS_PER_THREAD === 0) {
    write.create(EmailThreads, threadId, threadRow(at, { messageCount: MAILS_PER_THREAD }));
    if (n % (MAILS_PER_THREAD * DUE) === 0)
      write.create(EmailTasks, `tsk_${padded(n)}`, taskRow(at, { threadId, status: 'open', dueAt: at, dueSort: at }));
  }
  const raw = n % DUE === 0 ? { rawKey: `mail/eml_${padded(n)}/raw`, rawUntil: at } : {};
  const id = { threadId, messageId: `mail-${n}@asker.test` };
  write.create(EmailMessages, `eml_${padded(n)}`, messageRow(at, { ...id, ...raw }));
}

async function conversation({ data, now }: Filled, from: number, count: number): Promise<void> {
  const people = [`usr_${padded(from)}`, `usr_${padded(from + 1)}`];
  const at = now.toISOString();
  const row = testConversation(people, now, { messageSeq: count, rev: count, lastMessageAt: at });
  await putConversation({ data }, row);
  for (let begin = 0; begin < count; begin += AT_ONCE)
    await data.batch((write) => {
      for (let n = begin; n < Math.min(count, begin + AT_ONCE); n++)
        write.create(Messages, `msg_${padded(from + n)}`, {
          ...{ conversationId: row.id, seq: n + 1, rev: n + 1, createdRev: n + 1, senderId: people[n % 2] ?? '' },
          ...{ type: 'text', content: `The parcel number ${n} has come, and somebody should look at it.` },
          ...{ attachments: [], metadata: {}, mentions: [], replyToId: null, reactions: {} },
          ...{ clientMessageId: null, bodyHash: null, createdAt: at, editedAt: null, deletedAt: null, blockedAt: null },
        });
    });
}

/** Records an audit of everything an hour ago: the audit is then measured as it runs day by day. */
export async function markAudited({ data, now }: Pick<Runtime, 'data' | 'now'>, size: number): Promise<void> {
  const at = before(now(), HOUR_MS);
  await data.create(StoreAudits, 'sau_bench', {
    ...{ startedAt: at, finishedAt: at, since: null, place: null, checked: 0, found: 0, findings: [] },
    walk: { startedAt: at, kind: 'products', after: null, walked: 0, until: 0, size },
  });
}
