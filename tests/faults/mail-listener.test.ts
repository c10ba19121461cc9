import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { POST as act } from '#app/api/cron/email-processor/route.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { pollChannels } from '#lib/crm/mailboxes/processor.ts';
import { Locks } from '#lib/data/locks.ts';
import { serverEnvironment } from '#scripts/server-process.mjs';
import { allCollections } from '#services/collections.ts';
import { openSqlite } from '#services/database/sqlite.ts';
import { openImapMailbox } from '#services/mail/imap-mailbox.ts';
import { openMailTokens } from '#services/mail/mail-oauth.ts';
import { startMailListener } from '#services/run/mail-listener.ts';
import { call } from '#tests/support/call.ts';
import { testContext } from '#tests/support/context.ts';
import { MAIL_PASSWORD, startMailServers } from '#tests/support/mail-servers.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { askingMail, subjectsIn } from '#tests/support/polling.ts';
import { openRelay } from '#tests/support/relay.ts';

/**
 * How often a listener of these tests checks whether it is wanted, and a standby whether it is needed, in milliseconds.
 */
const LOOK_MS = 50;
/** Longer than a test: a close that takes this long has waited for a silent server. */
const STOP_MS = 600_000;
const script = join(import.meta.dirname, '../../services/run/listen.ts');

const servers = await startMailServers();
afterAll(() => servers?.close());
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

