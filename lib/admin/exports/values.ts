/** The lists of the console that can be exported as CSV. */
export const exportLists = [
  'orders',
  'payments',
  'callbacks',
  'settlements',
  'payouts',
  'verification',
  'moderation',
  'threads',
  'tasks',
  'contacts',
  'notifications',
  'audit',
  'runs',
  'errors',
  'vitals',
  'stats',
] as const;
export type ExportList = (typeof exportLists)[number];
