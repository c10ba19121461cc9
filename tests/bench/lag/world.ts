import { randomBytes, randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lagVars, watchLag } from '#tests/bench/store/lag.ts';
import { makePerson, openWorld, shopVars, type Wanted } from '#tests/support/browser.ts';
import { putConversation, testConversation } from '#tests/support/conversations.ts';
import { type Call, openClient, type Reply } from '#tests/support/http-client.ts';
import { MAIL_PASSWORD, type MailServers, startMailServers } from '#tests/support/mail-servers.ts';
import { freePort, type Server, startServer } from '#tests/support/server.ts';
import type { Caller } from './field.ts';

export const MAILBOX = 'support@shop.test';

export type LagWorld = Awaited<ReturnType<typeof openLagWorld>>;

const anAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
const secret = () => randomBytes(32).toString('hex');

/**
 * Starts the production server over demo data with a probe in its event loop, and a real mailbox if Dovecot is
 * installed.
 */
export async function openLagWorld() {
  const folder = mkdtempSync(join(tmpdir(), 'plaza-lag-'));
  process.env.CARDGW_DEMO_PORT = String(await freePort());
  const secrets = { cron: secret(), webhook: secret() };
  // In production the mail servers run on another machine. Here they must not take processor time from the shop.
  const mails = await startMailServers({ niceness: 10 });
  const server = await startServer(folder, () => ({
    ...shopVars(folder),
    ...lagVars(folder),
    CRON_SECRET: secrets.cron,
    WEBHOOK_EMAIL_SECRET: secrets.webhook,
    LOG_LEVEL: 'error',
    ...mailboxVars(mails),
  }));
  const runtime = await openWorld(folder);
  const client = openClient(server.origin, 8);

  const openCaller = async (wanted: Wanted = {}): Promise<Caller> => {
    const person = await makePerson(runtime, wanted);
    const cookie = `${person.cookie.name}=${person.cookie.value}`;
    return { userId: person.ctx.user.id, cookie, from: anAddress() };
  };
  const { products } = JSON.parse((await client.call({ path: '/api/store/products?limit=3' })).body);
  return {
    productIds: (products as { id: string }[]).map(({ id }) => id),
    server,
    runtime,
    mails,
    secrets,
    ask: (call: Call): Promise<Reply> => client.call({ gzip: true, ...call }),
    openCaller,
    openTalk: async (one: Caller, other: Caller): Promise<string> => {
      const talk = testConversation([one.userId, other.userId], runtime.now());
      await putConversation(runtime, talk);
      return talk.id;
    },
    watch: () => watchLag([server], folder),
    close: async () => {
      client.close();
      await close(server, mails);
      await runtime.data.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function close(server: Server, mails: MailServers | null): Promise<void> {
  await server.close();
  await mails?.close();
}

const mailboxVars = (mails: MailServers | null): Readonly<Record<string, string>> => ({
  CRM_CHANNELS: 'support',
  CRM_CHANNEL_SUPPORT_ADDRESS: MAILBOX,
  ...(mails && {
    CRM_CHANNEL_SUPPORT_IMAP_HOST: '127.0.0.1',
    CRM_CHANNEL_SUPPORT_IMAP_PORT: String(mails.imapPort),
    CRM_CHANNEL_SUPPORT_IMAP_TLS: 'none',
    CRM_CHANNEL_SUPPORT_IMAP_USER: MAILBOX,
    CRM_CHANNEL_SUPPORT_IMAP_PASSWORD: MAIL_PASSWORD,
  }),
});
