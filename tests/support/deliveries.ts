import type { Context } from '#lib/context/context.ts';
import { newId } from '#lib/core/ids.ts';
import { VendorDeliveries } from '#lib/store/collections.ts';
import type { VendorDelivery } from '#lib/store/schemas/vendor-delivery.ts';

export const testDelivery = {
  name: { en: 'Courier', uk: 'Кур’єр', ru: 'Курьер' },
  method: 'courier',
  priceMinor: 6_000,
  minDays: 2,
  maxDays: 4,
} as const;

/** Inserts a delivery option of a vendor. Returns its id. */
export async function putDelivery(
  { data, now }: Pick<Context, 'data' | 'now'>,
  vendorId: string,
  given: Partial<VendorDelivery> = {},
): Promise<string> {
  const id = newId('vendorDelivery');
  const at = now().toISOString();
  await data.create(VendorDeliveries, id, {
    ...testDelivery,
    ...{ vendorId, freeFromMinor: null, countries: [], position: 0, active: true, version: 1 },
    ...{ createdAt: at, updatedAt: at },
    ...given,
  });
  return id;
}
