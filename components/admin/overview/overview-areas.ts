import type { OverviewArea } from '#lib/tunnel/values.ts';

/** The areas that each console page shows, by the prefix of its address. The longest matching prefix applies. */
const areas: Readonly<Record<string, readonly OverviewArea[]>> = {
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

/** The first page of the console. It matches only exactly, because the addresses below it are other pages. */
const OVERVIEW = '/admin';

/** The areas whose changes can change the counts. */
const counted: readonly OverviewArea[] = [
  'threads',
  'drafts',
  'tasks',
  'moderation',
  'verification',
  'refunds',
  'outbox',
];

/** Returns true when the counts in the console navigation may have changed. */
export const changesCounts = (changed: readonly string[]): boolean => counted.some((area) => changed.includes(area));

/** Returns true when a console page shows one of the changed areas. */
export function isShownOn(path: string, changed: readonly string[]): boolean {
  const place = Object.keys(areas)
    .filter((start) => path === start || (start !== OVERVIEW && path.startsWith(`${start}/`)))
    .sort((a, b) => b.length - a.length)[0];
  return place !== undefined && (areas[place] ?? []).some((area) => changed.includes(area));
}
