import { readFileSync } from 'node:fs';
import type { Locator, Page, Route } from 'playwright/test';
import { systemContext } from '#lib/context/context.ts';
import { newId } from '#lib/core/ids.ts';
import { HOUR_MS } from '#lib/core/time.ts';
import { createDraft } from '#lib/crm/drafts/drafts.ts';
import { approveDraft } from '#lib/crm/drafts/review/review-draft.ts';
import { quarantineMail } from '#lib/crm/mailboxes/dead-letters.ts';
import { MailParseError } from '#lib/mail/ports.ts';
import { receive } from '#tests/support/inbox.ts';
import { spoilRow } from '#tests/support/spoil-row.ts';
import { long } from './fixtures/form.ts';
import { button, called, expectAnnounced, noProposal, reply, row } from './fixtures/inbox-page.ts';
import { expect, test } from './fixtures/shop-test.ts';
import { watchScripts } from './fixtures/watch-scripts.ts';

const editor = (page: Page) => page.getByRole('textbox', { name: /^Reply to/ });
/** Types a reply once the page responds to input. */
const type = (page: Page, text: string) =>
  expect(async () => {
    await editor(page).fill(text);
    await expect(editor(page)).toHaveValue(text, { timeout: 1000 });
    await expect(button(page, 'Save')).toBeVisible({ timeout: 1000 });
  }).toPass();

const LOOK = { timeout: 500 };
/** Moves the page's clock forward until this holds for its notice. Between two timers the page makes a real request. */
const untilClockShows = (page: Page, holds: (notice: Locator) => Promise<void>) =>
  expect(async () => {
    await page.clock.runFor(3_000);
    await holds(page.getByText('The server is not responding'));
  }).toPass();

test.describe('a failed page', () => {
  test.use({ refusals: [500] });

  for (const what of ['thread', 'list'] as const)
    test(`shows the error and a reference, and loads on retry: ${what}`, async ({ page, world, server, signInAs }) => {
      const subject = called('A page that fails');
      const { threadId } = await receive(world, { subject, text: 'Hello', headers: noProposal });
      await signInAs({ role: 'admin' });
      const mend = spoilRow(server.folder, 'email_threads', threadId);
      await page.goto(what === 'thread' ? `/admin/inbox/${threadId}` : '/admin/inbox');

      await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
      await expect(page.getByText(/^Reference: /)).toBeVisible();

      mend();
      await button(page, 'Try again').click();
      await expect(row(page, subject)).toBeVisible();
      if (what === 'thread') await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible();
    });
});

