import {
  Banknote,
  FileText,
  House,
  type LucideIcon,
  MessageSquareText,
  Package,
  Shapes,
  SlidersHorizontal,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { SellerPageName } from './seller-pages.ts';

/** The icon of each page in the sidebar. Collapsed, the sidebar shows nothing else. */
const icons: Readonly<Record<SellerPageName, LucideIcon>> = {
  overview: House,
  application: FileText,
  orders: Package,
  products: Shapes,
  reviews: MessageSquareText,
  settlements: Banknote,
  settings: SlidersHorizontal,
};

/** Returns the icon of a page for the sidebar. */
export function pageIcon(name: SellerPageName): ReactNode {
  const Icon = icons[name];
  return <Icon aria-hidden className="size-5 shrink-0" />;
}
