import { cpuOf, percentile } from '#tests/bench/store/figures.ts';
import { untilIdle } from '#tests/bench/store/measure.ts';
import type { Report } from '#tests/bench/store/report.ts';
import { CONNECTIONS, type Served } from './inbox-reads.ts';

const AT_ONCE = 20;
const P95_MS = 60;
/** The number of mails in one measurement of the cost of storing a mail. */
const STORED = 200;

let count = 0;

/** Returns a fresh mail of a person as a provider posts it. */
const inbound = () => {
  count += 1;
  return {
    messageId: `<hook-${process.pid}-${count}@asker.test>`,
    from: `Hook ${count} <hook-${count}@asker.test>`,
    to: 'support@shop.test',
    subject: `A question about order ${count}`,
    bodyText: `Hello,\n\nwhere is my parcel? I ordered ${count} days ago.\n\nThank you`,
    date: new Date().toUTCString(),
  };
};

type Inbound = ReturnType<typeof inbound>;

async function post({ world, client }: Served, body: Inbound) {
  const began = performance.now();
  count += 1;
  const { status, body: text } = await client.call({
    method: 'POST',
    path: '/api/webhooks/email/inbound',
    bearer: world.secrets.webhook,
    from: `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`,
    body,
  });
  const said = status === 200 ? (JSON.parse(text) as { status: string; id: string }) : { status: `${status}`, id: '' };
  return { ...said, ms: performance.now() - began };
}

/** Sends twenty webhooks at the same moment: different mails must be quick, and equal ones must become one mail. */
export async function runWebhooks(served: Served, report: Report, rounds: number): Promise<void> {
  const latencies: number[] = [];
  let odd = 0;
  for (let round = 0; round < rounds; round++) {
    const replies = await Promise.all(Array.from({ length: AT_ONCE }, () => post(served, inbound())));
    // The first round warms up.
    if (round > 0) latencies.push(...replies.map(({ ms }) => ms));
    odd += replies.filter(({ status }) => status !== 'processed').length;
    await untilIdle([served.server.pid]);
  }
  const [p50, p95] = [percentile(latencies, 0.5), percentile(latencies, 0.95)];
  report.line(
    `webhook x${AT_ONCE}`,
    `p50=${p50.toFixed(1)} p95=${p95.toFixed(1)} ms (≤ ${P95_MS}) rounds=${rounds} odd-answers=${odd}`,
    odd > 0 ? 'FAIL' : p95 <= P95_MS ? 'PASS' : 'FAIL',
    { p50, p95, odd },
  );
  await runEqual(served, report);
}

async function runEqual(served: Served, report: Report): Promise<void> {
  const before = await served.world.storedMails();
  const mail = inbound();
  const replies = await Promise.all(Array.from({ length: AT_ONCE }, () => post(served, mail)));
  const rows = (await served.world.storedMails()) - before;
  const ids = new Set(replies.map(({ id }) => id)).size;
  const processed = replies.filter(({ status }) => status === 'processed').length;
  const duplicates = replies.filter(({ status }) => status === 'duplicate').length;
  report.line(
    `webhook equal x${AT_ONCE}`,
    `rows=${rows} ids=${ids} processed=${processed} duplicates=${duplicates}`,
    rows === 1 && ids === 1 && processed === 1 && duplicates === AT_ONCE - 1 ? 'PASS' : 'FAIL',
  );
}

/** Returns the server's CPU time for one mail from its webhook to its draft, with all its later effects. */
export async function storeCost(served: Served): Promise<number> {
  const { pid } = served.server;
  const before = cpuOf(pid);
  let begun = 0;
  const loop = async () => {
    while (begun < STORED) {
      begun += 1;
      const { status } = await post(served, inbound());
      if (status !== 'processed') throw new Error(`a webhook was answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, loop));
  await untilIdle([pid]);
  return (cpuOf(pid) - before) / STORED;
}
