import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright/test';
import { fill } from '#lib/i18n/fill.ts';
import { createConversation } from '#lib/messaging/conversations/create-conversation.ts';
import { sendMessage } from '#lib/messaging/messages/send-message.ts';
import { sendMessage as sendInput } from '#lib/messaging/schemas/message-input.ts';
import { createVendor } from '#lib/store/vendors/vendors.ts';
import { makePerson } from '#tests/support/browser.ts';
import { looks } from './fixtures/form.ts';
import { expect, shoot, test, wear } from './fixtures/shop-test.ts';
import { expectSound } from './fixtures/sound.ts';
import { words } from './fixtures/words.ts';

const {
  messages: texts,
  messageCards: cards,
  messageCompose: compose,
  messageFiles: files,
  messagePeople: group,
} = words.en;
const { messageReport } = words.en;

// The small limit lets a small file be too large. A removed member's page asks why it lost the conversation and gets
// 404.
test.use({ actionTimeout: 20_000, refusals: [404], vars: { UPLOAD_MAX_BYTES: '60000' } });

const log = (page: Page) => page.getByRole('log');
const card = (page: Page, title: string | RegExp) => log(page).getByRole('region', { name: title });
const button = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true });
const box = (page: Page, name: string) => page.getByRole('textbox', { name: fill(texts.writeTo, { name }, 'en') });
const picture = readFileSync('public/demo/brass-pen-1.webp');

/** Opens the form of a card, fills it in, and sends it. */
async function make(page: Page, kind: string, fillIn: (form: Locator) => Promise<unknown>): Promise<void> {
  await button(page, compose.menu).click();
  await button(page, kind).click();
  const form = page.getByRole('dialog', { name: kind });
  await fillIn(form);
  await button(form, compose.send).click();
  await expect(form).toBeHidden();
}

const member = (page: Page, name: string) => page.getByRole('dialog').getByRole('listitem').filter({ hasText: name });

async function openMenuOf(page: Page, name: string): Promise<void> {
  await button(page, fill(group.menuOf, { name }, 'en')).click();
}

