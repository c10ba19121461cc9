import { defineRoute } from '#lib/api/define-route.ts';
import { addAddress, listAddresses } from '#lib/store/addresses/addresses.ts';
import { addressAnswer, addressList, newAddressInput } from '#lib/store/schemas/address.ts';

export const GET = defineRoute({
  summary: 'List the own address book, the address of the latest order first',
  auth: 'session',
  response: addressList,
  handler: async ({ ctx }) => ({ addresses: await listAddresses(ctx) }),
});

export const POST = defineRoute({
  summary: 'Add an address to the own address book',
  auth: 'session',
  body: newAddressInput,
  response: addressAnswer,
  status: 201,
  handler: async ({ ctx, body }) => ({ address: await addAddress(ctx, body) }),
});
