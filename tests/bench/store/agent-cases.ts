import { makePerson } from '#tests/support/buyers.ts';
import type { Buyer } from '#tests/support/purchase.ts';
import type { Server } from '#tests/support/server.ts';
import { percentile } from './figures.ts';
import { BUSY_ABOVE_PERCENT, drive, measure, untilIdle, watchOthers } from './measure.ts';
import { holdsGate, type Report } from './report.ts';
import type { World } from './world.ts';

const CONNECTIONS = 10;
/** One account may ask 20 times a minute, and three tries with their warm-up must stay below. */
const SHOPPERS = 200;
const MOST = 600;
const FIRST_EVENTS = 300;
const FIRST_EVENT_MS = 30;

const questions = [
  'How much does it cost?',
  'Чи є в наявності?',
  'Сколько стоит доставка?',
  'What is it made of?',
  'Чи можна повернути?',
  'Who designed the handle?',
];

/** Measures questions to the product agent without a model, streamed as the panel asks them. */
export async function runAgent(world: World, server: Server, report: Report, seconds: number): Promise<void> {
  const shoppers: Buyer[] = [];
  for (let n = 0; n < SHOPPERS; n++)
    shoppers.push(await makePerson(world.runtime, { email: `asks-${n}@bench.test`, role: 'visitor' }));
  const { productIds } = world;
  let asked = 0;
  let firstEvents: number[] = [];
  const operation = async () => {
    const n = asked++;
    const from = performance.now();
    const response = await fetch(
      `${server.origin}/api/store/products/${productIds[(n * 7) % productIds.length]}/agent-chat`,
      {
        method: 'POST',
        headers: {
          accept: 'text/event-stream',
          'content-type': 'application/json',
          cookie: shoppers[n % SHOPPERS]?.cookie ?? '',
        },
        body: JSON.stringify({ message: questions[n % questions.length] }),
      },
    );
    const reader = response.body?.getReader();
    const first = await reader?.read();
    firstEvents.push(performance.now() - from);
    let text = new TextDecoder().decode(first?.value);
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read())
      text += new TextDecoder().decode(next.value);
    return { ok: response.status === 200 && text.includes('event: done'), bytes: text.length };
  };
  const prepare = () => untilIdle([server.pid]);
  const gate = { cpu: 4, p99: 200 };
  const plan = { pids: [server.pid], connections: CONNECTIONS, seconds, most: MOST, prepare, holds: holdsGate(gate) };
  report.sample('agent question', await measure(operation, plan), gate);

  firstEvents = [];
  const others = watchOthers([server.pid]);
  await drive(operation, 1, 60, FIRST_EVENTS);
  const otherCpu = others();
  const [p50, p99] = [percentile(firstEvents, 0.5), percentile(firstEvents, 0.99)];
  report.line(
    'agent first event',
    `asked=${FIRST_EVENTS} one at a time | p50=${p50.toFixed(1)} p99=${p99.toFixed(1)} ms | other-cpu=${otherCpu}%`,
    p99 <= FIRST_EVENT_MS ? 'PASS' : otherCpu > BUSY_ABOVE_PERCENT ? 'BUSY' : 'FAIL',
    { p50, p99, otherCpu },
  );
}