describe.skipIf(servers === null)('the listener', () => {
  if (servers === null) return;
  const { imapPort, imapsPort, lmtpPort, caPath } = servers;
  const lmtp = createTransport({ host: '127.0.0.1', port: lmtpPort, lmtp: true, ignoreTLS: true });
  let places = 0;

  type Place = { readonly folder: string; readonly user: string; readonly vars: Record<string, string> };
  /** Returns a fresh data folder and a fresh mailbox. */
  function openPlace(): Place {
    const folder = mkdtempSync(join(tmpdir(), 'listen-'));
    closers.push(() => rmSync(folder, { recursive: true, force: true }));
    const user = `listen-${process.pid}-${places++}@example.test`;
    const vars = {
      CRM_CHANNELS: 'support',
      CRM_CHANNEL_SUPPORT_ADDRESS: user,
      CRM_CHANNEL_SUPPORT_IMAP_HOST: '127.0.0.1',
      CRM_CHANNEL_SUPPORT_IMAP_PORT: String(imapsPort),
      CRM_CHANNEL_SUPPORT_IMAP_TLS: 'implicit',
      CRM_CHANNEL_SUPPORT_IMAP_USER: user,
      CRM_CHANNEL_SUPPORT_IMAP_PASSWORD: MAIL_PASSWORD,
      CRM_CHANNEL_SUPPORT_TLS_CA: caPath,
    };
    return { folder, user, vars };
  }

  /** Opens a second process over that folder, in that it shares only the store. */
  async function openHost({ folder, vars }: Place, more: Record<string, string> = {}) {
    let asked = 0;
    let lines = 0;
    const now = () => new Date();
    const data = openSqlite({ path: join(folder, 'plaza.db'), collections: allCollections, now, log: () => undefined });
    const imap = openImapMailbox(openMailTokens(now), { now });
    const ctx = await testContext({
      now: () => {
        asked += 1;
        return now();
      },
      data,
      mailbox: {
        ...imap,
        listen: (channel, events) => {
          lines += 1;
          return imap.listen(channel, events);
        },
      },
      vars: { ...vars, ...more, EMAIL_PROCESSOR_ALLOW_HTTP_START: 'true' },
    });
    installRuntime(ctx);
    const headers = { authorization: `Bearer ${ctx.env.CRON_SECRET}` };
    const say = async (action: 'status' | 'start' | 'stop') => {
      const { body } = await call(act, { headers, body: { action } });
      return 'listener' in body ? body.listener : null;
    };
    return {
      ctx,
      say,
      start: () => {
        const listener = startMailListener(ctx, { lookMs: LOOK_MS, stopMs: STOP_MS });
        closers.push(() => listener.close());
        return listener;
      },
      lines: () => lines,
      /** Resolves when the listener has read the store some more times. */
      untilLooked: async () => {
        const from = asked;
        await expect.poll(() => asked, PATIENCE).toBeGreaterThan(from + 5);
      },
      untilIs: (state: string) => expect.poll(async () => (await say('status'))?.state, PATIENCE).toBe(state),
      untilStored: (count: number) => expect.poll(async () => (await subjectsIn(data)).length, PATIENCE).toBe(count),
      lease: async () => (await data.get(Locks, 'mail-listener'))?.data.owner ?? null,
    };
  }

  const deliver = ({ user }: Place, n: number) =>
    lmtp.sendMail({ envelope: { from: 'asker@asker.test', to: user }, raw: askingMail(n) });

  /** Starts `npm run listen` over that folder. */
  function startProcess({ folder, vars }: Place) {
    const env = {
      ...serverEnvironment,
      ...process.env,
      NODE_ENV: 'production' as const,
      PLAZA_DEMO: '1',
      PLAZA_DATA_DIR: folder,
      ...vars,
    };
    const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    closers.push(() => end(child));
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
    });
    return { child, log: () => said, ended: once(child, 'exit') };
  }
  async function end(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  it('polls a mail when the server announces it, without waiting for its interval', async () => {
    const place = openPlace();
    const host = await openHost(place);
    host.start();
    await host.untilIs('running');

    // Without a message from the server, the connection is polled again only after five minutes. That is far beyond
    // this patience.
    for (let sent = 1; sent <= 3; sent++) {
      await deliver(place, sent);
      await host.untilStored(sent);
    }

    expect(host.lines()).toBe(1);
  });

  it('reports its true state: no host, running, stopped', async () => {
    const place = openPlace();
    const host = await openHost(place);

    expect(await host.say('status')).toMatchObject({ state: 'no_host', connections: [] });
    const listener = host.start();
    await host.untilIs('running');
    const since = (await host.say('status'))?.connections;
    await host.say('stop');
    await host.untilIs('stopped');
    const stopped = await host.say('status');
    await deliver(place, 1);
    await host.untilLooked();
    const unread = await subjectsIn(host.ctx.data);
    await host.say('start');
    await host.untilStored(1);
    await host.untilIs('running');
    await listener.close();

    expect(since).toMatchObject([{ channelId: 'support', state: 'idle' }]);
    expect(stopped).toMatchObject({ desired: 'stopped', connections: [] });
    expect(unread).toEqual([]);
    expect(await host.say('status')).toMatchObject({ desired: 'running', state: 'no_host', heartbeatAt: null });
  });

  it('reconnects after an outage of the server, and reads the mail that arrived meanwhile', async () => {
    const place = openPlace();
    const host = await openHost(place);
    host.start();
    await host.untilIs('running');

    await servers.stopDovecot();
    await host.untilIs('starting');
    const away = await host.say('status');
    const polled = await pollChannels(host.ctx, { force: true });
    await servers.startDovecot();
    await deliver(place, 1);

    await host.untilStored(1);
    await host.untilIs('running');
    expect(away?.connections).toMatchObject([
      { channelId: 'support', state: expect.stringMatching(/waiting|connecting/) },
    ]);
    expect(polled.channels).toMatchObject([{ status: 'unreachable' }]);
  });

  it('exits after SIGTERM and frees its lease at once', async () => {
    const place = openPlace();
    const host = await openHost(place);
    const { child, log, ended } = startProcess(place);
    await host.untilIs('running');
    await deliver(place, 1);
    await host.untilStored(1);

    child.kill('SIGTERM');
    const [code] = await ended;

    expect(code).toBe(0);
    expect(await host.say('status')).toMatchObject({ state: 'no_host', connections: [] });
    expect(await host.lease()).toBeNull();
    const events = log()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).msg ?? JSON.parse(line).event);
    expect(events).toEqual(expect.arrayContaining(['listener.started', 'listener.connected', 'listener.stopping']));
    expect(log()).not.toContain('@');
  });

  it('closes although the server stopped responding, at the greeting or later', async () => {
    for (const freezeAfter of [0, 1_500]) {
      const relay = await openRelay(`127.0.0.1:${imapPort}`, freezeAfter === 0 ? { freezeAfter } : {});
      closers.push(() => relay.close());
      const place = openPlace();
      const port = {
        CRM_CHANNEL_SUPPORT_IMAP_PORT: relay.host.split(':')[1] ?? '',
        CRM_CHANNEL_SUPPORT_IMAP_TLS: 'none',
      };
      const host = await openHost(place, port);
      const listener = host.start();
      await host.untilIs(freezeAfter === 0 ? 'starting' : 'running');
      relay.freeze();

      await listener.close();

      expect(await host.say('status')).toMatchObject({ state: 'no_host', connections: [] });
      expect(await host.lease()).toBeNull();
    }
  });

  it('runs in one process at a time, and another takes over at once when that process is killed', async () => {
    const place = openPlace();
    const second = await openHost(place);
    const first = startProcess(place);
    await second.untilIs('running');

    second.start();
    await second.untilLooked();
    const linesBeside = second.lines();
    first.child.kill('SIGKILL');
    await first.ended;
    await expect.poll(() => second.lines(), PATIENCE).toBe(1);
    await second.untilIs('running');
    await deliver(place, 1);
    await second.untilStored(1);

    expect(linesBeside).toBe(0);
  });
});
