import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import type { UserContext } from '#lib/context/context.ts';
import { idText } from '#lib/core/ids.ts';
import { changeDelivery, getOwnDelivery, removeDelivery } from '#lib/store/delivery/vendor-deliveries.ts';
import { deliveryAnswer, deliveryDeleted, deliveryPatch } from '#lib/store/schemas/vendor-delivery.ts';
import { type Acting, actingVendor } from '#lib/store/vendors/acting-vendor.ts';

const params = z.object({ id: idText });

/** Returns for whom the caller acts, once the option that the path names is known to be theirs. */
async function actingFor(ctx: UserContext, id: string): Promise<Acting> {
  const acting = await actingVendor(ctx, 'write');
  await getOwnDelivery(ctx, acting, id);
  return acting;
}

export const PATCH = defineRoute({
  summary: 'Change a delivery option of one’s own vendor',
  auth: 'session',
  rateLimit: 'catalog-write',
  params,
  load: ({ ctx, params: { id } }) => actingFor(ctx, id),
  body: deliveryPatch,
  response: deliveryAnswer,
  handler: async ({ ctx, params: { id }, body, loaded: acting }) => ({
    delivery: await changeDelivery(ctx, acting, id, body),
  }),
});

export const DELETE = defineRoute({
  summary: 'Remove a delivery option of one’s own vendor',
  auth: 'session',
  rateLimit: 'catalog-write',
  params,
  load: ({ ctx, params: { id } }) => actingFor(ctx, id),
  response: deliveryDeleted,
  handler: async ({ ctx, params: { id }, loaded: acting }) => {
    await removeDelivery(ctx, acting, id);
    return { deleted: true as const, id };
  },
});
