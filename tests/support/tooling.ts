import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { POST as serve } from '#app/api/mcp/v1/store/vendors/[vendorId]/route.ts';
import { POST as make } from '#app/api/vendor/tokens/route.ts';
import { PEER_HEADER } from '#lib/api/peer.ts';
import type { UserContext } from '#lib/context/context.ts';
import { Vendors } from '#lib/store/collections.ts';
import { type ToolScope, toolScopes } from '#lib/store/tooling/values.ts';
import { type Call, call } from '#tests/support/call.ts';
import { asUser } from '#tests/support/context.ts';
import { addProduct, addVendor } from '#tests/support/shop.ts';
import { openWorld } from '#tests/support/signing-in.ts';
import { steppedUp } from '#tests/support/stepped-up.ts';

/** The revisions as the official client asks for them. */
export const clientOptions = {
  '2025-06-18': { supportedProtocolVersions: ['2025-06-18'] },
  '2025-11-25': {},
  '2026-07-28': { versionNegotiation: { mode: { pin: '2026-07-28' } } },
} as const;
export type Revision = keyof typeof clientOptions;
export const clientRevisions = Object.keys(clientOptions) as readonly Revision[];

export type Held = { readonly id: string; readonly secret: string; readonly vendorId: string };

/** Makes a token of the caller's shop by the route. */
export async function makeToken(
  owner: UserContext,
  scopes: readonly ToolScope[] = toolScopes,
  more: object = {},
): Promise<Held> {
  const body = { name: 'Warehouse', scopes, ...more };
  const made = await call(make, { headers: await steppedUp(owner), body });
  if (made.status !== 201) throw new Error(`the token was refused: ${made.text}`);
  return { id: made.body.token.id, secret: made.body.secret, vendorId: owner.user.vendorId ?? '' };
}

/** Opens two shops, of which Olha's sells a scarf and has a token with every scope. */
export async function openToolShop() {
  const world = await openWorld();
  await addVendor(world, 'vnd_olha');
  await addVendor(world, 'vnd_rival');
  await addProduct(world, 'scarf', 9, { vendorId: 'vnd_olha' });
  const olha = await asUser(world, { vendorId: 'vnd_olha' });
  await world.data.update(Vendors, 'vnd_olha', { ownerId: olha.user.id });
  return { world, olha, held: await makeToken(olha) };
}

/** Sends a message as a program does, with the token of a shop. */
export const sendMessage = ({ vendorId, secret }: Held, body: unknown, more: Partial<Call> = {}) =>
  call(serve, {
    ...{ program: true, params: { vendorId }, method: 'POST' },
    ...(body !== undefined && { body }),
    ...more,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}`, ...more.headers },
  });

/** Connects the official client. Its requests reach the route in this process. */
export async function connectClient({ vendorId, secret }: Held, revision: Revision = '2025-11-25'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, clientOptions[revision] as object);
  const url = new URL(`http://localhost:3000/api/mcp/v1/store/vendors/${vendorId}`);
  const transport = new StreamableHTTPClientTransport(url, {
    requestInit: { headers: { authorization: `Bearer ${secret}`, [PEER_HEADER]: '203.0.113.7' } },
    // The server refuses a method that a route file does not export.
    fetch: async (address: string | URL, init?: RequestInit) =>
      init?.method === 'POST'
        ? serve(new Request(address, init), { params: Promise.resolve({ vendorId }) })
        : new Response(null, { status: 405, headers: { allow: 'OPTIONS, POST' } }),
  });
  await client.connect(transport);
  return client;
}

type Called = { readonly isError?: boolean | undefined; readonly structuredContent?: unknown };

/** Calls a tool with the official client. Returns what it answered. */
export async function runTool(client: Client, name: string, args: Readonly<Record<string, unknown>> = {}) {
  const called = (await client.callTool({ name, arguments: args })) as Called;
  // biome-ignore lint/suspicious/noExplicitAny: each tool has a shape of its own
  return { isError: called.isError === true, value: called.structuredContent as any };
}
