import {
  Activity,
  Bell,
  CreditCard,
  Flag,
  House,
  Inbox,
  type LucideIcon,
  Package,
  ScrollText,
  SlidersHorizontal,
  Users,
} from 'lucide-react';
import type { PageName } from './console-pages.ts';

/** The icon of each page in the sidebar. Collapsed, the sidebar shows nothing else. */
export const pageIcons: Readonly<Record<PageName, LucideIcon>> = {
  overview: House,
  inbox: Inbox,
  orders: Package,
  payments: CreditCard,
  users: Users,
  moderation: Flag,
  notifications: Bell,
  processes: Activity,
  settings: SlidersHorizontal,
  auditLog: ScrollText,
};
