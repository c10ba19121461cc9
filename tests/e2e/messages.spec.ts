import type { Page, Route } from 'playwright/test';
import { fill } from '#lib/i18n/fill.ts';
import { createConversation } from '#lib/messaging/conversations/create-conversation.ts';
import { sendMessage } from '#lib/messaging/messages/send-message.ts';
import { sendMessage as sendInput } from '#lib/messaging/schemas/message-input.ts';
import { makePerson, type Person } from '#tests/support/browser.ts';
import { looks } from './fixtures/form.ts';
import { expect, test, wear } from './fixtures/shop-test.ts';
import { expectSound } from './fixtures/sound.ts';
import { words } from './fixtures/words.ts';

const { messages: texts, messageProblems, shell } = words.en;

const log = (page: Page) => page.getByRole('log');
const box = (page: Page, name: string) => page.getByRole('textbox', { name: fill(texts.writeTo, { name }, 'en') });
const row = (page: Page, name: string) =>
  page.getByRole('list', { name: texts.conversations }).getByRole('link', { name: new RegExp(`^${name}`) });
const link = (page: Page, count: number) =>
  page.getByRole('banner').getByRole('link', { name: fill(shell.messages, { count }, 'en'), exact: true });

async function write(page: Page, to: string, text: string): Promise<void> {
  await box(page, to).fill(text);
  await box(page, to).press('Enter');
}

const say = (from: Person, id: string, content: string) =>
  sendMessage(from.ctx, id, sendInput.parse({ content }), undefined);

async function groupOf(owner: Person, groupName: string, ...others: Person[]): Promise<string> {
  const participantIds = others.map(({ ctx }) => ctx.user.id);
  const made = await createConversation(
    owner.ctx,
    { type: 'group', participantIds, metadata: { groupName } },
    undefined,
  );
  return made.conversation.id;
}

async function directOf(one: Person, other: Person): Promise<string> {
  const made = await createConversation(one.ctx, { type: 'direct', participantIds: [other.ctx.user.id] }, undefined);
  return made.conversation.id;
}

test.describe('two people in two browsers', () => {
  test.use({ refusals: [500] });

  test('write to each other, see typing and read marks, and lose nothing on a bad network', async ({
    page,
    context,
    world,
    openBrowser,
    signInAs,
    baseURL,
  }) => {
    const ann = await signInAs({ name: 'Ann Smith' });
    const bob = await makePerson(world, { name: 'Bob Brown' });
    const id = await directOf(ann, bob);
    const browser = await openBrowser();
    await wear(browser, bob.cookie, baseURL);
    const other = await browser.newPage();

    // Bob is on another page; the sign in the header tells him of the message and leads him there.
    await other.goto('/products');
    await expect(link(other, 0)).toBeVisible();
    await page.goto(`/messages/${id}`);
    await write(page, 'Bob Brown', 'Hello Bob, see https://plaza.test/x');
    await expect(log(page).getByText('Hello Bob')).toHaveCount(1);
    await expect(log(page).getByText(texts.sent)).toBeVisible();
    await expect(link(other, 1)).toBeVisible();
    await link(other, 1).click();
    await row(other, 'Ann Smith').click();
    await expect(log(other).getByRole('link', { name: 'https://plaza.test/x' })).toHaveAttribute('rel', /nofollow/);
    await expect(log(page).getByText(texts.read)).toBeVisible();
    await expect(link(other, 0)).toBeVisible();

    await box(other, 'Ann Smith').pressSequentially('Hi');
    await expect(page.getByText(fill(texts.typing1, { name: 'Bob Brown' }, 'en'))).toBeVisible();
    await box(other, 'Ann Smith').press('Enter');
    await expect(log(page).getByText('Hi', { exact: true })).toBeVisible();
    await expect(page.getByText(fill(texts.typing1, { name: 'Bob Brown' }, 'en'))).toHaveCount(0);

    // The Up key in an empty box edits the last message. A refusal by the server is shown, and the text stays to be
    // saved.
    const refuseChange = (route: Route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 500, json: { error: 'InternalServerError', message: 'x', statusCode: 500 } })
        : route.continue();
    await page.route(`**/api/conversations/${id}/messages/*`, refuseChange);
    await box(page, 'Bob Brown').press('ArrowUp');
    await expect(box(page, 'Bob Brown')).toHaveValue(/^Hello Bob/);
    await write(page, 'Bob Brown', 'Hello again');
    await expect(page.getByRole('alert').getByText(messageProblems.other)).toBeVisible();
    await expect(box(page, 'Bob Brown')).toHaveValue('Hello again');
    await expect(log(page).getByText('Hello Bob')).toBeVisible();
    await page.unroute(`**/api/conversations/${id}/messages/*`);
    await box(page, 'Bob Brown').press('Enter');
    await expect(log(other).getByText('Hello again')).toBeVisible();
    await expect(page.getByText(messageProblems.other)).toHaveCount(0);
    await expect(box(page, 'Bob Brown')).toHaveValue('');

    // Without a network two messages wait, even over a reload. Any page sends them later, once and in order.
    await context.setOffline(true);
    await write(page, 'Bob Brown', 'First of two');
    await write(page, 'Bob Brown', 'Second of two');
    await expect(log(page).getByText(texts.waiting)).toHaveCount(2);
    let tries = 0;
    await page.route(`**/api/conversations/${id}/messages`, (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      tries += 1;
      return route.abort();
    });
    await context.setOffline(false);
    await page.reload();
    await expect(log(page).getByText(/of two$/)).toHaveText(['First of two', 'Second of two']);
    await page.goto('/products');
    await expect(
      page.getByRole('banner').getByRole('link', { name: fill(shell.messagesWaiting, { count: 2 }, 'en') }),
    ).toBeVisible();
    expect(tries).toBeGreaterThan(1);
    await expect(log(other).getByText(/of two$/)).toHaveCount(0);
    await page.unroute(`**/api/conversations/${id}/messages`);
    await expect(log(other).getByText(/of two$/)).toHaveText(['First of two', 'Second of two']);
    await expect(link(page, 0)).toBeVisible();
    await page.goto(`/messages/${id}`);
    await expect(log(page).getByText(/of two$/)).toHaveText(['First of two', 'Second of two']);

    // The page repeats the send under the same key after a server error.
    let refused = 0;
    const keys = new Set<unknown>();
    await page.route(`**/api/conversations/${id}/messages`, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      keys.add((route.request().postDataJSON() as { clientMessageId: string }).clientMessageId);
      refused += 1;
      if (refused > 1) return route.continue();
      return route.fulfill({ status: 500, json: { error: 'InternalServerError', message: 'x', statusCode: 500 } });
    });
    await write(page, 'Bob Brown', 'After trouble');
    await expect(log(other).getByText('After trouble')).toHaveCount(1);
    expect([refused, keys.size]).toEqual([2, 1]);
    await page.unroute(`**/api/conversations/${id}/messages`);
  });
});

