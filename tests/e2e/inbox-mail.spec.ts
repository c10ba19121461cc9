import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImapFlow } from 'imapflow';
import { type ParsedMail, simpleParser } from 'mailparser';
import { createTransport } from 'nodemailer';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright/test';
import { makePerson, openWorld, shopVars } from '#tests/support/browser.ts';
import {
  MAIL_PASSWORD,
  type MailServers,
  missingMailServers,
  SMTP_LOGIN,
  startMailServers,
} from '#tests/support/mail-servers.ts';
import { freePort, type Server, startServer } from '#tests/support/server.ts';
import { long, looks } from './fixtures/form.ts';
import { button, holdFor, row, send } from './fixtures/inbox-page.ts';
import { expect, shoot, test, wear } from './fixtures/shop-test.ts';
import { expectSound } from './fixtures/sound.ts';

// The mails go through real servers: a customer's mail program, Exim, Dovecot, the product, and the same way back. In
// CI the servers must be installed; elsewhere their absence is reported.
const missing = missingMailServers();
test.skip(missing.length > 0 && !process.env.CI, `not installed: ${missing.join(', ')}`);
test.use({ refusals: [503] });

const CUSTOMER = 'nora.quist@example.test';
const folder = mkdtempSync(join(tmpdir(), 'plaza-mail-'));
let mail: MailServers;
let desk: Server;
test.beforeAll(async () => {
  const started = await startMailServers();
  if (!started) throw new Error('the mail servers are not here');
  mail = started;
  const cardPort = String(await freePort());
  desk = await startServer(folder, () => ({
    ...shopVars(folder),
    CARDGW_DEMO_PORT: cardPort,
    MAIL_LISTENER: 'inline',
    CRM_CHANNELS: 'support,sales',
    ...channelVars('SUPPORT', SMTP_LOGIN.password),
    ...channelVars('SALES', 'not-the-password'),
  }));
});
test.afterAll(async () => {
  await desk?.close();
  await mail?.close();
  rmSync(folder, { recursive: true, force: true });
});

const addressOf = (id: string): string => `${id.toLowerCase()}@example.test`;
const channelVars = (id: string, smtpPassword: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries({
      ADDRESS: addressOf(id),
      IMAP_HOST: '127.0.0.1',
      IMAP_PORT: String(mail.imapsPort),
      IMAP_TLS: 'implicit',
      IMAP_USER: addressOf(id),
      IMAP_PASSWORD: MAIL_PASSWORD,
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(mail.smtpPort),
      SMTP_USER: SMTP_LOGIN.user,
      SMTP_PASSWORD: smtpPassword,
      TLS_CA: mail.caPath,
    }).map(([field, value]) => [`CRM_CHANNEL_${id}_${field}`, value]),
  );

type Letter = { readonly to: string; readonly subject: string; readonly text: string; readonly references?: string };

/** Sends a mail of the customer through Exim, as a mail program does; returns its Message-ID. */
async function writeFrom(customer: string, letter: Letter): Promise<string> {
  const { user, password } = SMTP_LOGIN;
  const exim = createTransport({
    host: '127.0.0.1',
    port: mail.smtpPort,
    requireTLS: true,
    tls: { ca: mail.ca },
    auth: { user, pass: password },
  });
  const { messageId } = await exim.sendMail({ from: { name: 'Nora Quist', address: customer }, ...letter });
  return messageId;
}

/** Returns the mails in a user's mailbox. */
async function mailsOf(user: string): Promise<readonly ParsedMail[]> {
  const auth = { user, pass: MAIL_PASSWORD };
  const client = new ImapFlow({
    host: 'localhost',
    port: mail.imapsPort,
    secure: true,
    tls: { ca: mail.ca },
    auth,
    logger: false,
  });
  await client.connect();
  try {
    await client.mailboxOpen('INBOX');
    const uids = (await client.search({ all: true }, { uid: true })) || [];
    const mails: ParsedMail[] = [];
    for (const uid of uids) {
      const found = await client.fetchOne(String(uid), { source: true }, { uid: true });
      const source = found ? found.source : undefined;
      if (source) mails.push(await simpleParser(source));
    }
    return mails;
  } finally {
    await client.logout();
  }
}

type OpenBrowser = (options: BrowserContextOptions) => Promise<BrowserContext>;
async function openDesk(openBrowser: OpenBrowser): Promise<Page> {
  const world = await openWorld(folder);
  const { cookie } = await makePerson(world, { role: 'admin', name: 'Andrii Admin' });
  await world.data.close();
  const context = await openBrowser({ baseURL: desk.origin });
  await wear(context, cookie, desk.origin);
  const page = await context.newPage();
  await holdFor(page, 1);
  return page;
}

