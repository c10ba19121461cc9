import type { Route } from 'next';
import { queryHref } from '#components/ui/query-href.ts';
import type { VendorListQuery } from '#lib/admin/schemas/vendor.ts';

export const vendorListHref = (asked: VendorListQuery = {}): Route => queryHref('/admin/vendors', asked);
export const vendorHref = (id: string): Route => queryHref(`/admin/vendors/${id}`, {});
