import { EventEmitter } from 'node:events';
import { extname, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import next from 'next';
import { securityHeaders } from '#lib/api/headers/security-headers.ts';
import { isProxyUntrusted } from '#lib/api/open-context.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { type Env, EnvProblem, readEnv } from '#lib/core/env/env.ts';
import { AppError } from '#lib/core/errors.ts';
import { openImages } from '#services/images/open-images.ts';
import { calmRefusals } from '#services/log/calm-refusals.ts';
import { openLog } from '#services/log/pino.ts';
import { openTerminal } from '#services/log/terminal.ts';
import { openMailReader } from '#services/mail/mail-reader.ts';
import { openPictureDrawer } from '#services/pictures/picture-drawer.ts';
import { openMemoryLimiter } from '#services/rate-limit/memory.ts';
import { buildRuntime } from '#services/runtime.ts';
import { startCardDemo } from './card-demo.ts';
import { startCollecting } from './collecting.ts';
import { demoWelcome } from './demo/welcome.ts';
import { startDocumentUpgrade } from './document-upgrade.ts';
import { startDrainer } from './drainer.ts';
import { effects } from './effects.ts';
import { openFront, pathOf } from './front.ts';
import { openLoopWatch } from './loop-watch.ts';
import { startWebListener } from './mail-listener.ts';
import { openPageLimit } from './page-limit.ts';
import { refuseToStart } from './refuse-to-start.ts';
import { openRouteMap } from './routes/route-map.ts';
import { openRouteNames } from './routes/route-names.ts';
import { serveRoute } from './routes/serve-route.ts';
import { startSearchIndexes } from './search-indexes.ts';
import { seedDemo, seedPlatform } from './seed.ts';
import { startShopWorker } from './shop-worker.ts';
import { openStaticFiles } from './static-files.ts';
import { startTicker, type Ticker } from './ticker.ts';

const YEAR_SECONDS = 31_536_000;
/** After this time the process exits, even if handles are still open. */
const STOP_MS = 12_000;
/** The longest time that the demo's greeting waits for its first work. */
const WELCOME_WITHIN_MS = 10_000;

const dev = process.argv.includes('--dev');
// A person at a terminal reads plain lines; a log collector on a pipe reads JSON.
const terminal = process.stdout.isTTY ? openTerminal((text) => process.stdout.write(text)) : undefined;
const { env, runtime } = await start();
if (!env.PLAZA_DEMO) terminal?.open();
installRuntime(runtime);
// The framework prints its own lines to stdout, where log collectors expect JSON.
if (!dev) console.log = (...words) => runtime.log('debug', 'framework.output', { words });
await seedPlatform(runtime);
if (terminal && env.PLAZA_DEMO) process.stderr.write('[run] preparing the demo: people, shop and mail\n');
await seedDemo(runtime);
const { HOST: hostname, PORT: port } = env;

// Next attaches its own upgrade listener to the given server and then ends every socket whose path matches a route. The
// first WebSocket would work and all later ones would fail. So Next receives an emitter that only hot reload feeds.
const upgrades = new EventEmitter();
// Next spells every loopback name `localhost`. With another name it treats its own rewrites as external URLs and calls
// itself over the network.
const site = next({ dev, hostname: 'localhost', port, httpServer: upgrades as never });
await site.prepare();
const answer = site.getRequestHandler();
// The modules of routes need the framework's runtime, which exists only after `prepare`.
const { openEdge } = await import('#services/tunnel/edge.ts');

// In development the framework serves the API too, because it reloads changed files.
const api = dev ? null : openRouteMap(resolve(import.meta.dirname, '../..'));
// In development files come and go, and the developer is the only visitor.
const isPageRefused = dev ? null : openPageLimit(openMemoryLimiter(runtime.now), openStaticFiles(process.cwd()));
const loop = openLoopWatch({ log: runtime.log, routeOf: openRouteNames('.next/app-path-routes-manifest.json') });
const front = openFront({
  answer: async (request, response) => {
    loop.note(request, response);
    const match = api?.match(pathOf(request));
    if (!match) return (await isPageRefused?.(request, response)) ? undefined : answer(request, response);
    for (const { key, value } of securityHeaders) response.setHeader(key, value);
    return serveRoute(match, request, response, {
      origin: `http://localhost:${port}`,
      sendStraight: runtime.tunnel.sendStraight,
    });
  },
  tunnel: openEdge(runtime),
  headers: transportHeaders(env),
  ...(dev && { upgrades }),
});
const drainer = startDrainer(runtime, effects);
const shopWorker = startShopWorker(runtime);
const collecting = startCollecting(runtime);
const background = [loop, startSearchIndexes(runtime)];
const mailListener = startWebListener(runtime);
void startDocumentUpgrade(runtime);
let cardDemo: ReturnType<typeof startCardDemo> | undefined;
let ticker: Promise<Ticker> | undefined;

front.server.once('error', (error: NodeJS.ErrnoException) => {
  const why = error.code === 'EADDRINUSE' ? `PORT: ${port} is already in use on ${hostname}` : error.message;
  refuseToStart(why);
});
front.server.listen(port, hostname, () => {
  runtime.log('info', 'server.listening', {
    hostname,
    port,
    dev,
    store: env.FIRESTORE_PROJECT_ID ? 'firestore' : 'sqlite',
  });
  if (isProxyUntrusted(env)) runtime.log('warn', 'proxies.untrusted', { trusted: 0 });
  // The gateway repeats callbacks at its start, and they need an open server.
  cardDemo = startCardDemo(runtime);
  // The first processes ask the gateway.
  ticker = cardDemo.then(() => startTicker(runtime));
  void api?.warm();
  void welcome();
});

/** Prints the greeting of a demo as soon as its first work is done, so that no log line scrolls the greeting away. */
async function welcome(): Promise<void> {
  if (!env.PLAZA_DEMO) return;
  const firstWork = Promise.allSettled([drainer.drain(), ticker?.then((started) => started.tick())]);
  await Promise.race([firstWork, pause(WELCOME_WITHIN_MS, undefined, { ref: false })]);
  if (isStopping) return;
  process.stderr.write(await demoWelcome(runtime));
  terminal?.open();
}

let isStopping = false;
async function stop(signal: string): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  runtime.log('info', 'server.stopping', { signal });
  setTimeout(() => process.exit(0), STOP_MS).unref();
  for (const part of background) part.close();
  // The stop waits for a mail that is being sent. Otherwise its outcome would be unknown.
  await Promise.all([
    front.stop(),
    drainer.close(),
    ticker?.then((started) => started.close()),
    shopWorker.close(),
    mailListener?.close(),
  ]);
  await cardDemo?.then((demo) => demo?.close());
  // The work that has just ended may have failed.
  await collecting.close();
  await Promise.all([runtime.mailReader?.close(), runtime.pictureDrawer?.close(), runtime.images.close()]);
  await runtime.data.close();
  process.exit(0);
}
process.on('SIGTERM', (signal) => void stop(signal)).on('SIGINT', (signal) => void stop(signal));
process.on('uncaughtExceptionMonitor', (error) => runtime.log('error', 'process.crashed', { error }));