async function approveAndSend(page: Page): Promise<void> {
  await button(page, 'Approve').click();
  await expect(page.getByText('approved, not sent', { exact: true })).toBeVisible();
  await send(page);
}

test(
  'a customer’s mail appears by itself, and its proposed reply is edited, approved, sent and delivered',
  looks,
  async ({ openBrowser }) => {
    test.setTimeout(300_000);
    const page = await openDesk(openBrowser);
    await page.goto('/admin/inbox');
    const subject = 'Where is my order?';
    const asked = await writeFrom(CUSTOMER, {
      to: addressOf('SUPPORT'),
      subject,
      text: 'Hello,\n\nwhen will my order arrive? I have waited for two weeks.\n\nNora',
      references: '<an.earlier.one@example.test>',
    });

    // No button is pressed: the listener hears of the mail, and the page refreshes every 20 seconds.
    await expect(row(page, subject)).toContainText('unread', { timeout: 30_000 });
    await row(page, subject).click();
    await expect(page.getByRole('article', { name: /Nora Quist/ })).toContainText('I have waited for two weeks.');
    await expect(page.getByText('Template draft')).toBeVisible({ timeout: 30_000 });
    const text = page.getByRole('textbox', { name: `Reply to ${CUSTOMER}` });
    await expect(text).toHaveValue(/Nora/);
    await text.fill('Hello Nora,\n\nit was handed to the courier this morning — Вона вже їде.\n\nAndrii');
    await button(page, 'Save').click();
    await expect(page.getByText('version 2')).toBeVisible();
    await shoot(page, 'inbox-real-edited');
    await approveAndSend(page);
    await expect(page.getByRole('article', { name: /Sent by/ })).toContainText('handed to the courier this morning');
    await expect(page.getByRole('combobox', { name: 'Thread status' })).toHaveValue('waiting');

    await expect.poll(async () => (await mailsOf(CUSTOMER)).length, { timeout: 20_000 }).toBe(1);
    const [answer] = await mailsOf(CUSTOMER);
    expect(answer).toMatchObject({
      subject: `Re: ${subject}`,
      inReplyTo: asked,
      references: ['<an.earlier.one@example.test>', asked],
      messageId: expect.stringMatching(/^<d\.drf_[\w-]+@example\.test>$/),
    });
    expect(answer?.from?.value).toEqual([{ address: addressOf('SUPPORT'), name: 'Support' }]);
    expect(answer?.text).toContain('it was handed to the courier this morning — Вона вже їде.');
    expect(answer?.text).toContain('> when will my order arrive?');

    // The customer replies from there, into the same thread.
    await writeFrom(CUSTOMER, {
      to: addressOf('SUPPORT'),
      subject: `Re: ${subject}`,
      text: 'Thank you, it is here!',
      references: answer?.messageId ?? '',
    });
    await expect(page.getByRole('article').filter({ hasText: 'Thank you, it is here!' })).toBeVisible({
      timeout: 30_000,
    });
    await expectSound(page, 'inbox-real-thread');
  },
);

test(
  'a password refused by the outgoing server is shown on the thread and on the channels page',
  long,
  async ({ openBrowser }) => {
    test.setTimeout(300_000);
    const page = await openDesk(openBrowser);
    await writeFrom(CUSTOMER, { to: addressOf('SALES'), subject: 'A partnership', text: 'Shall we talk about it?' });
    await expect(async () => {
      await page.goto('/admin/inbox?channel=sales');
      await expect(row(page, 'A partnership')).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await row(page, 'A partnership').click();
    const text = page.getByRole('textbox', { name: /^Reply/ });
    await expect(async () => {
      if (await button(page, 'Write reply').isVisible()) await button(page, 'Write reply').click();
      await text.fill('Gladly.', { timeout: 1_000 });
    }).toPass();
    await page.getByRole('button', { name: /^Save( draft)?$/ }).click();
    await approveAndSend(page);
    await expect(page.getByRole('region', { name: `Email to ${CUSTOMER}` })).toContainText('rejected the login');

    await page.goto('/admin/inbox/channels');
    const cards = page.getByRole('list', { name: 'Channels' }).getByRole('listitem');
    const sales = cards.filter({ hasText: addressOf('SALES') });
    await expect(sales).toContainText('sending: login rejected');
    await expect(sales).toContainText('CRM_CHANNEL_SALES_SMTP_PASSWORD');
    await expect(sales).not.toContainText('not-the-password');
    await expect(cards.filter({ hasText: addressOf('SUPPORT') })).not.toContainText('rejected');
    await expectSound(page, 'inbox-channels-refused');
  },
);
