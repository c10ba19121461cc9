import { rollUpStats } from '#lib/admin/statistics/stats-rollup.ts';
import { purgeDueEvidence } from '#lib/admin/verification/evidence-purge.ts';
import { expireQuestions } from '#lib/admin/verification/expiry.ts';
import { purgeSessions } from '#lib/auth/sessions.ts';
import { purgeLoginTokens } from '#lib/auth/start-login.ts';
import type { Context } from '#lib/context/context.ts';
import { rollUpDays } from '#lib/crm/analytics/rollup.ts';
import { followUpSends } from '#lib/crm/drafts/sending/follow-up-sends.ts';
import { pollChannels } from '#lib/crm/mailboxes/processor.ts';
import { markOverdueSlice } from '#lib/crm/tasks/tasks.ts';
import { clearOld } from '#lib/crm/threads/retention.ts';
import { migrateSlice } from '#lib/data/migrate-documents.ts';
import { clearAttachments } from '#lib/messaging/attachments/attachment-gc.ts';
import { closeMonth } from '#lib/payments/books/month-end.ts';
import { drainCallbacks } from '#lib/payments/cards/receive-callback.ts';
import { reconcilePayments } from '#lib/payments/cards/reconcile.ts';
import { compareStatement } from '#lib/payments/cards/statement.ts';
import { reconcilePartRefunds } from '#lib/payments/refunds/refund-part-by-card.ts';
import { rebuildAllSlice } from '#lib/search/rebuild-index.ts';
import { auditStore } from '#lib/store/audit/audit.ts';
import { clearProductFiles } from '#lib/store/files/clear-product-files.ts';
import { clearMedia } from '#lib/store/media/remove-media.ts';
import { expireOrders } from '#lib/store/orders/expiry.ts';
import { completeOrders } from '#lib/store/orders/order-completion.ts';
import { numberDocumentsAlone } from '#lib/store/orders/order-document.ts';
import { compactSold } from '#lib/store/stock/compaction.ts';
import { rebalanceStock } from '#lib/store/stock/rebalance.ts';
import { releaseAndGrant } from '#lib/store/vendors/release-and-grant.ts';
import { auditProcesses } from './audit-processes.ts';
import { backUp, lastBackupAt } from './backup.ts';
import { BEFORE_DAILY, DAILY, EVERY_FIVE_MINUTES, EVERY_MINUTE, HOURLY, MONTHLY } from './cron-expressions.ts';
import { notificationProcesses } from './notification-processes.ts';
import { failureOf, inOneSlice, inSlices, NEXT_SLICE, type Process, untilEmpty } from './process.ts';
import { searchIndexes } from './search-indexes.ts';
import { shopProcesses } from './shop-processes.ts';

/** The cursor of `payment-reconcile` after it has processed the callbacks. */
const ASKING = 'more';

/** `/api/cron/cleanup-email-tokens` runs the same work. */
export const emailTokenCleanup: Process = {
  id: 'email-token-cleanup',
  name: 'Sign-in emails',
  description: 'Deletes sign-in emails that have expired.',
  schedule: HOURLY,
  run: untilEmpty(purgeLoginTokens),
};

/** Each start of a server begins it too. */
export const documentUpgrade: Process = {
  id: 'document-upgrade',
  name: 'Old document versions',
  description: 'Rewrites documents stored by earlier versions, so that queries by newer fields find them.',
  schedule: HOURLY,
  isHere: ({ data }) => data.upgrades.collections.length > 0,
  async run(ctx, from) {
    const { seen, done, failed, cursor } = await migrateSlice(ctx, from);
    return { counts: { seen, done, failed, skipped: seen - done - failed }, cursor };
  },
};

