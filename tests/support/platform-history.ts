import { Users } from '#lib/auth/collections.ts';
import { userStatuses } from '#lib/auth/values.ts';
import { orderStatuses } from '#lib/context/ports/values.ts';
import { roles } from '#lib/context/values.ts';
import { DAY_MS } from '#lib/core/time.ts';
import type { Store, Writer } from '#lib/data/store.ts';
import { Conversations, Messages } from '#lib/messaging/collections.ts';
import { messageTypes } from '#lib/messaging/values.ts';
import { PaymentTransactions } from '#lib/payments/collections.ts';
import { purposes } from '#lib/payments/values.ts';
import { Orders } from '#lib/store/collections.ts';
import { testAttempt } from '#tests/support/attempts.ts';
import { testConversation } from '#tests/support/conversations.ts';
import { chatRow, orderRow, userRow } from '#tests/support/platform-rows.ts';
import { type Random, randomFrom } from '#tests/support/random.ts';

/** How many rows of each kind to make, spread over how many days. */
export type PlatformSize = {
  readonly days: number;
  readonly users: number;
  readonly orders: number;
  readonly conversations: number;
  readonly messages: number;
};
/** Each order brings a payment, and a commit has at most 500 writes. */
const CHUNK = 250;
const currencies = ['UAH', 'EUR', 'GBP'];

/** Fills a store with random rows of some days up to `now`; the same seed gives the same rows. */
export async function fillPlatform(data: Store, now: Date, size: PlatformSize, seed: number): Promise<void> {
  const random = randomFrom(seed);
  const moment = (): string => new Date(now.getTime() - random.int(size.days * DAY_MS)).toISOString();
  await inChunks(data, size.users, (write, n) => writeUser(write, n, random, moment));
  await inChunks(data, size.orders, (write, n) => {
    write.create(Orders, `ord_${n}`, orderRow(n, moment(), { status: random.pick(orderStatuses) }));
    write.create(PaymentTransactions, `P${n}-1`, randomPayment(`P${n}-1`, random, moment));
  });
  await inChunks(data, size.conversations, (write, n) => {
    const deletedAt = random.chance(0.1) ? moment() : null;
    const { data: row } = testConversation(['usr_1'], now, { deletedAt, listed: random.chance(0.8) });
    write.create(Conversations, `cvs_${n}`, row);
  });
  await inChunks(data, size.messages, (write, n) =>
    write.create(Messages, `msg_${n}`, chatRow('cvs_0', n + 1, moment(), { type: random.pick(messageTypes) })),
  );
}

function writeUser(write: Writer, n: number, random: Random, moment: () => string): void {
  const id = `usr_${n}`;
  const status = random.chance(0.8) ? 'active' : random.pick(userStatuses);
  const patch = { status, role: random.pick(roles), isVerified: random.chance(0.3) };
  write.create(Users, id, userRow(id, moment(), { ...patch, lastSeenAt: random.chance(0.9) ? moment() : null }));
}

function randomPayment(orderReference: string, random: Random, moment: () => string) {
  const paidAt = random.chance(0.7) ? moment() : null;
  const refundedAt = paidAt !== null && random.chance(0.2) ? moment() : null;
  return testAttempt({
    ...{ orderReference, paidAt, refundedAt, currency: random.pick(currencies), createdAt: moment() },
    ...{ purpose: random.chance(0.8) ? 'store_order' : random.pick(purposes), excess: random.chance(0.1) },
    ...{ amountMinor: 1 + random.int(1_000_000), refundState: random.chance(0.1) ? 'pending' : 'none' },
  });
}

async function inChunks(data: Store, count: number, write: (write: Writer, n: number) => void): Promise<void> {
  for (let from = 0; from < count; from += CHUNK)
    await data.batch((batch) => {
      for (let n = from; n < Math.min(count, from + CHUNK); n++) write(batch, n);
    });
}
