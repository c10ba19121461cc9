import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChannelPoll } from '#lib/crm/schemas/processor.ts';
import { allCollections } from '#services/collections.ts';
import { openSqlite } from '#services/database/sqlite.ts';
import { isLong } from '#tests/support/form.ts';
import { type MailServers, missingMailServers, startMailServers } from '#tests/support/mail-servers.ts';
import { askingMail, subjectsIn } from '#tests/support/polling.ts';

/** The long form breaks a poll at every point, and kills a poll of a large mailbox. */
const points = isLong ? ['poll.after_fetch', 'poll.after_commit', 'poll.before_seen'] : ['poll.after_commit'];
const MAILS = Number(process.env.POLL_MAILS ?? 500);
const KILLED_AT = Math.floor(MAILS * 0.46);
const LEASE_GONE_MS = 10 * 60_000;
const script = join(import.meta.dirname, '../support/polling-worker.ts');
const isHere = missingMailServers().length === 0 || Boolean(process.env.CI);

let servers: MailServers | null = null;
let folder = '';
beforeAll(async () => {
  if (!isHere) return;
  servers = await startMailServers();
  folder = mkdtempSync(join(tmpdir(), 'poll-'));
});
afterAll(async () => {
  await servers?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

type Run = { readonly signal: string | null; readonly polls: readonly ChannelPoll[] };

async function poll(
  name: string,
  { at, ahead = 0 }: { readonly at?: string; readonly ahead?: number } = {},
): Promise<Run> {
  const args = [script, join(folder, `${name}.db`), String(servers?.imapPort), `${name}@example.test`, String(ahead)];
  const env = { ...process.env, ...(at && { FAULT_AT: at, FAULT_MODE: 'kill' }) };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  const [, signal] = await once(child, 'close');
  return { signal, polls: said === '' ? [] : JSON.parse(said) };
}

async function deliver(name: string, count: number): Promise<void> {
  const lmtp = createTransport({ lmtp: true, host: '127.0.0.1', port: servers?.lmtpPort, ignoreTLS: true, pool: true });
  const envelope = { from: 'asker@asker.test', to: `${name}@example.test` };
  for (let n = 1; n <= count; n++) await lmtp.sendMail({ envelope, raw: askingMail(n) });
  lmtp.close();
}

async function storedIn(name: string): Promise<readonly string[]> {
  const now = () => new Date();
  const data = openSqlite({ path: join(folder, `${name}.db`), collections: allCollections, now, log: () => undefined });
  try {
    return await subjectsIn(data);
  } finally {
    await data.close();
  }
}
const questions = (count: number) => Array.from({ length: count }, (_, n) => `Question ${n + 1}`).sort();

describe.skipIf(!isHere)('a killed poll', () => {
  it.each(points)('at %s loses and repeats no mail, and does not delay the next poll', async (point) => {
    const name = point.replace('.', '-');
    await deliver(name, 8);

    const died = await poll(name, { at: `${point}:4` });
    const next = await poll(name);

    expect(died.signal).toBe('SIGKILL');
    expect(next.polls.at(-1)).toMatchObject({ status: 'ok', remaining: 0 });
    expect(await storedIn(name)).toEqual(questions(8));
  });

  it.runIf(isLong)(`F4 leaves ${MAILS} mails stored once, beside a concurrent poll`, async () => {
    // The first poll of a mailbox reads only its newest two hundred mails.
    await poll('many');
    await deliver('many', MAILS);

    const dying = () => poll('many', { at: `poll.after_commit:${KILLED_AT}` });
    const [one, other] = await Promise.all([dying(), dying()]);
    await Promise.all([poll('many', { ahead: LEASE_GONE_MS }), poll('many', { ahead: LEASE_GONE_MS })]);
    await poll('many', { ahead: 2 * LEASE_GONE_MS });

    expect([one.signal, other.signal]).toContain('SIGKILL');
    expect(await storedIn('many')).toEqual(questions(MAILS));
  });
});
