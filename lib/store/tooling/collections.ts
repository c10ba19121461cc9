import { collection } from '#lib/data/collection.ts';
import { vendorToken } from '#lib/store/schemas/vendor-token.ts';

/** The tokens of sellers' programs. The id is a part of the secret. */
export const VendorTokens = collection('vendor_tokens', {
  label: 'Token',
  schema: vendorToken,
  indexes: [
    ['vendorId', 'createdAt desc'],
    ['vendorId', 'revokedAt', 'expiresAt'],
  ],
});
