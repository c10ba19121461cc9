// Measures the store as facts about it are kept: figures beside verdicts, in lines that can be compared between runs.
import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { openClient } from '#tests/support/http-client.ts';
import { startServer } from '#tests/support/server.ts';
import { runCursor } from './cursor.ts';
import { runDouble } from './double.ts';
import { untilIdle } from './measure.ts';
import { readOptions } from './options.ts';
import { runOversell } from './oversell.ts';
import { runReadCases } from './read-cases.ts';
import { Report } from './report.ts';
import { runBoot, runWeight } from './weight.ts';
import { openWorld } from './world.ts';
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
    report.line(
      'seed',
      `products=${products} seconds=${world.seededSeconds.toFixed(1)}`,
      world.seededSeconds <= 15 || products > 10_000 ? 'PASS' : 'FAIL',
    );
    const servers = [];
    for (let n = 0; n < processes; n++) servers.push(await startServer(world.folder, world.vars));
    const clients = servers.map(({ origin }) => openClient(origin, CONNECTIONS * 2));
    const [server, client] = [servers[0], clients[0]];
    try {
      if (!server || !client) throw new Error('--processes must be at least 1');
      // Speed is a property of one process; the races are what more of them are for.
      if (processes === 1) {
        if (wants('boot')) runBoot(server, report);
        await untilIdle([server.pid]);
        if (wants('cases')) await runReadCases(world, server, client, report, options.seconds);
        if (wants('add')) await runAdd(world, server, client, report, options.seconds);
        if (wants('flow')) await runHoldAndOrder(world, server, client, report, HOLDS);
        if (wants('flow')) await runFlow(world, server, client, report, options.seconds);
        if (wants('cursor')) await runCursor(world, client, report);
      }
      const share = Math.ceil(options.runs / (options.products.length * options.processes.length));
      if (wants('oversell')) await runOversell(world, { servers, clients }, report, share);
      if (wants('double')) await runDouble(world, clients, report);
      if (processes === 1 && wants('weight')) await runWeight(world, server, report);
    } finally {
      for (const each of clients) each.close();
      for (const each of servers) await each.close();
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