/** Every process of the product. The ticker and `/api/cron/tick` run those that are due. */
export const processes: readonly Process[] = [
  {
    id: 'outbox-drain',
    name: 'Outbox',
    description: 'Runs background tasks that are due.',
    schedule: EVERY_MINUTE,
    run: inOneSlice((ctx) => ctx.drain()),
  },
  emailTokenCleanup,
  {
    id: 'session-cleanup',
    name: 'Sessions',
    description: 'Deletes expired sessions.',
    schedule: DAILY,
    run: untilEmpty(purgeSessions),
  },
  {
    id: 'email-poll',
    name: 'Email',
    description: 'Reads new email in the mailboxes of all channels.',
    schedule: EVERY_FIVE_MINUTES,
    async run(ctx, cursor) {
      const { totals } = await pollChannels(ctx, { skipFailing: cursor !== null });
      const { processed, duplicates, ignored, quarantined, failed, remaining } = totals;
      const done = processed + duplicates + ignored + quarantined;
      // A poll without progress is not repeated at once.
      return {
        counts: { seen: done + failed, done: done - duplicates - ignored, skipped: duplicates + ignored, failed },
        cursor: remaining > 0 && done > 0 ? NEXT_SLICE : null,
      };
    },
  },
  {
    id: 'email-retention',
    name: 'Old email',
    description: 'Deletes raw emails, texts and statistics past their retention period.',
    schedule: DAILY,
    async run(ctx, cursor) {
      const { done, next } = await clearOld(ctx, cursor);
      return { counts: { seen: done, done }, cursor: next };
    },
  },
  {
    id: 'email-overdue-tasks',
    name: 'Overdue tasks',
    description: 'Marks inbox tasks that are past their due date.',
    schedule: HOURLY,
    run: untilEmpty(markOverdueSlice),
  },
  {
    id: 'email-analytics-rollup',
    name: 'Inbox statistics',
    description: 'Saves the statistics of past days.',
    schedule: HOURLY,
    async run(ctx, cursor) {
      const { done, next } = await rollUpDays(ctx, cursor);
      return { counts: { seen: done, done }, cursor: next };
    },
  },
  {
    id: 'hold-expiry',
    name: 'Reservations',
    description: 'Releases expired reservations and cancels orders that were not paid in time.',
    schedule: EVERY_MINUTE,
    run: inSlices(expireOrders),
  },
  {
    id: 'stock-compact',
    name: 'Sold stock',
    description: 'Removes sold units from stock where that has not been done yet.',
    schedule: EVERY_MINUTE,
    run: inOneSlice(compactSold),
  },
  {
    id: 'order-documents',
    name: 'Document numbers',
    description: 'Numbers the documents of paid orders where that has not been done yet.',
    schedule: EVERY_MINUTE,
    run: inOneSlice(numberDocumentsAlone),
  },
  {
    id: 'payment-reconcile',
    name: 'Card payments',
    description: 'Checks open payments with the gateway and refunds payments that match no order.',
    schedule: EVERY_MINUTE,
    async run(ctx, cursor) {
      // Callbacks come first, once per run: what they report does not have to be asked.
      if (cursor !== ASKING) {
        const { seen, done, next } = await drainCallbacks(ctx, cursor ?? undefined);
        if (seen > 0) return { counts: { seen, done, skipped: seen - done }, cursor: next ?? ASKING };
      }
      const { seen, done, failed, hasMore } = await reconcilePayments(ctx);
      const parts = await reconcilePartRefunds(ctx);
      return {
        counts: { seen: seen + parts, done: done + parts, failed, skipped: seen - done - failed },
        cursor: hasMore ? ASKING : null,
      };
    },
  },
  {
    id: 'settlement-release',
    name: 'Settlements',
    description: 'Releases sellers’ earnings, and grants referral rewards, for orders that can no longer be returned.',
    schedule: DAILY,
    run: inSlices(releaseAndGrant),
  },
  {
    id: 'month-end',
    name: 'Monthly balances',
    description: 'Saves the balance of each account at the end of a closed month.',
    schedule: MONTHLY,
    run: inSlices(closeMonth),
  },
  {
    id: 'gateway-statement',
    name: 'Gateway statement',
    description: 'Compares the gateway’s statement with our books, both ways, and books its fees. Corrects nothing.',
    schedule: DAILY,
    async run(ctx) {
      const { lines, found } = await compareStatement(ctx);
      return {
        counts: { seen: lines, done: lines, failed: found },
        cursor: null,
        failure: failureOf('StatementDiffers', found),
      };
    },
  },
  {
    id: 'order-complete',
    name: 'Received orders',
    description: 'Counts goods that were shipped 14 days ago as received and completes their orders.',
    schedule: DAILY,
    run: inSlices(completeOrders),
  },
  ...shopProcesses,
  {
    id: 'stock-rebalance',
    name: 'Stock of popular products',
    description: 'Balances split stock and merges it again after a quiet day.',
    schedule: EVERY_FIVE_MINUTES,
    run: inSlices(rebalanceStock),
  },
  {
    id: 'store-audit',
    name: 'Store audit',
    description: 'Recomputes stock, orders and money from their records and reports differences. Changes nothing.',
    schedule: HOURLY,
    async run(ctx, cursor) {
      const audited = await auditStore(ctx, cursor);
      return {
        counts: { seen: audited.checked, done: audited.checked, failed: audited.found },
        cursor: audited.cursor,
        failure: failureOf('DriftFound', audited.discrepancies ?? 0),
      };
    },
  },
  {
    id: 'email-draft-retry',
    name: 'Email replies',
    description: 'Retries replies that were not sent, and looks for replies with an unknown outcome.',
    schedule: EVERY_FIVE_MINUTES,
    run: inSlices(followUpSends),
  },
  ...notificationProcesses,
  {
    id: 'stats-rollup',
    name: 'Statistics',
    description: 'Counts the statistics of the platform: today, hourly the last week, daily the last 90 days.',
    schedule: EVERY_FIVE_MINUTES,
    async run(ctx, cursor) {
      const { done, next } = await rollUpStats(ctx, cursor);
      return { counts: { seen: done, done }, cursor: next };
    },
  },
  {
    id: 'attachment-gc',
    name: 'Uploaded files',
    description:
      'Deletes files that no message, product or review uses: a day after upload, or when the last use ends.',
    schedule: HOURLY,
    async run(ctx) {
      const cleared = [await clearAttachments(ctx), await clearMedia(ctx), await clearProductFiles(ctx)];
      const done = cleared.reduce((sum, slice) => sum + slice.done, 0);
      return { counts: { seen: done, done }, cursor: cleared.some(({ isMore }) => isMore) ? NEXT_SLICE : null };
    },
  },
  {
    id: 'verification-expiry',
    name: 'Unanswered questions',
    description: 'Closes verification procedures whose question was not answered in time.',
    schedule: DAILY,
    async run(ctx, cursor) {
      const { next, ...counts } = await expireQuestions(ctx, cursor ?? undefined);
      return { counts, cursor: next };
    },
  },
  {
    id: 'evidence-purge',
    name: 'Verification files',
    description: 'Deletes the files of verification procedures that were closed 30 days ago.',
    schedule: DAILY,
    async run(ctx) {
      const { done, failed } = await purgeDueEvidence(ctx);
      const seen = done + failed;
      return { counts: { seen, done, failed }, cursor: seen > 0 ? NEXT_SLICE : null };
    },
  },
  ...auditProcesses,
  {
    id: 'search-reindex',
    name: 'Search indexes',
    description: 'Rebuilds the catalog and inbox search indexes while they stay in use.',
    schedule: null,
    run: inSlices((ctx, after) => rebuildAllSlice(ctx, searchIndexes, after)),
  },
  documentUpgrade,
  // The last one: it takes long, and no other process should wait for it.
  {
    id: 'backup',
    name: 'Backup',
    description: 'Copies the database, keys and files into BACKUP_DIR and removes the oldest copies.',
    schedule: BEFORE_DAILY,
    isHere: ({ backups }) => backups !== null,
    lastGoodAt: lastBackupAt,
    run: backUp,
  },
];

/** Returns the processes of this server, without those that its configuration excludes. */
export const processesHere = (ctx: Pick<Context, 'backups' | 'data'>): readonly Process[] =>
  processes.filter(({ isHere }) => isHere?.(ctx) ?? true);
