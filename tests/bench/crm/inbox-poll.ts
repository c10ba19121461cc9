import { createTransport } from 'nodemailer';
import { cpuOf } from '#tests/bench/store/figures.ts';
import { untilIdle } from '#tests/bench/store/measure.ts';
import type { Report } from '#tests/bench/store/report.ts';
import type { MailServers } from '#tests/support/mail-servers.ts';
import { rawMail } from '#tests/support/mails.ts';
import type { Served } from './inbox-reads.ts';

const MAILS = 50;
const MOST_MS = 1_500;

export const POLLED = 'support@shop.test';

const mailOf = (n: number) => ({
  mid: `polled-${n}@asker.test`,
  from: `Polled ${n} <polled-${n}@asker.test>`,
  to: POLLED,
  subject: `A question about parcel ${n}`,
  date: new Date().toUTCString(),
  text: 'Where is my parcel? I ordered it a week ago.\r\n'.repeat(10),
});

/** Measures polls of fifty new mails in a real mailbox, several times over. */
export async function runPoll(served: Served, servers: MailServers, report: Report, rounds: number): Promise<void> {
  const { pid } = served.server;
  const lmtp = createTransport({ host: '127.0.0.1', port: servers.lmtpPort, lmtp: true, ignoreTLS: true, pool: true });
  const before = await served.world.storedMails();
  const polls: { ms: number; cpu: number; processed: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    for (let n = 0; n < MAILS; n++)
      await lmtp.sendMail({
        envelope: { from: 'asker@asker.test', to: POLLED },
        raw: Buffer.from(rawMail(mailOf(round * MAILS + n))),
      });
    await untilIdle([pid]);
    const [began, used] = [performance.now(), cpuOf(pid)];
    const processed = await poll(served);
    const ms = performance.now() - began;
    polls.push({ ms, cpu: (cpuOf(pid) - used) / MAILS, processed });
  }
  lmtp.close();
  // The first poll warms up. A poll that the server's own schedule has helped along is not counted.
  const kept = polls.slice(1).filter((round) => round.processed === MAILS);
  const ms = Math.min(...kept.map((round) => round.ms));
  const cpu = Math.min(...kept.map((round) => round.cpu));
  const stored = (await served.world.storedMails()) - before;
  report.line(
    `poll of ${MAILS}`,
    `whole=${ms.toFixed(0)} ms (≤ ${MOST_MS}) | cpu/mail=${cpu.toFixed(1)} ms rounds=${rounds} stored=${stored}`,
    stored === rounds * MAILS && ms <= MOST_MS ? 'PASS' : 'FAIL',
    { polls },
  );
}

async function poll({ world, client }: Served): Promise<number> {
  const path = '/api/cron/email-processor';
  const body = { action: 'poll', force: true };
  const reply = await client.call({ method: 'POST', path, bearer: world.secrets.cron, body });
  if (reply.status !== 200) throw new Error(`the poll was answered ${reply.status}: ${reply.body}`);
  return (JSON.parse(reply.body) as { totals: { processed: number } }).totals.processed;
}
