import type { DeskArea } from '#lib/tunnel/values.ts';

/** What the pages of the console show, by the beginning of their address; the longest one counts. */
const areas: Readonly<Record<string, readonly DeskArea[]>> = {
  '/admin': ['processes'],
  '/admin/inbox': ['threads', 'drafts', 'tasks'],
  '/admin/inbox/drafts': ['drafts'],
  '/admin/inbox/tasks': ['tasks'],
  '/admin/inbox/contacts': ['threads'],
  '/admin/inbox/analytics': [],
  '/admin/orders': ['orders', 'refunds'],
  '/admin/payments': ['orders', 'refunds', 'outbox'],
  '/admin/verification': ['verification'],
  '/admin/moderation': ['moderation'],
  '/admin/processes': ['processes', 'outbox'],
  '/admin/web3': ['gas'],
};

/** The first page of the console: what lies below it is other pages. */
const OVERVIEW = '/admin';

/** Areas in which something may have come to wait, or waits no more. */
const counted: readonly DeskArea[] = ['threads', 'drafts', 'tasks', 'moderation', 'refunds', 'outbox'];

/** Whether the counts beside the parts of the console may have changed. */
export const changesCounts = (changed: readonly string[]): boolean => counted.some((area) => changed.includes(area));

/** Whether a page of the console shows something of what has changed. */
export function isShownOn(path: string, changed: readonly string[]): boolean {
  const place = Object.keys(areas)
    .filter((start) => path === start || (start !== OVERVIEW && path.startsWith(`${start}/`)))
    .sort((a, b) => b.length - a.length)[0];
  return place !== undefined && (areas[place] ?? []).some((area) => changed.includes(area));
}
