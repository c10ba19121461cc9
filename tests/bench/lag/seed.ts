import { EmailLoginTokens, Sessions } from '#lib/auth/collections.ts';
import { newLoginToken } from '#lib/auth/login-tokens.ts';
import { newSession } from '#lib/auth/sessions.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { before, DAY_MS, HOUR_MS } from '#lib/core/time.ts';
import { EmailMessages, EmailTasks, EmailThreads } from '#lib/crm/collections.ts';
import type { Store, Writer } from '#lib/data/store.ts';
import { newAttachment } from '#lib/messaging/attachments/uploads.ts';
import { Attachments, Messages } from '#lib/messaging/collections.ts';
import { newMessage } from '#lib/messaging/conversations/conversation-change.ts';
import { NotificationDeferred, Notifications } from '#lib/notifications/collections.ts';
import { PushRegistrations } from '#lib/notifications/push/collections.ts';
import { newDeferral } from '#lib/notifications/write/write-notification.ts';
import { StockLevels, StoreAudits } from '#lib/store/collections.ts';
import { newStockLevel, writeMovement } from '#lib/store/stock/movements.ts';
import { putConversation, testConversation } from '#tests/support/conversations.ts';
import { messageRow, taskRow, threadRow } from '#tests/support/inbox-rows.ts';
import { notificationRow, registrationRow } from '#tests/support/notification-rows.ts';
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
  write.create(StockLevels, productId, { ...newStockLevel(onHand, at), held: sold });
  writeMovement(write, `initial-${productId}`, { productId, delta: onHand, kind: 'initial', at });
}

/** Writes rows that the daily and hourly sweeps must process. */
function due(write: Writer, n: number, at: string): void {
  const userId = `usr_${padded(n)}`;
  const [emailKey, then] = [`buyer-${n}@bench.test`, new Date(at)];
  const notificationId = `ntf_${padded(n)}`;
  write.create(Sessions, `session-${n}`, newSession({ userId, expiresAt: '2999-01-01T00:00:00.000Z' }, then));
  const token = newLoginToken({ emailKey, email: emailKey, locale: 'en', expiresAt: at }, then);
  write.create(EmailLoginTokens, `token-${n}`, token);
  const read = { status: 'read', readAt: at, dueAt: at } as const;
  write.create(Notifications, notificationId, notificationRow(at, { userId, ...read }));
  const until = Date.parse(at);
  const deferral = newDeferral({ userId, notificationId, channel: 'email' }, { until, reason: 'digest' });
  write.create(NotificationDeferred, `deferred-${n}`, deferral);
  const device = registrationRow(at, { userId, deviceFingerprint: `device-${n}` });
  write.create(PushRegistrations, `device-${n}`, device);
  const file = {
    name: 'photo.png',
    mimeType: 'image/png',
    kind: 'image',
    size: 1_000,
    sha256: '0'.repeat(64),
  } as const;
  const gone = { storageKey: `bench/${n}`, state: 'deleted', expiresAt: at } as const;
  write.create(Attachments, `att_${padded(n)}`, newAttachment({ ownerId: userId, ...file, ...gone }, then));
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
        write.create(
          Messages,
          `msg_${padded(from + n)}`,
          newMessage(
            {
              ...{ senderId: people[n % 2] ?? '', type: 'text', metadata: {}, createdAt: at },
              content: `The parcel number ${n} has come, and somebody should look at it.`,
            },
            { conversationId: row.id, seq: n + 1, rev: n + 1 },
          ),
        );
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