test(
  'two people create a group, and use cards and files in it',
  looks,
  async ({ page, world, openBrowser, signInAs, baseURL }) => {
    const ann = await signInAs({ name: 'Ann Smith', role: 'admin' });
    const [bob, eve, joe] = [
      await makePerson(world, { name: 'Bob Brown' }),
      await makePerson(world, { name: 'Eve Gray' }),
      await makePerson(world, { name: 'Joe Late' }),
    ];
    for (const { ctx } of [bob, eve, joe])
      await createConversation(ann.ctx, { type: 'direct', participantIds: [ctx.user.id] }, undefined);
    const browser = await openBrowser();
    await wear(browser, bob.cookie, baseURL);
    const other = await browser.newPage();

    // A new group of three appears in Bob's list at once.
    await Promise.all([other.goto('/messages'), page.goto('/messages')]);
    await button(page, texts.newMessage).first().click();
    for (const name of ['Bob Brown', 'Eve Gray']) await page.getByRole('checkbox', { name }).check();
    await page.getByRole('textbox', { name: group.groupName }).fill('Sunday');
    await button(page, group.makeGroup).click();
    await other.getByRole('link', { name: /^Sunday/ }).click();
    await expect(page).toHaveURL(/\/messages\/cvs_/);

    await button(page, texts.details).click();
    await page.getByRole('textbox', { name: group.groupName }).fill('Sunday market');
    await button(page, group.rename).click();
    await expect(log(other).getByText('Ann Smith renamed the group to “Sunday market”')).toBeVisible();
    await button(page, group.addPeople).click();
    await page.getByRole('checkbox', { name: 'Joe Late' }).check();
    await button(page, group.add).click();
    // The list of choices closes after the list of members has grown, so for a moment the name is in both.
    await expect(page.getByRole('checkbox', { name: 'Joe Late' })).toBeHidden();
    await expect(member(page, 'Joe Late')).toBeVisible();
    await expect(log(other).getByText('Ann Smith added Joe Late')).toBeVisible();
    await page.keyboard.press('Escape');

    // A person is mentioned by the keyboard. The mention is shown by name, also while the message is edited.
    await box(page, 'Sunday market').pressSequentially('Hello @b');
    const option = page.getByRole('option', { name: 'Bob Brown' });
    await expect(option).toHaveAttribute('aria-selected', 'true');
    await box(page, 'Sunday market').press('Enter');
    await expect(page.getByRole('listbox')).toBeHidden();
    await box(page, 'Sunday market').press('Enter');
    await expect(log(other).getByText('@Bob Brown')).toBeVisible();
    await box(page, 'Sunday market').press('ArrowUp');
    await expect(box(page, 'Sunday market')).toHaveValue('Hello @Bob Brown');
    await box(page, 'Sunday market').press('End');
    await box(page, 'Sunday market').pressSequentially(' and @ev');
    await page.getByRole('option', { name: 'Eve Gray' }).click();
    await box(page, 'Sunday market').press('Enter');
    await expect(log(other).getByText('@Eve Gray')).toBeVisible();

    await make(page, compose.new_poll, async (form) => {
      await form.getByLabel(compose.question).fill('Which glaze?');
      for (const [at, text] of ['Celadon', 'Cobalt'].entries())
        await form.getByLabel(fill(compose.option, { at: at + 1 }, 'en'), { exact: true }).fill(text);
    });
    // A vote makes the card taller on both pages, so the next click waits until both show it.
    for (const [at, [one, pick]] of [[other, 'Cobalt'] as const, [page, 'Celadon'] as const].entries()) {
      await card(one, 'Which glaze?').getByRole('radio', { name: pick }).check();
      await button(card(one, 'Which glaze?'), cards.pollVote).click();
      const total = fill(cards.pollTotal, { count: at + 1 }, 'en');
      for (const each of [page, other]) await expect(card(each, 'Which glaze?').getByText(total)).toBeVisible();
    }
    await button(card(page, 'Which glaze?'), cards.pollClose).click();
    await expect(card(other, 'Which glaze?').getByText(cards.pollOver)).toBeVisible();

    await make(other, compose.new_rsvp, async (form) => {
      await form.getByLabel(compose.eventTitle).fill('Open kiln');
      await form.getByLabel(compose.startsAt).fill('2099-05-01T10:00');
    });
    await card(page, 'Open kiln')
      .getByRole('button', { name: new RegExp(`^${cards.rsvp_yes}`) })
      .click();
    await expect(card(other, 'Open kiln').getByText('Ann Smith')).toBeVisible();

    await make(page, compose.new_task, async (form) => {
      await form.getByLabel(compose.taskTitle).fill('Order the clay');
      await form.getByLabel(compose.assignee).selectOption('Bob Brown');
    });
    await button(card(other, 'Order the clay'), cards.act_start).click();
    await expect(card(page, 'Order the clay').getByText(cards.task_in_progress)).toBeVisible();
    await button(card(other, 'Order the clay'), cards.act_done).click();
    await expect(card(page, 'Order the clay').getByText(cards.task_done)).toBeVisible();

    // A user without a shop cannot request money here.
    await button(page, compose.menu).click();
    await expect(button(page, compose.new_poll)).toBeVisible();
    await expect(button(page, compose.new_payment_request)).toHaveCount(0);
    await page.keyboard.press('Escape');

    // Files that are too large are reported; the others are shown to the other person by their type.
    await page
      .getByLabel(files.attach)
      .and(page.locator('input'))
      .setInputFiles([
        { name: 'pen.webp', mimeType: 'image/webp', buffer: picture },
        { name: 'prices.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF') },
        { name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(60_001) },
      ]);
    await expect(page.getByRole('alert').filter({ hasText: 'Larger than' })).toBeVisible();
    await button(page, fill(files.removeOf, { name: 'film.mp4' }, 'en')).click();
    await button(page, texts.send).click();
    await expect(log(other).getByRole('link', { name: /prices\.pdf/ })).toHaveAttribute('target', '_blank');
    await button(log(other), fill(files.openPicture, { name: 'pen.webp' }, 'en')).click();
    await expect(other.getByRole('dialog', { name: 'pen.webp' }).getByRole('img')).toBeVisible();
    await other.keyboard.press('Escape');

    // A message is reported from its menu.
    await log(other)
      .getByRole('article', { name: /^Ann Smith/ })
      .filter({ hasText: 'Hello' })
      .getByRole('button', { name: /^Actions/ })
      .click();
    await button(other, texts.report).click();
    await button(other, messageReport.send).click();
    await expect(other.getByText(messageReport.sent)).toBeVisible();
    await button(other.getByRole('dialog'), messageReport.close).last().click();
    await expectSound(page, 'message-cards');

    // A removed member is told so on the page where they are.
    await page.setViewportSize({ width: 1280, height: 800 });
    await button(page, texts.details).click();
    await openMenuOf(page, 'Bob Brown');
    await button(page, group.removePerson).click();
    await expect(member(page, 'Bob Brown')).toHaveCount(0);
    await expect(other.getByRole('link', { name: /^Sunday/ })).toHaveCount(0);
    await expect(other.getByText(fill(texts.takenAway, { name: 'Sunday market' }, 'en'))).toBeVisible();
    await expect(other).toHaveURL(/\/messages$/);

    // Not as the author, who does not see their own case.
    await signInAs({ role: 'admin' });
    await page.goto('/admin/moderation');
    await expect(page.getByRole('article').filter({ hasText: 'Hello' })).toHaveCount(1);
  },
);

