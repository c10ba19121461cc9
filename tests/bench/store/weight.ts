import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import type { Server } from '#tests/support/server.ts';
import { memoryOf } from './figures.ts';
import type { Report } from './report.ts';
import type { World } from './world.ts';

const sizeMb = (path: string) => Number(execFileSync('du', ['-sm', path], { encoding: 'utf8' }).split('\t')[0]);

/** Reports the time from spawn to the first ready response with an existing index, and the memory of an idle server. */
export function runBoot(server: Server, report: Report): void {
  const { nowMb } = memoryOf(server.pid);
  const fine = server.readyMs <= 2000 && nowMb <= 200;
  report.line('boot', `ready-ms=${server.readyMs} rss-idle=${nowMb} MB`, fine ? 'PASS' : 'FAIL');
}

/** Reports the ready time of a server that may be the first since the build. */
export function runFirstBoot([server]: readonly Server[], report: Report): void {
  if (server) report.line('boot-first', `ready-ms=${server.readyMs}`, 'INFO');
}

/** Returns the packages of the production install and their size, read from the lock and the installed folder. */
function installed(): { packages: number; mb: number } {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  const paths = Object.entries(lock.packages)
    .filter(([path, { dev }]) => path !== '' && !dev && existsSync(path))
    .map(([path]) => path);
  // Nested packages lie inside their parents, so only the outermost folders are measured.
  const outer = paths.filter((path) => !path.slice('node_modules/'.length).includes('/node_modules/'));
  const lines = execFileSync('du', ['-sk', ...outer], { encoding: 'utf8', maxBuffer: 1 << 24 })
    .trim()
    .split('\n');
  const kb = lines.reduce((sum, line) => sum + Number(line.split('\t')[0]), 0);
  return { packages: paths.length, mb: Math.round(kb / 1024) };
}

/** Reports the memory after the run and at its peak, the data folder, and the size of a production install. */
export async function runWeight(world: World, server: Server, report: Report): Promise<void> {
  const { nowMb, peakMb } = memoryOf(server.pid);
  const { packages, mb } = installed();
  const data = sizeMb(world.folder);
  const dataFits = world.products !== 10_000 || world.dataMbAfterSeed <= 40;
  const fine = nowMb <= 300 && peakMb <= 400 && dataFits && mb <= 850 && packages <= 400;
  report.line(
    'weight',
    `rss-after=${nowMb} MB rss-peak=${peakMb} MB data-seeded=${world.dataMbAfterSeed} MB data-now=${data} MB install=${mb} MB packages=${packages}`,
    fine ? 'PASS' : 'FAIL',
  );
}
