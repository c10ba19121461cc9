import {
  Activity,
  BadgeCheck,
  Bell,
  ChartLine,
  CreditCard,
  Flag,
  FolderTree,
  House,
  Inbox,
  type LucideIcon,
  Package,
  ScrollText,
  Shapes,
  SlidersHorizontal,
  Store,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { PageName } from './console-pages.ts';

/** The icon of each page in the sidebar. Collapsed, the sidebar shows nothing else. */
const icons: Readonly<Record<PageName, LucideIcon>> = {
  overview: House,
  inbox: Inbox,
  orders: Package,
  payments: CreditCard,
  products: Shapes,
  categories: FolderTree,
  users: Users,
  vendors: Store,
  verification: BadgeCheck,
  moderation: Flag,
  analytics: ChartLine,
  notifications: Bell,
  processes: Activity,
  settings: SlidersHorizontal,
  auditLog: ScrollText,
};

/** Returns the icons of the pages for the sidebar. */
export const pageIcons = (): Readonly<Record<PageName, ReactNode>> =>
  Object.fromEntries(
    Object.entries(icons).map(([name, Icon]) => [name, <Icon key={name} aria-hidden className="size-5 shrink-0" />]),
  ) as Record<PageName, ReactNode>; // each key of the table above
