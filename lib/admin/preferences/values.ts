/** The lists of the console that can keep views. */
export const viewPages = [
  '/admin/audit',
  '/admin/inbox',
  '/admin/inbox/contacts',
  '/admin/inbox/drafts',
  '/admin/inbox/tasks',
  '/admin/moderation',
  '/admin/notifications',
  '/admin/orders',
  '/admin/payments',
  '/admin/payments/accounts',
  '/admin/processes',
  '/admin/users',
  '/admin/verification',
] as const;
export type ViewPage = (typeof viewPages)[number];

export const densities = ['comfortable', 'compact'] as const;
export type Density = (typeof densities)[number];

/** A person keeps at most this many views, over all pages. */
export const MOST_VIEWS = 50;
export const MOST_VIEW_NAME = 40;
/** Characters of a filter as it stands in an address, where a Cyrillic letter has six. */
export const MOST_VIEW_QUERY = 2_000;
