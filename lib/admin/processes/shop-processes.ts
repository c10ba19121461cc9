import { remindCarts } from '#lib/store/cart/cart-reminder.ts';
import { remindBuyers } from '#lib/store/reviews/remind-buyers.ts';
import { rollUpSales } from '#lib/store/sales/roll-up-sales.ts';
import { DAILY, HOURLY, NIGHTLY } from './cron-expressions.ts';
import { inSlices, type Process } from './process.ts';

/** The processes of the shop that neither stock nor money waits for. */
export const shopProcesses: readonly Process[] = [
  {
    id: 'sales-rollup',
    name: 'Popular products',
    description: 'Counts what each product sold in the last 30 days.',
    schedule: NIGHTLY,
    run: inSlices(rollUpSales),
  },
  {
    id: 'cart-reminder',
    name: 'Cart reminders',
    description: 'Reminds people of a cart that they left 4 to 72 hours ago, at most once in seven days.',
    schedule: HOURLY,
    run: inSlices(remindCarts),
  },
  {
    id: 'review-reminder',
    name: 'Reminders to review',
    description: 'Asks buyers for a review a week after the delivery.',
    schedule: DAILY,
    run: inSlices(remindBuyers),
  },
];
