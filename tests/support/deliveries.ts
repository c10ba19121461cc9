import type { Context, UserContext } from '#lib/context/context.ts';
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

/**
 * Inserts an option of the caller's own vendor. A caller without one has no option, so it belongs to a vendor that no
 * caller has.
 */
export const ownDelivery = (owner: UserContext): Promise<string> =>
  putDelivery(owner, owner.user.vendorId ?? 'vnd_third', { active: false });
