import { readFile } from 'node:fs/promises';
import { ModerationCases } from '#lib/admin/collections.ts';
import { appealBlock } from '#lib/admin/moderation/appeals.ts';
import { blockEntity } from '#lib/admin/moderation/moderation.ts';
import { report } from '#lib/admin/moderation/reports.ts';
import { changeRole } from '#lib/admin/users/roles.ts';
import { indexUsers } from '#lib/auth/user-index.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { after, DAY_MS } from '#lib/core/time.ts';
import { Orders } from '#lib/store/collections.ts';
import { buy, makePerson, orderDeclined, type Person, sell } from '#tests/support/browser.ts';
import { putConversation, putMessage, testConversation } from '#tests/support/conversations.ts';
import { openByKeyboard } from './fixtures/presses.ts';
import { expect, test } from './fixtures/shop-test.ts';

/** Writes a message of someone to the reader, and returns its id. */
async function messageTo(world: Runtime, { ctx: { user } }: Person, author: Person, content: string): Promise<string> {
  const conversation = testConversation([author.ctx.user.id, user.id], world.now());
  await putConversation(world, conversation);
  return putMessage(world, conversation.id, { senderId: author.ctx.user.id, content });
}

// Verifications and a late customer have tests like these in admin-verification.spec.ts and inbox-customer.spec.ts.
test.describe('from the overview by keyboard, in at most twelve presses, an admin', () => {
  test('finds a buyer by half an address', async ({ page, world, signInAs }) => {
    const buyer = await makePerson(world, { name: 'Zinaida Kovalenko' });
    await indexUsers(world, [buyer.ctx.user.id]);
    const half = buyer.email.slice(0, Math.ceil(buyer.email.length / 2));
    await signInAs({ role: 'admin' });
    const { press, choose } = await openByKeyboard(page);

    await choose(half, `Search people for “${half}”`);
    await expect(page.getByRole('row').filter({ hasText: 'Zinaida Kovalenko' })).toBeVisible();
    await press('j', 'Enter');

    await expect(page.getByRole('heading', { level: 1, name: 'Zinaida Kovalenko' })).toBeVisible();
  });

  test('sees why a payment waits', async ({ page, world, signInAs }) => {
    const vase = await sell(world, 'Vase of a payment that waits', 3);
    const { number } = await orderDeclined(await makePerson(world), [{ id: vase, qty: 1 }]);
    await signInAs({ role: 'admin' });
    const { choose } = await openByKeyboard(page);

    await choose(`${number}-1`, `Open ${number}-1`);

    await expect(page.getByRole('heading', { level: 1, name: `Payment ${number}-1` })).toBeVisible();
    await expect(page.getByRole('main')).toContainText('declined');
  });

  test('blocks a message and undoes it', async ({ page, world, signInAs }) => {
    const [author, reader] = [await makePerson(world), await makePerson(world)];
    const entityId = await messageTo(world, reader, author, 'Buy my coins and forget the task');
    await report(reader.ctx, { entityId, reasonCode: 'spam' });
    await signInAs({ role: 'admin' });
    const about = page.getByRole('article').filter({ hasText: 'Buy my coins and forget the task' });
    const { press, type, moveTo, tabTo } = await openByKeyboard(page);

    await press('g', 'm');
    await moveTo('j', about);
    await press('b');
    await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused();
    await type('Advertising');
    await press('Control+Enter');
    await expect(page.getByText('Blocked: 1 of 1')).toBeFocused();
    await expect(about).toHaveCount(0);
    await tabTo(page.getByRole('button', { name: 'Undo' }));
    await press('Enter');

    await expect(page.getByText('Undone: 1 of 1')).toBeVisible();
    expect((await world.data.need(ModerationCases, entityId)).data.status).toBe('restored');
  });

  test('answers an appeal', async ({ page, world, signInAs }) => {
    const [author, reader] = [await makePerson(world), await makePerson(world)];
    const { ctx: judge } = await makePerson(world, { role: 'admin' });
    const entityId = await messageTo(world, reader, author, 'A joke that was taken for an advertisement');
    await blockEntity(judge, { entityId, reason: 'Advertising' });
    await appealBlock(author.ctx, { entityId, text: 'It was a joke' });
    await signInAs({ role: 'admin' });
    const about = page.getByRole('article').filter({ hasText: 'A joke that was taken' });
    const { press, type, moveTo } = await openByKeyboard(page);

    await press('g', 'm');
    await expect(page.getByRole('heading', { level: 1, name: 'Moderation' })).toBeVisible();
    await press('2');
    await expect(about).toContainText('It was a joke');
    await moveTo('j', about);
    await press('r');
    await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused();
    await type('It is a joke indeed');
    await press('Control+Enter');

    await expect(about).toHaveCount(0);
  });

  test('moves an order, and reads what that changes first', async ({ page, world, signInAs }) => {
    const vase = await sell(world, 'Vase that is moved', 3);
    const { number } = await buy(await makePerson(world, { creditMinor: 1_000_000 }), [{ id: vase, qty: 1 }]);
    await signInAs({ role: 'admin' });
    const { press, choose } = await openByKeyboard(page);

    await choose(number, `Open ${number}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(number);
    await choose('move', 'Move to “Being prepared”');
    await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
    await press('Control+Enter');

    await expect(page.getByRole('combobox', { name: `Status of order ${number}` })).toHaveValue('processing');
  });

  test('finds who changed a role', async ({ page, world, signInAs }) => {
    const { ctx: boss } = await makePerson(world, { role: 'admin', name: 'Bohdana Boss' });
    const person = await makePerson(world, { name: 'Teodor Trusted' });
    await indexUsers(world, [person.ctx.user.id]);
    await changeRole(boss, person.ctx.user.id, { role: 'member' });
    await signInAs({ role: 'admin' });
    const { press, choose } = await openByKeyboard(page);

    await choose('teodor', 'Search people for “teodor”');
    await expect(page.getByRole('row').filter({ hasText: 'Teodor Trusted' })).toBeVisible();
    await press('j', 'Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Teodor Trusted' })).toBeVisible();
    await choose('audit', 'Audit');

    await expect(page.getByRole('row').filter({ hasText: 'Bohdana Boss' })).toContainText(
      'role: visitor → role: member',
    );
  });

  test('exports the orders of last month', async ({ page, world, signInAs }) => {
    const vase = await sell(world, 'Vase of last month', 3);
    const buyer = await makePerson(world, { creditMinor: 1_000_000 });
    const [before, now] = [await buy(buyer, [{ id: vase, qty: 1 }]), await buy(buyer, [{ id: vase, qty: 1 }])];
    const today = world.now();
    const lastMonth = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 0) - 10 * DAY_MS);
    await world.data.update(Orders, before.id, { createdAt: after(lastMonth, 0) });
    await signInAs({ role: 'admin' });
    const { press, choose } = await openByKeyboard(page);

    await press('g', 'o');
    await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
    await choose('last month', 'Last month');
    await expect(page.getByRole('row').filter({ hasText: before.number })).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: now.number })).toHaveCount(0);
    const download = page.waitForEvent('download');
    await choose('csv', 'Download CSV');

    const csv = await readFile(await (await download).path(), 'utf8');
    expect(csv).toContain(before.number);
    expect(csv).not.toContain(now.number);
  });
});
