// Ours: the tunnel of the product as its own server serves it, with session check, cursors and limits. Its events come
// from a log in memory, so that the figures are those of the tunnel and not of a store.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSessionToken } from '#lib/auth/session-token.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { readEnv } from '#lib/core/env/env.ts';
import { formatCursor } from '#lib/tunnel/channels/cursor.ts';
import { TunnelHub } from '#lib/tunnel/connections/hub.ts';
import type { ChannelSource, TunnelEvent } from '#lib/tunnel/ports.ts';
import { publish } from '#lib/tunnel/publish.ts';
import { openFront, pathOf } from '#services/run/front.ts';
import { openRouteMap } from '#services/run/routes/route-map.ts';
import { serveRoute } from '#services/run/routes/serve-route.ts';
import { buildRuntime } from '#services/runtime.ts';
import { openEdge } from '#services/tunnel/edge.ts';
import { openMemoryBus } from '#services/tunnel/memory-bus.ts';
import { openTunnel } from '#services/tunnel/open.ts';
import { serveControl } from '#tests/bench/tunnel/control.ts';
import { CHANNEL } from '#tests/bench/tunnel/kinds.ts';
import type { People } from '#tests/bench/tunnel/plan.ts';
import { payloadOf } from '#tests/bench/tunnel/stamp.ts';
import { makePerson, shopVars } from '#tests/support/browser.ts';
import { listen } from './listen.ts';

const EPOCH = 'bench';
/** The number of users: enough for the limit of handshakes to admit every connection. */
const PEOPLE = Number(process.argv[2] ?? 1);

const folder = mkdtempSync(join(tmpdir(), 'plaza-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const vars = { ...shopVars(folder), LOG_LEVEL: 'silent', TUNNEL_MAX_CONNECTIONS_PER_USER: '1000' };
const runtime = await buildRuntime(readEnv({ from: vars }));

let rev = 0;
const log: TunnelEvent[] = [];
const source: ChannelSource = {
  mayListen: async () => true,
  head: async () => ({ cursor: formatCursor(rev, EPOCH), snapshot: [] }),
  changesAfter: async (_, after, limit) => log.slice(after, after + limit),
};
const tunnel = openTunnel(new TunnelHub(runtime, openMemoryBus(), { conversation: source }));
const world = { ...runtime, tunnel };
installRuntime(world);

const routes = openRouteMap(process.cwd());
const front = openFront({
  answer(request, response) {
    const match = routes.match(pathOf(request));
    if (!match) throw new Error(`nothing at ${request.url}`);
    return serveRoute(match, request, response, {
      origin: 'http://localhost',
      sendStraight: (body, into) => tunnel.sendStraight(body, into),
    });
  },
  tunnel: openEdge(world),
});

const [key] = runtime.keys.session;
if (!key) throw new Error('the server has no key to sign sessions with');
const sids: string[] = [];
for (let n = 0; n < PEOPLE; n += 1) {
  const { cookie } = await makePerson(runtime);
  sids.push(readSessionToken([key], cookie.value, runtime.now()) ?? '');
}
const people: People = { sids, kid: key.kid, key: Buffer.from(key.key).toString('base64') };
process.send?.({ people });

const port = await listen(front.server);
serveControl({
  port,
  cursor: () => formatCursor(rev, EPOCH),
  publish(stamp) {
    rev += 1;
    const event = { event: 'message.created', rev, at: world.now().toISOString(), data: payloadOf(stamp) } as const;
    log.push(event);
    return publish(world, [{ ...event, channel: CHANNEL, epoch: EPOCH }]);
  },
});
