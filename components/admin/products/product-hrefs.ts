import type { Route } from 'next';
import { queryHref } from '#components/ui/query-href.ts';
import type { ProductListQuery } from '#lib/admin/schemas/product-list.ts';

export const productListHref = (asked: ProductListQuery = {}): Route => queryHref('/admin/products', asked);
