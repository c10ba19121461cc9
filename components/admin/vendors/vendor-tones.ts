import type { VendorStatus } from '#lib/store/values.ts';

/** The tone of the badge of each status. */
export const vendorTones = {
  applied: 'accent',
  approved: 'success',
  rejected: 'neutral',
  suspended: 'warning',
} as const satisfies Record<VendorStatus, string>;
