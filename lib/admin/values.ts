/** How an act that is on record ended. */
export const auditResults = ['ok', 'denied', 'error'] as const;

/** What a process may be asked to do; `lib/admin/processes/processes.ts` says how and when. */
export const processIds = [
  'outbox-drain',
  'email-token-cleanup',
  'email-poll',
  'email-retention',
  'email-overdue-tasks',
  'email-analytics-rollup',
  'session-cleanup',
  'hold-expiry',
  'payment-reconcile',
  'gateway-statement',
  'settlement-release',
  'month-end',
  'order-complete',
  'store-audit',
  'stock-rebalance',
  'email-draft-retry',
  'notification-digest',
  'notification-expiry',
  'notification-recount',
  'attachment-gc',
  'push-hygiene',
  'search-reindex',
] as const;
export type ProcessId = (typeof processIds)[number];

export const processRunStatuses = ['running', 'succeeded', 'partial', 'failed', 'timed_out'] as const;
export type ProcessRunStatus = (typeof processRunStatuses)[number];

/** What set a run going. */
export const runTriggers = ['cron', 'ticker', 'manual', 'startup'] as const;
export type RunTrigger = (typeof runTriggers)[number];

/** Effects that were given up wait for a decision, or were set aside. */
export const effectStates = ['dead', 'dismissed'] as const;
export type EffectState = (typeof effectStates)[number];

/** Why an effect that was given up cannot be tried again. */
export const effectRetryBars = ['emptied', 'too_old'] as const;
export type EffectRetryBar = (typeof effectRetryBars)[number];

/** Groups of settings a superadmin changes in the console. */
export const settingsNamespaces = ['ai'] as const;
export type SettingsNamespace = (typeof settingsNamespaces)[number];

/** Where the answered settings come from. */
export const settingsSources = ['database', 'environment', 'default'] as const;
export type SettingsSource = (typeof settingsSources)[number];

/** What can be reported and taken down, told by the prefix of its id. */
export const reportedTypes = ['message', 'attachment', 'profile', 'vendor'] as const;
export type ReportedType = (typeof reportedTypes)[number];

export const reportCodes = [
  'spam',
  'scam',
  'prohibited_item',
  'harassment',
  'hate',
  'sexual',
  'violence',
  'privacy',
  'copyright',
  'other',
] as const;
export type ReportCode = (typeof reportCodes)[number];

export const caseStatuses = ['open', 'blocked', 'dismissed', 'restored'] as const;
export type CaseStatus = (typeof caseStatuses)[number];

/** What made a case. */
export const caseSources = ['report', 'rule', 'admin'] as const;
