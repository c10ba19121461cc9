import type { Page } from 'playwright/test';
import { Users } from '#lib/auth/collections.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { EmailDrafts, EmailMessages } from '#lib/crm/collections.ts';
import { createDraft } from '#lib/crm/drafts/drafts.ts';
import { draftsOf } from '#lib/crm/queries.ts';
import { makePerson, order } from '#tests/support/browser.ts';
import { receive } from '#tests/support/inbox.ts';
import { demoThing } from './fixtures/demo-things.ts';
import { long, looks } from './fixtures/form.ts';
import { button, called, noProposal, reply, row } from './fixtures/inbox-page.ts';
import { openByKeyboard } from './fixtures/presses.ts';
import { expect, shoot, test } from './fixtures/shop-test.ts';
import { expectSound, settled } from './fixtures/sound.ts';

const mug = demoThing('speckled-stoneware-mug');
const customerOf = (page: Page) => page.getByRole('region', { name: 'Customer' });

/**
 * Creates a customer who has signed in once and ordered once, and now asks for it in words from which the shop proposes
 * no reply.
 */
async function lateCustomer(world: Runtime, name: string, moreMails = 0) {
  const customer = await makePerson(world, { name: 'Nora Quist' });
  await world.data.batch((t) => t.update(Users, customer.ctx.user.id, { lastSeenAt: world.now().toISOString() }));
  const placed = await order(customer, [{ id: mug.id, qty: 1 }]);
  const subject = called(name);
  const from = `Nora Quist <${customer.email}>`;
  const { threadId, messageId } = await receive(world, {
    subject,
    from,
    text: 'Hello,\nit is me again, and it is Friday.\n\nNora',
    hoursAgo: moreMails === 0 ? 0.001 : 0.05,
  });
  const { messageId: first } = (await world.data.need(EmailMessages, messageId)).data;
  for (let n = 0; n < moreMails; n += 1)
    await receive(world, {
      subject: `Re: ${subject}`,
      from,
      text: `Asked again, ${n + 1}\n${'It is me again.\n'.repeat(30)}`,
      headers: [`In-Reply-To: <${first}>`],
      hoursAgo: 0.04 - n * 0.005,
    });
  return { placed, subject, threadId };
}

const draftsIn = async (world: Runtime, threadId: string) =>
  (await world.data.find(draftsOf([threadId], 10))).rows.map(({ data }) => data);

test('an agent answers a late customer with the order in view, by keyboard alone, in at most twelve presses', async ({
  page,
  world,
  signInAs,
}) => {
  const { placed, subject, threadId } = await lateCustomer(world, 'Friday again');
  await signInAs({ role: 'admin' });
  const { press, type } = await openByKeyboard(page);

  await press('g', 'i');
  await expect(row(page, subject)).toBeVisible();
  await press('j');
  await expect(row(page, subject)).toBeFocused();
  await press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: subject })).toBeFocused();
  await expect(customerOf(page).getByRole('link', { name: placed.number })).toBeInViewport();
  await expect(page.getByRole('article', { name: /Nora Quist/ }).getByText('it is Friday')).toBeInViewport();
  await press('i');
  const field = reply(page).getByRole('textbox', { name: 'Reply' });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(`Order ${placed.number}: Waiting for payment.`);
  await type(' We are sorry, Nora. Pay, and it leaves today.');
  await press('Control+Enter');

  await expect(page.getByRole('region', { name: /^Email to/ })).toContainText(/sending in \d+ s/);
  await press('z');
  await expect(page.getByRole('region', { name: /^Email to/ })).toContainText('Undone');
  expect(await draftsIn(world, threadId)).toMatchObject([
    {
      status: 'approved',
      body: `Order ${placed.number}: Waiting for payment. We are sorry, Nora. Pay, and it leaves today.`,
    },
  ]);
});

test(
  'a thread fills the window, with its newest mail and the reply in view',
  looks,
  async ({ page, world, signInAs }) => {
    const { threadId, placed } = await lateCustomer(world, 'Many words', 4);
    await signInAs({ role: 'admin' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/admin/inbox/${threadId}`);

    await expect(customerOf(page)).toContainText(placed.number);
    const newest = page.getByRole('article', { name: /Nora Quist/ }).last();
    await expect(newest.getByText('Asked again, 4')).toBeInViewport();
    await expect(button(page, 'Write reply')).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBeLessThanOrEqual(
      0,
    );
    await button(page, 'Write reply').click();
    await expect(button(page, 'Save draft')).toBeInViewport({ ratio: 1 });
    await expect(newest.getByText('Asked again, 4')).toBeInViewport();
    await shoot(page, 'inbox-full-height');
    await expectSound(page, 'inbox-customer');
  },
);

test('an order opens from the mail and leads back to it', long, async ({ page, world, signInAs }) => {
  const { threadId, placed, subject } = await lateCustomer(world, 'There and back');
  await signInAs({ role: 'admin' });
  await page.goto(`/admin/inbox/${threadId}`);

  await customerOf(page).getByRole('link', { name: placed.number }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Order ${placed.number}` })).toBeVisible();
  await page.getByRole('link', { name: 'Back to the email' }).click();

  await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible();
});

test(
  'a reply with a foreign link is approved with one key, and leaves only after the send dialog',
  long,
  async ({ page, world, signInAs }) => {
    const { threadId } = await receive(world, { subject: called('A link'), text: 'Where?', headers: noProposal });
    const admin = await signInAs({ role: 'admin' });
    const link = 'https://elsewhere.test/x';
    const { id } = await createDraft(admin.ctx, threadId, `Look at ${link}`);
    // Only the text of a model is searched for foreign links.
    await world.data.batch((t) => t.update(EmailDrafts, id, { foreignLinks: [link] }));
    await page.goto(`/admin/inbox/${threadId}`);
    const field = reply(page).getByRole('textbox', { name: /^Reply to/ });
    await field.focus();

    await page.keyboard.press('Control+Enter');

    await expect(page.getByRole('dialog', { name: 'Send this email?' })).toBeVisible();
    const { status, sendAt } = (await world.data.need(EmailDrafts, id)).data;
    expect({ status, sendAt }).toEqual({ status: 'approved', sendAt: null });
  },
);

test('on a phone the order goes into the reply from the drawer', long, async ({ page, world, signInAs }) => {
  const { threadId, placed } = await lateCustomer(world, 'In the pocket', 2);
  await signInAs({ role: 'admin' });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/admin/inbox/${threadId}`);
  await expect(
    page
      .getByRole('article', { name: /Nora Quist/ })
      .last()
      .getByText('Asked again, 2'),
  ).toBeInViewport();
  await expect(button(page, 'Write reply')).toBeInViewport();

  await button(page, 'Details').click();
  await settled(page);
  await shoot(page, 'inbox-customer-360');
  await button(page, `Insert order ${placed.number} into the reply`).click();

  await expect(page.getByRole('complementary', { name: 'About this thread' })).toBeHidden();
  await expect(reply(page).getByRole('textbox', { name: 'Reply' })).toBeFocused();
});