test(
  'a group is found, opened at the first unread message, answered and marked unread, also on a phone',
  looks,
  async ({ page, world, signInAs }) => {
    const ann = await signInAs({ name: 'Ann Smith' });
    const [bob, eve] = [await makePerson(world, { name: 'Bob Brown' }), await makePerson(world, { name: 'Eve Gray' })];
    const id = await groupOf(ann, 'Sunday market', bob, eve);
    await directOf(ann, eve);
    for (let at = 1; at <= 80; at += 1) await say(at % 2 ? bob : eve, id, `Line ${at}`);

    await page.goto('/messages');
    await page.getByRole('searchbox', { name: texts.searchByName }).fill('sunday');
    await expect(row(page, 'Eve Gray')).toHaveCount(0);
    await expect(page).toHaveURL(/\?q=sunday$/);
    await expectSound(page, 'messages');

    await page.setViewportSize({ width: 390, height: 800 });
    await row(page, 'Sunday market').click();
    await expect(page.getByText(texts.newMessages, { exact: true })).toBeInViewport();
    await expect(row(page, 'Sunday market')).toBeHidden();
    await page.getByRole('button', { name: /Go to latest|new messages/ }).click();
    await expect(log(page).getByText('Line 80', { exact: true })).toBeInViewport();

    const last = log(page).getByRole('article').filter({ hasText: 'Line 80' });
    await last.getByRole('button', { name: /^Actions/ }).click();
    await page.getByRole('button', { name: fill(texts.reactWith, { emoji: '🎉' }, 'en') }).click();
    await expect(last.getByRole('button', { name: '🎉 1: You' })).toHaveAttribute('aria-pressed', 'true');
    await last.getByRole('button', { name: /^Actions/ }).click();
    await page.getByRole('button', { name: texts.reply, exact: true }).click();
    await write(page, 'Sunday market', 'Line eighty it is');
    await expect(
      log(page).getByRole('article').filter({ hasText: 'Line eighty it is' }).getByText('Eve Gray'),
    ).toBeVisible();

    await page.getByRole('button', { name: texts.searchHere }).click();
    await page.getByRole('searchbox', { name: texts.searchHere }).fill('line 12');
    await page
      .getByRole('list', { name: texts.found })
      .getByRole('button', { name: /Line 12\b/ })
      .first()
      .click();
    await expect(log(page).getByText('Line 12', { exact: true })).toBeInViewport();
    await expectSound(page, 'messages-thread');

    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('link', { name: texts.back }).click();
    await page.getByRole('button', { name: fill(texts.actionsOf, { name: 'Sunday market' }, 'en') }).click();
    await page.getByRole('button', { name: texts.archive, exact: true }).click();
    await expect(row(page, 'Sunday market')).toHaveCount(0);
  },
);

test.describe('a person outside a conversation', () => {
  test.use({ refusals: [404] });

  test('sees it as missing', async ({ page, world, signInAs }) => {
    await signInAs();
    const [bob, eve] = [await makePerson(world), await makePerson(world)];
    const id = await directOf(bob, eve);

    await page.goto(`/messages/${id}`);

    await expect(page.getByRole('heading', { name: texts.goneTitle })).toBeVisible();
  });
});
