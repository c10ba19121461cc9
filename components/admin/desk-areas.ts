import type { DeskArea } from '#lib/tunnel/values.ts';

/** What the pages of the console show, by the beginning of their address; the longest one counts. */
const areas: Readonly<Record<string, readonly DeskArea[]>> = {
  '/admin/inbox': ['threads', 'drafts', 'tasks'],
  '/admin/inbox/drafts': ['drafts'],
  '/admin/inbox/tasks': ['tasks'],
  '/admin/inbox/contacts': ['threads'],
  '/admin/inbox/analytics': [],
  '/admin/orders': ['orders', 'refunds'],
  '/admin/payments': ['orders', 'refunds'],
  '/admin/verification': ['verification'],
  '/admin/moderation': ['moderation'],
  '/admin/processes': ['processes', 'outbox'],
  '/admin/web3': ['gas'],
};

/** Whether a page of the console shows something of what has changed. */
export function isShownOn(path: string, changed: readonly string[]): boolean {
  const place = Object.keys(areas)
    .filter((start) => path === start || path.startsWith(`${start}/`))
    .sort((a, b) => b.length - a.length)[0];
  return place !== undefined && (areas[place] ?? []).some((area) => changed.includes(area));
}