test(
  'a seller’s payment request is paid in the conversation, and Plaza moves no money between other people',
  looks,
  async ({ page, world, openBrowser, signInAs, baseURL }) => {
    const buyer = await signInAs({ name: 'Ann Smith', creditMinor: 500_000 });
    const [seller, friend] = [
      await makePerson(world, { name: 'Bob Brown' }),
      await makePerson(world, { name: 'Eve Gray' }),
    ];
    await createVendor(seller.ctx, {
      name: 'Brown Clay',
      ownerId: seller.ctx.user.id,
      country: 'UA',
      contactEmail: seller.email,
    });
    const talkOf = async ({ ctx }: typeof seller) =>
      (await createConversation(buyer.ctx, { type: 'direct', participantIds: [ctx.user.id] }, undefined)).conversation
        .id;
    const [shop, home] = [await talkOf(seller), await talkOf(friend)];
    const metadata = { amountMinor: 30_000, currency: 'UAH', purpose: 'Dinner' };
    await sendMessage(friend.ctx, home, sendInput.parse({ type: 'payment_request', metadata }), undefined);
    const browser = await openBrowser();
    await wear(browser, seller.cookie, baseURL);
    const other = await browser.newPage();
    await Promise.all([other.goto(`/messages/${shop}`), page.goto(`/messages/${shop}`)]);

    await make(other, compose.new_payment_request, async (form) => {
      await form.getByLabel(compose.amount).fill('1250');
      await form.getByLabel(compose.purpose).fill('A vase with a blue glaze');
    });
    await expect(card(other, /1,250/).getByText(cards.payShopMine)).toBeVisible();
    await button(card(page, /1,250/), cards.payNow).click();
    await expect(card(other, /1,250/).getByText(cards.payBusy)).toBeVisible();
    await expect(button(card(other, /1,250/), cards.act_cancel)).toHaveCount(0);
    const payByCredit = card(page, /1,250/).getByRole('button', { name: /from your balance/ });
    await expect(payByCredit).toBeVisible();
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await shoot(page, `payment-request-${width}`);
    }
    await payByCredit.click();
    for (const one of [page, other])
      await expect(card(one, /1,250/).getByText(cards.pay_paid, { exact: true })).toBeVisible();
    await expectSound(page, 'payment-request-paid');
    await card(page, /1,250/).getByRole('link', { name: cards.payToOrder }).click();
    await expect(page.getByText(words.en.order.method_none)).toBeVisible();
    await expect(page.getByText(words.en.orderParts.state_agreed)).toBeVisible();
    await expect(page.getByText(words.en.orderParts.state_pending)).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'A vase with a blue glaze' })).toBeVisible();
    await expectSound(page, 'payment-request-order');

    await page.goto(`/messages/${home}`);
    await expect(card(page, /300/).getByText(cards.paySelf)).toBeVisible();
    await expect(button(card(page, /300/), cards.payNow)).toHaveCount(0);
    await page.setViewportSize({ width: 360, height: 800 });
    await expectSound(page, 'payment-request-between-people');
  },
);
