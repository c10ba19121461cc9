import type { Route } from 'next';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import type { VendorStatus } from '#lib/store/values.ts';

/** A page has a text and an icon of this name. */
export type SellerPageName = Extract<
  keyof SellerTexts<'shell'>,
  'overview' | 'application' | 'products' | 'orders' | 'reviews' | 'settings' | 'settlements'
>;

export type SellerPage = {
  readonly name: SellerPageName;
  readonly href: Route;
  /** The part of the address below `/sell`; null for the overview. */
  readonly segment: string | null;
};

const overview: SellerPage = { name: 'overview', href: '/sell', segment: null };
const application: SellerPage = { name: 'application', href: '/sell/apply', segment: 'apply' };
const products: SellerPage = { name: 'products', href: '/sell/products', segment: 'products' };
const settings: SellerPage = { name: 'settings', href: '/sell/settings', segment: 'settings' };
const orders: SellerPage = { name: 'orders', href: '/sell/orders', segment: 'orders' };
const reviews: SellerPage = { name: 'reviews', href: '/sell/reviews', segment: 'reviews' };
const settlements: SellerPage = { name: 'settlements', href: '/sell/settlements', segment: 'settlements' };

/** Returns the pages that the owner of a vendor of this status may open; null without a vendor. */
export const sellerPagesFor = (status: VendorStatus | null): readonly SellerPage[] =>
  status === 'approved' || status === 'suspended'
    ? [overview, products, orders, reviews, settlements, settings]
    : [overview, application];
