import type { Context } from '#lib/context/context.ts';
import type { Row } from '#lib/data/store.ts';
import { findDeliveries } from '#lib/store/delivery/vendor-deliveries.ts';
import { countOwnProducts } from '#lib/store/products/queries.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';
import { type FirstStep, firstSteps } from '#lib/store/values.ts';

/** Returns the steps that a shop has not done yet: text about it, a delivery option, a published product, an account. */
export async function openFirstSteps(
  { data }: Pick<Context, 'data'>,
  { id, data: vendor }: Pick<Row<Vendor>, 'id' | 'data'>,
): Promise<readonly FirstStep[]> {
  const [deliveries, published] = await Promise.all([
    findDeliveries(data, id),
    data.count(countOwnProducts({ vendorId: id, status: 'published' }).limit(1)),
  ]);
  const isDone: Readonly<Record<FirstStep, boolean>> = {
    profile: vendor.about !== '',
    delivery: deliveries.some((row) => row.data.active),
    product: published > 0,
    payout: vendor.payoutLast4 !== null,
  };
  return firstSteps.filter((step) => !isDone[step]);
}