/**
 * Reads the configuration and builds the runtime. A wrong configuration ends the process with one line that names the
 * setting to change.
 */
async function start() {
  try {
    // `npm start` on an unconfigured machine starts the demo. A server with APP_ORIGIN is a demo only with
    // PLAZA_DEMO=1.
    const env = readEnv({ demoByDefault: process.argv.includes('--demo-by-default') });
    const log = calmRefusals(openLog(env, terminal));
    const entryOf = (name: string) => new URL(`./${name}${extname(import.meta.filename)}`, import.meta.url);
    const mailReader = openMailReader(entryOf('mail-worker'), log);
    const pictureDrawer = openPictureDrawer(entryOf('picture-worker'), log);
    const images = openImages(entryOf('image-worker'), log);
    return { env, runtime: await buildRuntime(env, { log, mailReader, pictureDrawer, images }) };
  } catch (error) {
    if (error instanceof EnvProblem || error instanceof AppError) refuseToStart(error.message);
    throw error;
  }
}

/** Returns the header that keeps browsers on https, only when the public origin uses https. */
function transportHeaders({ APP_ORIGIN }: Pick<Env, 'APP_ORIGIN'>): Record<string, string> {
  if (!APP_ORIGIN?.startsWith('https:')) return {};
  return { 'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains` };
}
