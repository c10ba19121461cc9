import type { Page } from 'playwright/test';
import { createDraft } from '#lib/crm/drafts/drafts.ts';
import { receive } from '#tests/support/inbox.ts';
import { long, looks } from './fixtures/form.ts';
import { button, called, holdFor, noProposal, reply, row } from './fixtures/inbox-page.ts';
import { expect, shoot, test } from './fixtures/shop-test.ts';
import { expectSound, NARROWEST, settled, widthOf } from './fixtures/sound.ts';

test.describe('the inbox', () => {
  test.use({ refusals: [401, 403, 404] });

  test('is closed to guests and shoppers, and responds with 404 for a missing thread', async ({ page, signInAs }) => {
    for (const path of ['/admin/inbox', '/admin/inbox/drafts', '/admin/inbox/thr_none'])
      expect((await page.goto(path))?.status(), path).toBe(401);
    await signInAs({ role: 'member' });
    for (const path of ['/admin/inbox', '/admin/inbox/analytics', '/admin/inbox/thr_none'])
      expect((await page.goto(path))?.status(), path).toBe(403);
    await signInAs({ role: 'admin' });
    for (const path of ['/admin/inbox/thr_none', '/admin/inbox/a%2Fb'])
      expect((await page.goto(path))?.status(), path).toBe(404);
    expect((await page.goto('/admin/inbox?status=lost&channel=none&cursor=x'))?.status()).toBe(200);
  });

  test('shows a thread’s newest mails for an invalid cursor', long, async ({ page, world, signInAs }) => {
    const subject = called('A place that is none');
    const { threadId } = await receive(world, { subject, text: 'Hello', headers: noProposal });
    await signInAs({ role: 'admin' });

    expect((await page.goto(`/admin/inbox/${threadId}?before=bad`))?.status()).toBe(200);

    await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible();
  });
});

