// Measures the cost of messages for one user with many: `npm run bench:messaging -- --messages=100000
// --conversations=1000`. Prints the CPU time of one call of each route in process. A missed target is only marked, and
// a person judges it.
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { GET as around, GET as page, POST as send } from '#app/api/conversations/[id]/messages/route.ts';
import { GET as search } from '#app/api/conversations/[id]/messages/search/route.ts';
import { POST as read } from '#app/api/conversations/[id]/read/route.ts';
import { GET as list } from '#app/api/conversations/route.ts';
import { type Call, call } from '#tests/support/call.ts';
import { cpuTimeOf } from '#tests/support/cpu-time.ts';
import { openWorld, type World } from './world.ts';

type Handler = Parameters<typeof call>[0];
type Case = {
  readonly name: string;
  readonly handler: Handler;
  readonly options: (world: World, at: number) => Call;
  readonly targetMs: number;
  readonly status?: number;
};

const inLong = ({ longId }: World): Call => ({ params: { id: longId } });
const one = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;

const cases: readonly Case[] = [
  {
    name: 'send',
    handler: send,
    options: ({ ids }, at) => ({ params: { id: one(ids, at) }, body: { content: `Hello ${at}` } }),
    targetMs: 6,
    status: 201,
  },
  {
    name: 'send to 256',
    handler: send,
    options: ({ crowdId }, at) => ({ params: { id: crowdId }, body: { content: `Hello ${at}` } }),
    targetMs: 6,
    status: 201,
  },
  { name: 'list', handler: list, options: () => ({}), targetMs: 4 },
  { name: 'list of a rare type', handler: list, options: () => ({ query: { type: 'product' } }), targetMs: 4 },
  { name: 'page, newest', handler: page, options: inLong, targetMs: 4 },
  {
    name: 'page, deep',
    handler: page,
    options: (world, at) => ({ ...inLong(world), query: { cursor: 10_000 + at * 7, direction: 'after' } }),
    targetMs: 4,
  },
  {
    name: 'page, around',
    handler: around,
    options: (world) => ({ ...inLong(world), query: { around: world.middleId } }),
    targetMs: 4,
  },
  { name: 'read', handler: read, options: ({ ids }, at) => ({ params: { id: one(ids, at) }, body: {} }), targetMs: 6 },
];
const searching: readonly Case[] = [
  {
    name: 'search',
    handler: search,
    options: (world) => ({ ...inLong(world), query: { q: 'kettle' } }),
    targetMs: 20,
  },
  {
    name: 'search, rare',
    handler: search,
    options: (world, at) => ({ ...inLong(world), query: { q: `number ${1_000 + at}` } }),
    targetMs: 20,
  },
];

const WARMING = 30;

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '100000' },
    conversations: { type: 'string', default: '1000' },
    calls: { type: 'string', default: '200' },
    search: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});
const calls = Number(values.calls);
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
const size = { messages: Number(values.messages), conversations: Number(values.conversations), search: values.search };
console.log(
  `# plaza ${commit} node ${process.versions.node} messages=${size.messages} conversations=${size.conversations}`,
);

const world = await openWorld(size);
try {
  for (const one of values.search ? [...cases, ...searching] : cases)
    if (values.only === undefined || one.name === values.only) console.log(await measure(one));
} finally {
  await world.close();
}

/**
 * Returns the mean of many calls after a warm-up: one call alone is shorter than the timer resolution of some kernels.
 */
async function measure({ name, handler, options, targetMs, status = 200 }: Case): Promise<string> {
  const callAt = async (at: number): Promise<void> => {
    const { status: answered, text } = await call(handler, { as: world.reader, ...options(world, at) });
    if (answered !== status) throw new Error(`${name} answered ${answered}: ${text}`);
  };
  for (let at = 0; at < WARMING; at++) await callAt(at);
  const { ms } = await cpuTimeOf(async () => {
    for (let at = WARMING; at < WARMING + calls; at++) await callAt(at);
  });
  const mean = ms / calls;
  return `${name.padEnd(22)} cpu ${mean.toFixed(2)} ms  <= ${targetMs} ${mean <= targetMs ? 'ok' : 'MISSED'}`;
}
