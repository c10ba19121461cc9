/** The ids of the processes. `lib/admin/processes/processes.ts` says how and when they run. */
export const processIds = [
  'outbox-drain',
  'email-token-cleanup',
  'email-poll',
  'email-retention',
  'email-overdue-tasks',
  'email-analytics-rollup',
  'session-cleanup',
  'hold-expiry',
  'stock-compact',
  'order-documents',
  'payment-reconcile',
  'gateway-statement',
  'settlement-release',
  'month-end',
  'order-complete',
  'sales-rollup',
  'cart-reminder',
  'review-reminder',
  'store-audit',
  'stock-rebalance',
  'email-draft-retry',
  'notification-digest',
  'notification-expiry',
  'notification-recount',
  'attachment-gc',
  'push-hygiene',
  'stats-rollup',
  'verification-expiry',
  'evidence-purge',
  'audit-seal',
  'audit-verify',
  'search-reindex',
  'document-upgrade',
  'backup',
] as const;
export type ProcessId = (typeof processIds)[number];

export const processRunStatuses = ['running', 'succeeded', 'partial', 'failed', 'timed_out'] as const;
export type ProcessRunStatus = (typeof processRunStatuses)[number];

/** What started a run. */
export const runTriggers = ['cron', 'ticker', 'manual', 'startup'] as const;
export type RunTrigger = (typeof runTriggers)[number];

/** Given-up effects wait for a decision or were dismissed. */
export const effectStates = ['dead', 'dismissed'] as const;
export type EffectState = (typeof effectStates)[number];

/** Why an effect that was given up cannot be retried. */
export const effectRetryBars = ['emptied', 'too_old'] as const;
export type EffectRetryBar = (typeof effectRetryBars)[number];
