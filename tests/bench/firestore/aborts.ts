import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Server } from '#tests/support/server.ts';

/** A blocked event loop handles the signal late. */
const WRITTEN_WITHIN_MS = 120_000;

/** Environment variables that load the gRPC probe into a server. */
export const abortVars = (folder: string) => ({
  NODE_OPTIONS: `--import ${import.meta.resolve('./grpc-probe.mjs')}`,
  GRPC_DIR: folder,
});

/**
 * Database responses since the previous call: all commits, responses of any method with ABORTED (a lost lock), and commits
 * rejected because a document had a newer version.
 */
export type Answers = { readonly commits: number; readonly aborted: number; readonly overtaken: number };

/** Number of responses by gRPC method and status. */
type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;
const [FAILED_PRECONDITION, ABORTED] = ['9', '10'];

const sum = (figures: readonly (number | undefined)[]): number => figures.reduce<number>((all, n) => all + (n ?? 0), 0);

/** Returns the counts of running servers and resets them. */
export async function takeAnswers(servers: readonly Server[], folder: string): Promise<Answers> {
  for (const { pid } of servers) process.kill(pid, 'SIGUSR2');
  const counts = await Promise.all(servers.map(({ pid }) => readWhenWritten(join(folder, `${pid}.grpc`))));
  const commits = counts.map(({ Commit = {} }) => Commit);
  return {
    commits: sum(commits.flatMap((statuses) => Object.values(statuses))),
    aborted: sum(counts.flatMap((methods) => Object.values(methods).map((statuses) => statuses[ABORTED]))),
    overtaken: sum(commits.map((statuses) => statuses[FAILED_PRECONDITION])),
  };
}

async function readWhenWritten(file: string): Promise<Counts> {
  const deadline = Date.now() + WRITTEN_WITHIN_MS;
  while (!existsSync(file)) {
    if (Date.now() > deadline) throw new Error(`${file} was not written`);
    await pause(10);
  }
  const counts = JSON.parse(readFileSync(file, 'utf8')) as Counts;
  rmSync(file);
  return counts;
}