test.describe('a server that is down', () => {
  test.use({ refusals: [500, 503] });

  test('loses no typed text, and the page continues by itself afterwards', async ({ page, world, signInAs }) => {
    const admin = await signInAs({ role: 'admin' });
    const { threadId } = await receive(world, { subject: called('Away'), text: 'Hello', headers: noProposal });
    await createDraft(admin.ctx, threadId, 'Hello Nora.');
    await page.clock.install();
    const scripts = watchScripts(page);
    await page.goto(`/admin/inbox/${threadId}`);
    await type(page, 'Hello Nora, and more.');
    // Parts of the page that have not arrived yet would be missing for good.
    await scripts.untilLoaded();
    await page.route('**/*', (route) => route.abort());
    await button(page, 'Save').click();
    await expect(reply(page)).toContainText('It may or may not have worked');
    await untilClockShows(page, (notice) => expect(notice).toBeVisible(LOOK));
    await expect(editor(page)).toHaveValue('Hello Nora, and more.');

    await page.unroute('**/*');
    await untilClockShows(page, (notice) => expect(notice).toHaveCount(0, LOOK));
    await page.reload();
    await expect(editor(page)).toHaveValue('Hello Nora, and more.');
    await button(page, 'Save').click();
    await expect(page.getByText('version 2')).toBeVisible();
  });

  test(
    'or silent during a send is reported, and the same button works later',
    long,
    async ({ page, world, signInAs }) => {
      const admin = await signInAs({ role: 'admin' });
      const { threadId } = await receive(world, { subject: called('Fails'), text: 'Hello', headers: noProposal });
      const { id } = await createDraft(admin.ctx, threadId, 'Hello Nora.');
      await approveDraft(admin.ctx, id, {});
      await page.clock.install();
      await page.goto(`/admin/inbox/${threadId}`);
      await button(page, 'Send…').click();
      const dialog = page.getByRole('dialog', { name: 'Send this email?' });
      await dialog.getByRole('button', { name: 'Change recipient or subject' }).click();
      await dialog.getByRole('textbox', { name: 'Subject' }).fill('Another subject');
      await page.route('**/drafts/*/send', (route) => route.fulfill({ status: 500, body: 'broken' }));
      await dialog.getByRole('button', { name: 'Send now' }).click();
      await expect(dialog).toContainText('The server made an error, which has been logged.');

      await page.unroute('**/drafts/*/send');
      const silent = Promise.withResolvers<Route>();
      await page.route('**/drafts/*/send', (route) => silent.resolve(route));
      await dialog.getByRole('button', { name: 'Send now' }).click();
      await expect(dialog.getByRole('button', { name: 'Sending…' })).toBeVisible();
      await page.clock.runFor(31_000);
      await expect(dialog).toContainText('No response from the server. It may or may not have worked');

      // A request that is released without a response would still reach the server.
      await (await silent.promise).abort();
      await page.unroute('**/drafts/*/send');
      await expect(dialog.getByRole('textbox', { name: 'Subject' })).toHaveValue('Another subject');
      await dialog.getByRole('button', { name: 'Send now' }).click();
      await expect(dialog).toBeHidden();
      await button(page, 'Undo send').first().click();
      await expect(page.getByRole('region', { name: /^Email to/ })).toContainText('Undone. Nothing was sent');
    },
  );

  test('moves no thread, and the page shows the thread with the reason', long, async ({ page, world, signInAs }) => {
    const subject = called('Stays');
    await receive(world, { subject, text: 'Hello', headers: noProposal });
    await signInAs({ role: 'admin' });
    await page.goto('/admin/inbox?status=new');
    await page.route('**/api/admin/email/threads', (route) => route.fulfill({ status: 500, body: 'broken' }));
    await row(page, subject).focus();
    await page.keyboard.press('e');

    await expect(page.getByRole('region', { name: 'Not done' })).toContainText('was not moved');
    await expect(row(page, subject)).toBeVisible();
  });
});

test('typed text is kept while another thread is open', async ({ page, world, signInAs }) => {
  const admin = await signInAs({ role: 'admin' });
  const [one, other] = [called('Typed here'), called('Typed there')];
  const { threadId } = await receive(world, { subject: one, text: 'Hello', headers: noProposal });
  const second = await receive(world, { subject: other, text: 'Hello', headers: noProposal });
  await createDraft(admin.ctx, second.threadId, 'Hello Nora.');
  await page.goto(`/admin/inbox/${threadId}?q=Typed`);
  // A key pressed before the page is awake does nothing.
  await expect(async () => {
    await page.keyboard.press('r');
    await page.getByRole('textbox', { name: 'Reply' }).fill('Half a reply', { timeout: 2_000 });
  }).toPass();
  await row(page, other).click();
  await editor(page).fill('Hello Nora, and more.');
  await button(page, 'Compare with the saved text').click();
  await expect(page.getByRole('region', { name: 'Changes compared with the saved text' })).toContainText('and more');
  await row(page, one).click();

  await expect(page.getByRole('textbox', { name: 'Reply' })).toHaveValue('Half a reply');
  await button(page, 'Discard').click();
  await row(page, other).click();
  await expect(editor(page)).toHaveValue('Hello Nora, and more.');
});