test('an admin reads a mail, writes a reply, approves it and sends it, in separate steps', async ({
  page,
  world,
  signInAs,
}) => {
  const subject = called('A question about delivery');
  await receive(world, {
    subject,
    from: 'Nora Quist <nora.quist@example.test>',
    text: 'Hello,\nwhen does my parcel come?\n\nNora\n\nOn Mon, 2 Mar 2026 at 10:12, Plaza <demo@plaza.test> wrote:\n> An older mail of yours\n> with two lines',
  });
  await signInAs({ role: 'admin', name: 'Andrii Admin' });
  await page.goto('/admin/orders');
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Inbox' }).click();

  await expect(row(page, subject)).toContainText('unread');
  await row(page, subject).click();
  await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible();
  const mail = page.getByRole('article', { name: /Nora Quist/ });
  await expect(mail).toContainText('when does my parcel come?');
  await expect(mail.getByText('An older mail of yours')).toHaveCount(0);
  await mail.getByRole('button', { name: 'Show quoted text' }).click();
  await expect(mail.getByText('An older mail of yours')).toBeVisible();
  await expect(row(page, subject)).not.toContainText('unread');

  await takeOverDraft(page);
  await button(page, 'Save draft').click();
  await expect(reply(page).getByText('waiting for approval', { exact: true })).toBeVisible();
  await button(page, 'Approve').click();
  await expect(reply(page).getByText('approved, not sent')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await button(page, 'Send…').click();
  const dialog = page.getByRole('dialog', { name: 'Send this email?' });
  await expect(dialog).toContainText('nora.quist@example.test');
  await expect(dialog).toContainText('Best wishes');
  await shoot(page, 'inbox-send');
  await page.keyboard.press('Enter'); // the focus is not on the button that sends
  await expect(dialog).toBeHidden();
  await holdFor(page, 1);
  await button(page, 'Send…').click();
  await dialog.getByRole('button', { name: 'Send now' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('article', { name: /Sent by/ })).toContainText('It is on its way.');
  await expect(page.getByRole('combobox', { name: 'Thread status' })).toHaveValue('waiting');

  await page.goto('/dev/mailbox');
  const caught = page.getByRole('article').filter({ hasText: subject });
  await expect(caught).toContainText('nora.quist@example.test');
  await expect(caught).toHaveCount(1);
});

/** Writes a reply by hand, replacing a draft that the shop may have proposed meanwhile. */
async function takeOverDraft(page: Page): Promise<void> {
  await expect(async () => {
    if (await button(page, 'Reject…').isVisible()) {
      await button(page, 'Reject…').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click();
    }
    await expect(button(page, 'Write reply')).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await button(page, 'Write reply').click();
  await page.getByRole('textbox', { name: 'Reply' }).fill('Hello Nora,\n\nIt is on its way.\n\nBest wishes\nPlaza');
}

test('a thread is resolved and reopened by keyboard, and no shortcut fires in a field', async ({
  page,
  world,
  signInAs,
}) => {
  const [older, newer] = [called('Keys, the older one'), called('Keys, the newer one')];
  await receive(world, { subject: older, text: 'First', hoursAgo: 0.02 });
  await receive(world, { subject: newer, text: 'Second', hoursAgo: 0.01 });
  await signInAs({ role: 'admin' });
  await page.goto('/admin/inbox?q=Keys');
  await expect(row(page, newer)).toBeVisible();

  const search = page.getByRole('searchbox', { name: 'Search threads' });
  // A key pressed before the page is awake does nothing.
  const untilAwake = () =>
    expect(async () => {
      await page.keyboard.press('/');
      await expect(search).toBeFocused({ timeout: 1_000 });
    }).toPass();
  await untilAwake();
  await search.press('End');
  await search.press('e');
  await expect(search).toHaveValue('Keyse');
  await search.fill('Keys');
  await page.goto('/admin/inbox?status=new');
  await expect(row(page, newer)).toBeVisible();
  await untilAwake();
  await search.blur();

  await page.keyboard.press('j');
  await expect(row(page, newer)).toBeFocused();
  await page.keyboard.press('j');
  await expect(row(page, older)).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('e');
  await expect(row(page, newer)).toHaveCount(0);
  await expect(row(page, older)).toBeFocused();
  const undo = page.getByRole('region', { name: 'Undo' });
  await expect(undo).toContainText('is now resolved');
  await undo.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(row(page, newer)).toBeVisible();

  await row(page, older).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: older })).toBeFocused();
  await page.keyboard.press('t');
  const task = page.getByRole('dialog', { name: 'New task' });
  await task.getByRole('textbox', { name: 'Task' }).fill('Call back');
  await page.keyboard.press('Enter');
  await expect(task).toBeHidden();
  await expect(page.getByRole('region', { name: 'Tasks' })).toContainText('Call back');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('u');
  await expect(page).toHaveURL(/\/admin\/inbox\?status=new$/);
  await expect(row(page, older)).toBeFocused();
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await expect(page).toHaveURL(/\/admin\/inbox\/drafts$/);
});

test.describe('two people editing one draft', () => {
  test.use({ refusals: [409] });

  test('see both texts, and no typed text is lost', looks, async ({ page, world, signInAs, openBrowser, baseURL }) => {
    const { threadId } = await receive(world, {
      subject: called('Two at once'),
      text: 'Is it there?',
      headers: ['Precedence: list', 'List-Id: a <a.list.test>'],
    });
    const admin = await signInAs({ role: 'admin', name: 'Andrii Admin' });
    await createDraft(admin.ctx, threadId, 'Hello, it is there.');
    const context = await openBrowser();
    await context.addCookies(await page.context().cookies(baseURL));
    const other = await context.newPage();
    await page.goto(`/admin/inbox/${threadId}`);
    await other.goto(`/admin/inbox/${threadId}`);

    const mine = page.getByRole('textbox', { name: /^Reply to/ });
    const theirs = other.getByRole('textbox', { name: /^Reply to/ });
    await theirs.fill('Hello, it has been sold.');
    await button(other, 'Save').click();
    await expect(other.getByText('version 2')).toBeVisible();
    await mine.fill('Hello, it is still there for you.');
    await button(page, 'Save').click();

    const versions = page.getByRole('region', { name: 'Two versions' });
    await expect(versions.getByRole('region', { name: 'Yours' })).toContainText('it is still there for you');
    await expect(versions.getByRole('region', { name: 'Theirs, version 2' })).toContainText('it has been sold');
    await expectSound(page, 'inbox-conflict');
    await page.setViewportSize({ width: 1280, height: 800 });
    await button(page, 'Save mine').click();
    await expect(mine).toHaveValue('Hello, it is still there for you.');
    await expect(page.getByText('version 3')).toBeVisible();
  });
});

test(
  'a formatted mail runs and loads nothing, and its plain text is shown first',
  long,
  async ({ page, world, signInAs }) => {
    const asked: string[] = [];
    page.on('request', (request) => !request.url().startsWith('data:') && asked.push(request.url()));
    page.on('dialog', () => asked.push('dialog'));
    const { threadId } = await receive(world, {
      subject: called('Formatted'),
      text: 'Plain words',
      html: '<p onclick="alert(1)">Formatted <b>words</b></p><script>alert(2)</script><img src="https://tracker.test/p.gif"><img src="https://tracker.test/q.gif" onerror="alert(3)">',
    });
    await signInAs({ role: 'admin' });
    await page.goto(`/admin/inbox/${threadId}`);
    await expect(page.getByText('Plain words').last()).toBeVisible();

    await button(page, 'Show formatting').click();
    const frame = page.frameLocator('iframe');
    await expect(frame.getByText('Formatted words')).toBeVisible();
    await expect(button(page, 'Load 2 remote images')).toBeVisible();

    const { origin } = new URL(page.url());
    expect(asked.filter((url) => !url.startsWith(origin))).toEqual([]);
    await expect(page.locator('iframe')).toHaveAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox');
  },
);

test(
  'the inbox shows one pane at a time on a phone, and no page is wider than the screen',
  long,
  async ({ page, world, signInAs }) => {
    const subject = called('Somewhat-long-subject-that-nothing-can-break-anywhere-in-the-middle-of-it');
    const { threadId } = await receive(world, { subject, text: `https://plaza.test/${'a'.repeat(200)}` });
    await signInAs({ role: 'admin' });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/admin/inbox');
    await expect(row(page, subject)).toBeVisible();
    await row(page, subject).click();

    await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible();
    await expect(row(page, subject)).toBeHidden();
    await button(page, 'Details').click();
    const side = page.getByRole('complementary', { name: 'About this thread' });
    await expect(side).toBeVisible();
    await settled(page);
    await shoot(page, 'inbox-drawer-360');
    await side.getByRole('button', { name: 'Close' }).click();
    await expect(side).toBeHidden();
    for (const path of [
      '',
      `/${threadId}`,
      '/drafts',
      '/tasks',
      '/contacts',
      '/channels',
      '/analytics',
      '/dead-letters',
    ]) {
      await page.setViewportSize({ width: NARROWEST, height: 640 });
      await page.goto(`/admin/inbox${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
      expect(await widthOf(page), path).toBeLessThanOrEqual(NARROWEST);
    }
  },
);

for (const [name, path] of [
  ['inbox', ''],
  ['inbox-nothing-found', '?q=qqqqqqqqqq'],
  ['inbox-drafts', '/drafts'],
  ['inbox-tasks', '/tasks'],
  ['inbox-contacts', '/contacts'],
  ['inbox-channels', '/channels'],
  ['inbox-analytics', '/analytics?range=30d'],
  ['inbox-dead-letters', '/dead-letters'],
] as const)
  test(`${name} is sound`, async ({ page, signInAs }) => {
    await signInAs({ role: 'admin' });
    await page.goto(`/admin/inbox${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await expect(page.locator('[aria-busy="true"], .skeleton')).toHaveCount(0);

    await expectSound(page, name);
  });

test('a thread is sound, with its draft, its tasks and its dialogs', async ({ page, world, signInAs }) => {
  const { threadId } = await receive(world, {
    subject: called('A sound thread'),
    from: 'Somebody With A Long Name <somebody-with-a-long-address-that-nothing-can-break@example.test>',
    headers: ['Reply-To: Else <else@other.test>', 'Precedence: list', 'List-Id: a <a.list.test>'],
    text: 'Hello\n\n> quoted\n\nSee https://plaza.test and write to me@example.test',
  });
  const admin = await signInAs({ role: 'admin' });
  await createDraft(admin.ctx, threadId, 'Dear [name],\n\nsee https://elsewhere.test/x\n\nPlaza');
  await page.goto(`/admin/inbox/${threadId}`);
  await expect(page.getByText('Placeholders to fill in:')).toBeVisible();
  await expectSound(page, 'inbox-thread');

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectSound(page, 'inbox-keys');
});
