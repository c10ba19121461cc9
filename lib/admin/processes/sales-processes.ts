import { remindBuyers } from '#lib/store/reviews/remind-buyers.ts';
import { rollUpSales } from '#lib/store/sales/roll-up-sales.ts';
import { DAILY, NIGHTLY } from './cron-expressions.ts';
import { inSlices, type Process } from './process.ts';

/** What follows sales day by day. */
export const salesProcesses: readonly Process[] = [
  {
    id: 'sales-rollup',
    name: 'Popular products',
    description: 'Counts what each product sold in the last 30 days.',
    schedule: NIGHTLY,
    run: inSlices(rollUpSales),
  },
  {
    id: 'review-reminder',
    name: 'Reminders to review',
    description: 'Asks buyers for a review a week after the delivery.',
    schedule: DAILY,
    run: inSlices(remindBuyers),
  },
];
