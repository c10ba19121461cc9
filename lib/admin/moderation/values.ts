/** The types that can be reported and taken down, recognized by the prefix of the id. */
export const reportedTypes = ['product', 'review', 'message', 'attachment', 'profile', 'vendor'] as const;
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

/** The lists of the console. `appeals` are the blocked cases whose appeal waits for an answer. */
export const caseLists = ['open', 'appeals', 'blocked', 'dismissed', 'restored'] as const;
export type CaseList = (typeof caseLists)[number];

/** What created a case. */
export const caseSources = ['report', 'rule', 'admin'] as const;

export const appealStates = ['none', 'open', 'granted', 'upheld'] as const;
export type AppealState = (typeof appealStates)[number];
