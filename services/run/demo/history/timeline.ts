import { systemContext } from '#lib/context/context.ts';
import { newId } from '#lib/core/ids.ts';
import type { Cursor } from '#lib/data/query.ts';
import { locales } from '#lib/i18n/values.ts';
import { settlementsOfVendor } from '#lib/payments/queries.ts';
import { expireOrders } from '#lib/store/orders/expiry.ts';
import { completeOrders } from '#lib/store/orders/order-completion.ts';
import { numberDocuments } from '#lib/store/orders/order-document.ts';
import { compactSold } from '#lib/store/stock/compaction.ts';
import { makePayout } from '#lib/store/vendors/payouts.ts';
import { releaseDue } from '#lib/store/vendors/settlement-release.ts';
import { vendorIdOf } from '#services/run/demo/ids.ts';
import { demoHistory } from './data.ts';
import { pastOrders } from './order-plan.ts';
import type { Past } from './past.ts';
import { addGoods } from './past-goods.ts';
import { performStep, placePastOrder } from './past-orders.ts';
import { replyAsSeller, writeDemoReview } from './past-reviews.ts';
import {
  applyInVain,
  applyLately,
  confirmAccounts,
  furnishSellers,
  openAttic,
  rejectApplication,
  suspendAttic,
} from './past-sellers.ts';
import { sayInTalk } from './past-talks.ts';

/** Something that happened. Performing it again changes nothing. */
export type PastEvent = {
  readonly daysAgo: number;
  /** Events of one thread follow each other. Those of others may happen at the same moment. */
  readonly thread: string;
  readonly perform: (past: Past, at: (daysAgo: number) => Past) => Promise<unknown>;
};

const DAYS = 30;

/** Returns all that happened in the past of a demo, day by day, and for each day the oldest first. */
export function pastDays(): readonly (readonly PastEvent[])[] {
  const events = [...shopEvents, ...orderEvents(), ...talkEvents(), ...reviewEvents()].sort(
    (a, b) => b.daysAgo - a.daysAgo,
  );
  const dayOf = ({ daysAgo }: PastEvent): number => Math.max(0, DAYS - Math.floor(daysAgo));
  return Array.from({ length: DAYS + 1 }, (_, day) => events.filter((event) => dayOf(event) === day));
}

const shopEvents: readonly PastEvent[] = [
  { daysAgo: 30.2, thread: 'shop', perform: furnishSellers },
  { daysAgo: 30.1, thread: 'shop', perform: openAttic },
  { daysAgo: 30.05, thread: 'shop', perform: addGoods },
  { daysAgo: 28.4, thread: 'shop', perform: confirmAccounts },
  { daysAgo: 17.3, thread: 'shop', perform: applyInVain },
  { daysAgo: 15.6, thread: 'shop', perform: rejectApplication },
  { daysAgo: 6.2, thread: 'shop', perform: suspendAttic },
  { daysAgo: 4.5, thread: 'shop', perform: payOut },
  { daysAgo: 1.2, thread: 'shop', perform: applyLately },
];

function orderEvents(): readonly PastEvent[] {
  return pastOrders().flatMap((order) => {
    let id: Promise<string> | undefined;
    const place = (past: Past) => {
      id ??= placePastOrder(past, order);
      return id;
    };
    return [
      { daysAgo: order.daysAgo, thread: order.key, perform: place },
      ...order.steps.map((step) => ({
        daysAgo: order.daysAgo - step.after / 24,
        thread: order.key,
        // A demo that is continued finds the order at the time at which it was placed.
        perform: async (past: Past, at: (daysAgo: number) => Past) =>
          performStep(past, order, await place(at(order.daysAgo)), step),
      })),
    ];
  });
}

const talkEvents = (): readonly PastEvent[] =>
  demoHistory.talks.flatMap((talk) =>
    talk.messages.map(({ hours }, n) => ({
      daysAgo: talk.daysAgo - hours / 24,
      thread: talk.key,
      perform: (past: Past) => sayInTalk(past, talk, n),
    })),
  );

/** The reviews of each product, with the reply of its seller to one of them. */
const reviewEvents = (): readonly PastEvent[] =>
  demoHistory.reviews.flatMap((reviews, place) => {
    const thread = `reviews-${reviews.slug}`;
    const written = locales.map((locale, n) => ({
      daysAgo: reviews.daysAgo - n / 2,
      thread,
      perform: (past: Past) => writeDemoReview(past, reviews, locale, place),
    }));
    const reply = { daysAgo: reviews.daysAgo - 2, thread, perform: (past: Past) => replyAsSeller(past, reviews) };
    return reviews.reply ? [...written, reply] : written;
  });

/** Does what a running shop does by itself, at the end of a day. */
export async function workOff({ runtime }: Past): Promise<void> {
  const ctx = systemContext(runtime, newId('request'));
  for (const work of [expireOrders, completeOrders, releaseDue]) {
    let next: Cursor | null | undefined;
    do ({ next } = await work(ctx, next ?? undefined));
    while (next !== null);
  }
  await compactSold(ctx);
  await numberDocuments(ctx);
  await runtime.drain();
}

/** One seller is paid what is payable. The others wait for the administrator. */
async function payOut(past: Past): Promise<void> {
  const admin = await past.as('admin@plaza.test');
  const vendorId = vendorIdOf('hlyna');
  const { rows } = await admin.data.find(settlementsOfVendor({ vendorId, state: 'payable' }, 100));
  const due = rows.filter(({ data: { blocked, currency } }) => !blocked && currency === 'UAH');
  if (due.length === 0) return;
  await makePayout(admin, { vendorId, settlementIds: due.map(({ id }) => id), bankReference: 'Transfer 2291' });
}
