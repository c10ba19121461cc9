import type { Route } from 'next';
import type { OverviewCounts } from '#lib/admin/schemas/overview.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';

type TextKey = keyof ConsoleTexts<'shell'>;
/** A page has a text and an icon of this name. */
export type PageName = Extract<
  TextKey,
  | 'overview'
  | 'inbox'
  | 'orders'
  | 'payments'
  | 'products'
  | 'categories'
  | 'users'
  | 'vendors'
  | 'verification'
  | 'moderation'
  | 'analytics'
  | 'notifications'
  | 'processes'
  | 'settings'
  | 'auditLog'
>;

export type ConsolePage = {
  /** The key of its name in the texts of the shell. */
  readonly name: PageName;
  readonly href: Route;
  /** The second key of its shortcut, after `g`. */
  readonly key?: string;
  /** The number of items that wait there. */
  readonly waiting?: (counts: OverviewCounts) => number;
  /** Set for pages that respond with 403 to an admin. */
  readonly isForSuperadmins?: boolean;
};
export type PageGroup = { readonly title: TextKey | null; readonly pages: readonly ConsolePage[] };

const inInbox = (counts: OverviewCounts): number =>
  counts.newThreads + counts.drafts + counts.unknownSends + counts.overdueTasks + counts.deadLetters;

/** The pages of the console in the order of the sidebar. The palette and the shortcuts read this list as well. */
export const pageGroups: readonly PageGroup[] = [
  {
    title: null,
    pages: [
      { name: 'overview', href: '/admin', key: 'h' },
      { name: 'inbox', href: '/admin/inbox', key: 'i', waiting: inInbox },
    ],
  },
  {
    title: 'sales',
    pages: [
      { name: 'orders', href: '/admin/orders', key: 'o' },
      { name: 'payments', href: '/admin/payments', key: 'p', waiting: ({ money }) => money },
    ],
  },
  {
    title: 'catalog',
    pages: [
      { name: 'products', href: '/admin/products', key: 'd' },
      { name: 'categories', href: '/admin/categories', key: 'c' },
    ],
  },
  {
    title: 'people',
    pages: [
      { name: 'users', href: '/admin/users', key: 'u' },
      { name: 'vendors', href: '/admin/vendors', key: 'e' },
      {
        ...{ name: 'verification', href: '/admin/verification', key: 'v' },
        waiting: ({ verification }) => verification,
      },
      {
        ...{ name: 'moderation', href: '/admin/moderation', key: 'm' },
        waiting: ({ moderation, appeals }) => moderation + appeals,
      },
    ],
  },
  {
    title: 'insights',
    pages: [
      { name: 'analytics', href: '/admin/analytics', key: 's' },
      { name: 'notifications', href: '/admin/notifications' },
    ],
  },
  {
    title: 'system',
    pages: [
      {
        ...{ name: 'processes', href: '/admin/processes', isForSuperadmins: true },
        waiting: ({ deadEffects }) => deadEffects,
      },
      { name: 'settings', href: '/admin/settings', isForSuperadmins: true },
      { name: 'auditLog', href: '/admin/audit', key: 'a' },
    ],
  },
];

/** Returns the groups with the pages that this person may open, without empty groups. */
export const groupsFor = (isSuperadmin: boolean): readonly PageGroup[] =>
  pageGroups
    .map(({ title, pages }) => ({ title, pages: pages.filter((page) => isSuperadmin || !page.isForSuperadmins) }))
    .filter(({ pages }) => pages.length > 0);

/** Returns where `g` and this key lead; null for any other key. */
export const hrefOfKey = (key: string, isSuperadmin: boolean): Route | null =>
  groupsFor(isSuperadmin)
    .flatMap(({ pages }) => pages)
    .find((page) => page.key === key)?.href ?? null;

/** Returns true for the address of a page and for those below it. Below the overview are the other pages. */
export const isWithin = (path: string, href: string): boolean =>
  path === href || (href !== '/admin' && path.startsWith(`${href}/`));

/** Returns the page of an address; null for an address that no link leads to. */
export const pageOf = (path: string): ConsolePage | null =>
  pageGroups.flatMap(({ pages }) => pages).find(({ href }) => isWithin(path, href)) ?? null;
