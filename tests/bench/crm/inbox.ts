import { memoryOf } from '#tests/bench/store/figures.ts';
import { untilIdle } from '#tests/bench/store/measure.ts';
import type { Report } from '#tests/bench/store/report.ts';
import { openClient } from '#tests/support/http-client.ts';
import type { History } from '#tests/support/inbox-history.ts';
import { MAIL_PASSWORD, startMailServers } from '#tests/support/mail-servers.ts';
import { startServer } from '#tests/support/server.ts';
import { runGrowth } from './inbox-growth.ts';
import { POLLED, runPoll } from './inbox-poll.ts';
import { CONNECTIONS, checkInboxReads, runInboxReads, type Served } from './inbox-reads.ts';
import { runWebhooks } from './inbox-webhooks.ts';
import { type InboxWorld, openInboxWorld } from './inbox-world.ts';

const DAYS = 90;
const MAILS_PER_THREAD = 10;
/** Rounds per measurement; the first of each warms up. */
const ROUNDS = { webhooks: 10, polls: 4 };
const FEW_ROUNDS = { webhooks: 2, polls: 2 };
/** Above this memory the server would not be small any more. */
const MOST_MB = 350;

export type InboxOptions = {
  readonly threads: number;
  /** The two sizes whose cost is compared. */
  readonly growth: readonly [number, number];
  readonly seconds: number;
  /** Checks only whether the responses are right. */
  readonly check: boolean;
};

/** Measures reads of a full inbox, and webhooks and polls into it, against the production build. */
export async function runInbox(report: Report, { threads, seconds, check }: InboxOptions): Promise<void> {
  const servers = await startMailServers();
  const mailbox: Record<string, string> = servers
    ? {
        CRM_CHANNEL_SUPPORT_IMAP_HOST: '127.0.0.1',
        CRM_CHANNEL_SUPPORT_IMAP_PORT: String(servers.imapPort),
        CRM_CHANNEL_SUPPORT_IMAP_TLS: 'none',
        CRM_CHANNEL_SUPPORT_IMAP_USER: POLLED,
        CRM_CHANNEL_SUPPORT_IMAP_PASSWORD: MAIL_PASSWORD,
      }
    : {};
  const history = { days: DAYS, threads, mailsPerThread: MAILS_PER_THREAD };
  try {
    const world = await seededWorld(report, history, { more: mailbox, search: true });
    await withServer(world, async (served) => {
      await untilIdle([served.server.pid]);
      if (check) await checkInboxReads(served, report);
      else await runInboxReads(served, report, seconds);
      const { nowMb, peakMb } = memoryOf(served.server.pid);
      report.line('weight', `rss-after=${nowMb} MB rss-peak=${peakMb} MB`, nowMb <= MOST_MB ? 'PASS' : 'FAIL');
      const rounds = check ? FEW_ROUNDS : ROUNDS;
      await runWebhooks(served, report, rounds.webhooks);
      if (servers) await runPoll(served, servers, report, rounds.polls);
      else report.line('poll', 'Dovecot is not installed', 'SKIP');
    });
  } finally {
    await servers?.close();
  }
}

/** Measures two inboxes side by side, one a hundred times as large as the other. */
export async function runInboxGrowth(report: Report, { growth, seconds }: InboxOptions): Promise<void> {
  const [few, many] = growth.map((threads) => ({ days: DAYS, threads, mailsPerThread: 1, bare: true }));
  if (!few || !many) return;
  const small = await seededWorld(report, few);
  const large = await seededWorld(report, many);
  await withServer(small, (one) =>
    withServer(large, async (other) => {
      await untilIdle([one.server.pid, other.server.pid]);
      await runGrowth(one, other, report, seconds);
    }),
  );
}

async function seededWorld(report: Report, history: History, given: Parameters<typeof openInboxWorld>[1] = {}) {
  const world = await openInboxWorld(history, given);
  const mails = history.threads * history.mailsPerThread;
  const text = `threads=${history.threads} mails=${mails} seconds=${world.seededSeconds.toFixed(1)}`;
  report.line('seed', text, 'INFO');
  return world;
}

/** Starts a server over a world for a part of the run, and ends both afterwards. */
async function withServer(world: InboxWorld, work: (served: Served) => Promise<void>): Promise<void> {
  try {
    const server = await startServer(world.folder, world.vars);
    const client = openClient(server.origin, CONNECTIONS * 2);
    try {
      await work({ world, server, client });
    } finally {
      client.close();
      await server.close();
    }
  } finally {
    await world.close();
  }
}
