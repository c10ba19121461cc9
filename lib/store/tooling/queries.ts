import { type Cursor, from, type Query } from '#lib/data/query.ts';
import type { VendorToken } from '#lib/store/schemas/vendor-token.ts';
import { VendorTokens } from './collections.ts';

/** The tokens of a vendor, newest first, also those that work no longer. */
export const tokensNewestFirst = (vendorId: string, limit: number, after?: Cursor): Query<VendorToken> =>
  from(VendorTokens).where('vendorId', '==', vendorId).orderBy('createdAt', 'desc').limit(limit).after(after);

/** The tokens of a vendor that work at a time, the first to expire first. */
export const liveTokens = (vendorId: string, at: string, limit: number): Query<VendorToken> =>
  from(VendorTokens)
    .where('vendorId', '==', vendorId)
    .where('revokedAt', '==', null)
    .where('expiresAt', '>', at)
    .orderBy('expiresAt')
    .limit(limit);
