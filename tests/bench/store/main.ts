// Measures the store: prints figures with verdicts, in lines that can be compared between runs.
import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { type Client, openClient } from '#tests/support/http-client.ts';
import { type Server, startServer } from '#tests/support/server.ts';
import { runAgent } from './agent-cases.ts';
import { openBank } from './bank.ts';
import { runCallback } from './callback.ts';
import { runStatus, runWebhook } from './card-cases.ts';
import { runCursor } from './cursor.ts';
import { runDouble } from './double.ts';
import { runFamilies } from './families.ts';
import { untilIdle } from './measure.ts';
import { runMediaCases } from './media-cases.ts';
import { readOptions } from './options.ts';
import { runLag, runOversell } from './oversell.ts';
import { pageVars, runPageCases } from './page-cases.ts';
import { runReadCases } from './read-cases.ts';
import { Report } from './report.ts';
import { runReviewCases } from './review-cases.ts';
import { runSellerCases } from './seller-cases.ts';
import { runBoot, runFirstBoot, runWeight } from './weight.ts';
import { openWorld, type World } from './world.ts';
import { runAdd, runFlow, runHoldAndOrder } from './write-cases.ts';

const CONNECTIONS = 10;
const HOLDS = 300;

const options = readOptions(process.argv.slice(2));
const wants = (part: string) => options.only === null || options.only.split(',').includes(part);
const report = new Report();
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
const heads: string[] = [];

for (const products of options.products) {
  for (const processes of options.processes) {
    const head =
      `# plaza ${commit} node ${process.versions.node} driver=${options.driver} products=${products} ` +
      `processes=${processes} cores=${cpus().length} cpu="${cpus()[0]?.model}" date=${new Date().toISOString()}`;
    heads.push(head);
    console.log(head);
    const world = await openWorld(options.driver, products);
    try {
      report.line(
        'seed',
        `products=${products} seconds=${world.seededSeconds.toFixed(1)}`,
        world.seededSeconds <= 15 || products > 10_000 ? 'PASS' : 'FAIL',
      );
      // The first start after a build fills the compile cache for every later one. It is reported, but not judged as a
      // boot.
      if (wants('boot')) await withServers(world, 1, world.vars, async (shop) => runFirstBoot(shop.servers, report));
      await withServers(world, processes, world.vars, (shop) => runShop(world, shop));
      if (processes === 1) await runPages(world);
      // After the shop, because a seller of 5,000 products would be in its way.
      if (processes === 1) await runSellers(world);
      if (processes === 1) await runReviews(world);
      if (wants('callback') || wants('callback-x50')) await runCards(world, processes);
    } finally {
      await world.close();
    }
  }
}
report.line(
  'beside',
  'vendure-3.7.3 list=20.4 search=368 order=107 ms cpu | medusa-2.21.2 list=23.8 search=71 order=1091',
  'INFO',
);
const passed = report.close(options.json, heads.join('\n'));
process.exitCode = options.gate && !passed ? 1 : 0;

type Servers = { readonly servers: readonly Server[]; readonly clients: readonly Client[] };

/** Starts `processes` servers over the world for a part of the run, and ends them afterwards. */
async function withServers(
  world: World,
  processes: number,
  vars: World['vars'],
  work: (shop: Servers) => Promise<void>,
): Promise<void> {
  const servers: Server[] = [];
  const clients: Client[] = [];
  try {
    for (let n = 0; n < processes; n++) {
      const server = await startServer(world.folder, vars);
      servers.push(server);
      clients.push(openClient(server.origin, CONNECTIONS * 2));
    }
    await work({ servers, clients });
  } finally {
    for (const each of clients) each.close();
    for (const each of servers) await each.close();
  }
}

async function runShop(world: World, { servers, clients }: Servers): Promise<void> {
  const [server, client] = [servers[0], clients[0]];
  if (!server || !client) throw new Error('--processes must be at least 1');
  const isAlone = servers.length === 1;
  // Speed is measured with one process; more processes are only for the races.
  if (isAlone) {
    if (wants('boot')) runBoot(server, report);
    await untilIdle([server.pid]);
    if (wants('cases')) await runReadCases(world, server, client, report, options.seconds);
    if (wants('add')) await runAdd(world, server, client, report, options.seconds);
    if (wants('flow')) await runHoldAndOrder(world, server, client, report, HOLDS);
    if (wants('flow')) await runFlow(world, server, client, report, options.seconds);
  }
  if (wants('cursor')) await runCursor(world, client, report);
  const share = Math.ceil(options.runs / (options.products.length * options.processes.length));
  if (wants('oversell')) await runOversell(world, { servers, clients }, report, share);
  if (wants('lag')) await runLag(world, { servers, clients }, report);
  if (wants('double')) await runDouble(world, clients, report);
  if (isAlone && wants('weight')) await runWeight(world, server, report);
  if (isAlone && wants('agent')) await runAgent(world, server, report, options.seconds);
  if (isAlone && wants('families')) await runFamilies(world, server, client, report, options.seconds);
}

/** Runs what a shopper without a session opens in a browser. */
async function runPages(world: World): Promise<void> {
  if (!wants('html')) return;
  const vars = (origin: string) => ({ ...world.vars(origin), ...pageVars });
  await withServers(world, 1, vars, async ({ servers: [server], clients: [client] }) => {
    if (!server || !client) return;
    await untilIdle([server.pid]);
    await runPageCases(world, server, client, report, options.seconds);
  });
}

/** Runs what a seller of many products does, and uploads of pictures. */
async function runSellers(world: World): Promise<void> {
  if (!wants('seller') && !wants('media')) return;
  await withServers(world, 1, world.vars, async ({ servers: [server], clients: [client] }) => {
    if (!server || !client) return;
    await untilIdle([server.pid]);
    if (wants('media')) await runMediaCases(world, server, client, report, options.seconds);
    if (wants('seller')) await runSellerCases(world, server, client, report, options.seconds);
  });
}

/** Runs lists and writes of a product with more reviews than any other. */
async function runReviews(world: World): Promise<void> {
  if (!wants('reviews')) return;
  await withServers(world, 1, world.vars, async ({ servers: [server], clients: [client] }) => {
    if (!server || !client) return;
    await untilIdle([server.pid]);
    await runReviewCases(world, server, client, report, options.seconds);
  });
}

/**
 * Runs the parts with a card gateway. A real gateway needs a merchant's account, so these servers are those of a demo.
 */
async function runCards(world: World, processes: number): Promise<void> {
  const bank = await openBank(world.folder);
  const vars = (origin: string) => ({ ...world.vars(origin), ...bank.vars });
  try {
    await withServers(world, processes, vars, async ({ servers, clients }) => {
      await runCallback(world, clients, bank, report);
      const [server, client] = [servers[0], clients[0]];
      if (!server || !client || servers.length > 1 || !wants('callback')) return;
      const parts = { world, server, client, bank, report };
      await runStatus(parts, await runWebhook(parts), options.seconds);
    });
  } finally {
    await bank.close();
  }
}
