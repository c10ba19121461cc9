import { seeded } from '#tests/bench/store/figures.ts';
import { drive, measure } from '#tests/bench/store/measure.ts';
import { type Gate, holdsGate, type Report } from '#tests/bench/store/report.ts';
import type { Client } from '#tests/support/http-client.ts';
import type { Server } from '#tests/support/server.ts';
import { type InboxWorld, LONG_THREAD } from './inbox-world.ts';

export const CONNECTIONS = 10;
const CHECKED = 4;
/** The gate of every read of the inbox, and the stricter gate of the reads that the console makes all day long. */
const GATE: Gate = { cpu: 10 };
const QUICK: Gate = { cpu: 10, p99: 80 };

export type Served = { readonly world: InboxWorld; readonly server: Server; readonly client: Client };
type Case = { readonly name: string; readonly gate?: Gate; readonly path: (next: () => number) => string };

const things = ['lamp', 'chair', 'table', 'mug', 'shelf', 'blanket', 'clock', 'kettle', 'mirror', 'basket'];
const one = <T>(list: readonly T[], next: () => number): T => list[Math.floor(next() * list.length)] as T;
const inbox = (rest: string) => `/api/admin/email/${rest}`;

/** Returns the reads of the inbox as its page makes them; `deep` is the cursor of a page far down the list. */
const cases = ({ threadIds, history }: InboxWorld, deep: string): readonly Case[] => [
  { name: 'threads', gate: QUICK, path: () => inbox('threads') },
  { name: 'threads status', gate: QUICK, path: () => inbox('threads?status=ongoing') },
  { name: 'threads channel', gate: QUICK, path: () => inbox('threads?sourceChannel=support') },
  { name: 'threads status+channel', gate: QUICK, path: () => inbox('threads?status=new&sourceChannel=support') },
  { name: 'threads page 20', gate: QUICK, path: () => inbox(`threads?cursor=${deep}`) },
  {
    name: 'search few',
    path: (next) => inbox(`threads?q=${one(things, next)}%20${Math.floor(next() * history.threads)}`),
  },
  { name: 'search many', path: (next) => inbox(`threads?q=${one(things, next)}`) },
  {
    name: 'search address',
    path: (next) => inbox(`threads?q=asker-${Math.floor(next() * history.threads)}%40asker.test`),
  },
  { name: 'search status', path: (next) => inbox(`threads?status=new&q=${one(things, next)}`) },
  { name: 'thread', gate: QUICK, path: (next) => inbox(`threads/${one(threadIds, next)}`) },
  { name: 'thread of 300', path: () => inbox(`threads/${LONG_THREAD}`) },
  { name: 'analytics 7d', gate: QUICK, path: () => inbox('analytics?range=7d') },
  { name: 'analytics 30d', gate: QUICK, path: () => inbox('analytics?range=30d') },
  { name: 'analytics 90d', gate: QUICK, path: () => inbox('analytics?range=90d') },
  { name: 'drafts', path: () => inbox('drafts') },
  { name: 'tasks', path: () => inbox('tasks') },
  { name: 'tasks status', path: () => inbox('tasks?status=open') },
  { name: 'contacts', path: () => inbox('contacts') },
  { name: 'contacts name', path: (next) => inbox(`contacts?name=asker%20${Math.floor(next() * history.threads)}`) },
  { name: 'dead letters', path: () => inbox('dead-letters') },
];

/** Reads a path as the admin, compressed as every browser asks for it. */
export const readAs =
  ({ world, client }: Served, path: string) =>
  async () => {
    const { status, bytes } = await client.call({ path, cookie: world.admin.cookie, gzip: true });
    return { ok: status === 200, bytes };
  };

/** Measures every read of the inbox against its gate. */
export async function runInboxReads(served: Served, report: Report, seconds: number): Promise<void> {
  const loads = await loadsOf(served);
  // A server that has just started is still compiling its code. The warm-up keeps the first case from running on worse
  // code than the last.
  for (const { operation } of loads) await drive(operation, CONNECTIONS, Math.min(1, seconds));
  for (const { name, gate, operation } of loads) {
    const plan = { pids: [served.server.pid], connections: CONNECTIONS, seconds, holds: holdsGate(gate) };
    report.sample(`case ${name}`, await measure(operation, plan), gate);
  }
}

/** Makes every read a few times and checks that each succeeds. */
export async function checkInboxReads(served: Served, report: Report): Promise<void> {
  for (const { name, operation } of await loadsOf(served)) {
    const { latencies, refused, errors } = await drive(operation, 2, 60, CHECKED);
    const isFine = refused + errors === 0 && latencies.length === CHECKED;
    report.line(
      `case ${name}`,
      `answers=${latencies.length} non2xx=${refused} err=${errors}`,
      isFine ? 'PASS' : 'FAIL',
    );
  }
}

async function loadsOf(served: Served) {
  const deep = await cursorAfter(served, 19);
  return cases(served.world, deep).map(({ name, gate = GATE, path }) => {
    const next = seeded(42);
    return { name, gate, operation: () => readAs(served, path(next))() };
  });
}

/** Returns the cursor after this many pages. */
async function cursorAfter({ world, client }: Served, pages: number): Promise<string> {
  let cursor = '';
  for (let page = 0; page < pages; page++) {
    const path = inbox(`threads?limit=50${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    const { nextCursor } = JSON.parse((await client.call({ path, cookie: world.admin.cookie })).body);
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  return encodeURIComponent(cursor);
}
