import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { changeAddress, getOwnAddress, removeAddress } from '#lib/store/addresses/addresses.ts';
import { addressAnswer, addressDeleted, addressPatch } from '#lib/store/schemas/address.ts';

const params = z.object({ id: idText });

export const PATCH = defineRoute({
  summary: 'Change an address of the own address book',
  auth: 'session',
  params,
  load: ({ ctx, params: { id } }) => getOwnAddress(ctx, id),
  body: addressPatch,
  response: addressAnswer,
  handler: async ({ ctx, params: { id }, body }) => ({ address: await changeAddress(ctx, id, body) }),
});

export const DELETE = defineRoute({
  summary: 'Remove an address from the own address book',
  auth: 'session',
  params,
  load: ({ ctx, params: { id } }) => getOwnAddress(ctx, id),
  response: addressDeleted,
  handler: async ({ ctx, params: { id } }) => {
    await removeAddress(ctx, id);
    return { deleted: true as const, id };
  },
});