test('an unreadable mail is retried, and appears once it can be read', async ({ page, world, signInAs }) => {
  const ctx = systemContext(world, newId('request'));
  const [bad, good] = [called('Never'), called('At last')];
  const mail = { from: 'scanner@example.test', to: 'demo@plaza.test', bodyText: '', messageId: `<${bad}@x.test>` };
  const keep = (subject: string, date: string, messageId: string) =>
    quarantineMail(ctx, {
      ...{ channelId: 'demo', via: 'webhook', uid: 0, uidValidity: null, attempts: 3 },
      raw: Buffer.from(JSON.stringify({ ...mail, subject, date, messageId })),
      error: new MailParseError('BadDate'),
    });
  await keep(bad, 'the day before', `<${newId('request')}@x.test>`);
  await keep(good, new Date(world.now().getTime() - 5 * HOUR_MS).toISOString(), `<${newId('request')}@x.test>`);
  await signInAs({ role: 'admin' });
  await page.goto('/admin/inbox/dead-letters');
  const letter = (subject: string) => page.getByRole('row').filter({ hasText: subject });
  await letter(bad).getByRole('button', { name: 'Try again' }).click();
  await expect(letter(bad)).toContainText('It failed again');
  await letter(good).getByRole('button', { name: 'Try again' }).click();
  await letter(good).getByRole('link', { name: 'View thread' }).click();

  await expect(page.getByRole('heading', { level: 1, name: good })).toBeVisible();
});

test('all data of a contact can be exported, and erased by typing the address', async ({ page, world, signInAs }) => {
  const email = `${newId('request').toLowerCase().replace('_', '-')}@example.test`;
  const { threadId } = await receive(world, {
    subject: called('To forget'),
    from: `Ola <${email}>`,
    text: 'My secret',
  });
  await signInAs({ role: 'admin' });
  await page.goto(`/admin/inbox/contacts?email=${email}`);
  const card = page.getByRole('listitem').filter({ hasText: email });
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('link', { name: 'Export' }).click(),
  ]);
  expect(readFileSync(await saved.path(), 'utf8')).toContain('My secret');

  await card.getByRole('button', { name: 'Erase…' }).click();
  const dialog = page.getByRole('dialog', { name: `Erase ${email}` });
  await dialog.getByRole('textbox').fill('ola@example.test');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText(`Type ${email}`);
  await dialog.getByRole('textbox').fill(email);
  await page.keyboard.press('Enter');
  await expectAnnounced(page, 'Erased: 1 email in 1 thread');
  await expect(card).toHaveCount(0);

  await page.goto(`/admin/inbox/${threadId}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Erased conversation' })).toBeVisible();
  await expect(page.getByText('My secret')).toHaveCount(0);
  await expect(button(page, 'Write reply')).toHaveCount(0);
  await expect(button(page, 'New task…')).toHaveCount(0);
  await expect(page.getByRole('link', { name: /no subject/ })).toHaveCount(0);
});

test(
  'remote images are not loaded until requested, and never by the page itself',
  long,
  async ({ page, world, signInAs }) => {
    const asked: string[] = [];
    page.on('request', (request) => !request.url().startsWith('data:') && asked.push(request.url()));
    const { threadId, messageId } = await receive(world, {
      subject: called('Pictures'),
      text: 'Look',
      html: '<p>Look</p><img src="https://tracker.test/p.gif" alt="A pixel"><img src="https://tracker.test/q.gif">',
    });
    await signInAs({ role: 'admin' });
    await page.goto(`/admin/inbox/${threadId}`);
    await button(page, 'Show formatting').click();
    await expect(page.frameLocator('iframe').getByText('Look')).toBeVisible();
    const path = `/api/admin/email/messages/${messageId}/html?images=remote`;
    expect(asked.filter((url) => url.endsWith(path))).toEqual([]);
    await button(page, 'Load 2 remote images').click();

    await expect(page.getByText('0 of 2 remote images loaded, 2 blocked or unavailable').first()).toBeVisible();
    const { origin } = new URL(page.url());
    expect(asked.filter((url) => url.endsWith(path))).toHaveLength(1);
    expect(asked.filter((url) => !url.startsWith(origin))).toEqual([]);
  },
);
