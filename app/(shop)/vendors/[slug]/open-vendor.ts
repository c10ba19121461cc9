import 'server-only';
import { cache } from 'react';
import type { Context } from '#lib/context/context.ts';
import { findShop, type Shop } from '#lib/store/vendors/shops.ts';

/** Returns the shop of an address, present or former, or null. The title and the page share one read. */
export const openVendor = cache((ctx: Context, slug: string): Promise<Shop | null> => findShop(ctx, slug));
