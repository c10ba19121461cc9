import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { installRuntime, type Runtime } from '#lib/context/runtime.ts';
import { TunnelHub } from '#lib/tunnel/connections/hub.ts';
import type { TunnelBus } from '#lib/tunnel/ports.ts';
import { openFront, pathOf } from '#services/run/front.ts';
import { openRouteMap } from '#services/run/routes/route-map.ts';
import { serveRoute } from '#services/run/routes/serve-route.ts';
import { openEdge } from '#services/tunnel/edge.ts';
import { openMemoryBus } from '#services/tunnel/memory-bus.ts';
import { openTunnel } from '#services/tunnel/open.ts';
import { type TestContext, testContext } from '#tests/support/context.ts';
import { Talks } from '#tests/support/talks.ts';
import { openPlatform } from '#tests/support/vercel-ws.ts';

/** The two ways in which the tunnel is served: by our own server, and by the route files as a platform runs them. */
export const forms = ['own server', 'route files'] as const;
export type Form = (typeof forms)[number];

export type TunnelWorld = {
  readonly ctx: TestContext;
  readonly hub: TunnelHub;
  readonly talks: Talks;
  readonly origin: string;
  readonly server: Server;
  /** Closes every connection in good order and stops. */
  close(): Promise<void>;
};

type Parts = { readonly bus?: TunnelBus; readonly talks?: Talks; readonly limits?: Runtime['limits'] };
/** Limits that allow every call. */
export const noLimits: Runtime['limits'] = {
  spend: async (_, limit) => ({ allowed: true, limit, remaining: limit, resetSeconds: 1 }),
};

/** Opens a separate server with a tunnel over conversations that a test makes up. Its calls are not limited. */
export async function openTunnelWorld(
  form: Form,
  { bus = openMemoryBus(), talks = new Talks(), limits = noLimits }: Parts = {},
): Promise<TunnelWorld> {
  const world = await testContext({ limits });
  const hub = new TunnelHub(world, bus, talks.sources);
  const ctx = { ...world, tunnel: openTunnel(hub) };
  installRuntime(ctx);
  const { server, stop } = form === 'own server' ? openOwn(ctx) : openPlatformServer(ctx);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { ctx, hub, talks, server, origin: `http://127.0.0.1:${port}`, close: stop };
}

type Stoppable = { readonly server: Server; readonly stop: () => Promise<void> };
const routes = openRouteMap(process.cwd());

function openOwn(ctx: TestContext): Stoppable {
  return openFront({
    answer: answerBy({ sendStraight: ctx.tunnel.sendStraight }),
    tunnel: openEdge(ctx),
  });
}

function openPlatformServer(ctx: TestContext): Stoppable {
  const answer = answerBy({});
  const open = new Set<Promise<unknown>>();
  const server = createServer((request, response) => {
    const closed = once(response, 'close').finally(() => open.delete(closed));
    open.add(closed);
    answer(request, response).catch(() => response.destroy());
  });
  const upgrade = openPlatform(answer);
  server.on('upgrade', (request, socket, head) => upgrade(request, socket as Socket, head));
  return {
    server,
    stop: async () => {
      await ctx.tunnel.close();
      await Promise.all(open);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Straight = { readonly sendStraight?: (body: ReadableStream, response: ServerResponse) => boolean };

const answerBy =
  (straight: Straight) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const match = routes.match(pathOf(request));
    if (!match) return void response.writeHead(404).end();
    await serveRoute(match, request, response, { origin: 'http://localhost:3000', ...straight });
  };
