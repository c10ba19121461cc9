import 'server-only';
import { forbidden } from 'next/navigation';
import { pageContext } from '#lib/api/page-context.ts';
import { findOwnVendor } from '#lib/store/vendors/vendors.ts';

/** Returns the context and the vendor of a page for sellers. Responds with 403 unless the vendor was ever approved. */
export async function sellerPage() {
  const ctx = await pageContext('session');
  const vendor = await findOwnVendor(ctx);
  if (vendor?.data.status !== 'approved' && vendor?.data.status !== 'suspended') forbidden();
  return { ctx, vendor };
}
