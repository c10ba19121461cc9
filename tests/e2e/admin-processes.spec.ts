import { Outbox, type OutboxRow } from '#lib/data/outbox.ts';
import { giveUpEffect } from '#tests/support/dead-effects.ts';
import { long, looks } from './fixtures/form.ts';
import { expect, test } from './fixtures/shop-test.ts';
import { expectSound } from './fixtures/sound.ts';

test(
  'a superadmin follows the count to what was given up, has it tried again and sets another aside',
  looks,
  async ({ page, world, signInAs }) => {
    const [again, aside] = [
      await giveUpEffect(world, {
        payload: { conversationId: 'cvs_gone', messageId: 'msg_gone', threadId: 'thr_gone' },
      }),
      await giveUpEffect(world, { topic: 'auth.login-mail', payload: null }),
    ];
    await signInAs({ role: 'superadmin' });
    await page.goto('/admin');
    await page.getByRole('link', { name: /^Effects that were given up/ }).click();

    const effects = page.getByRole('region', { name: 'Effects that were given up' });
    const row = (id: string) => effects.getByRole('row').filter({ hasText: id });
    await expect(row(again)).toContainText('tried 8 times');
    await expect(row(aside).getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await expect(row(again).getByRole('link', { name: 'thr_gone' })).toHaveAttribute('href', '/admin/inbox/thr_gone');
    await expectSound(page, 'processes');

    await row(again).getByRole('button', { name: 'Try again' }).click();
    await expect(effects.getByRole('status')).toContainText('It is tried again');
    await expect(row(again)).toHaveCount(0);
    await expect(effects.getByRole('status')).toBeFocused();
    await row(aside).getByRole('button', { name: 'Set aside' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('They have asked for another');
    await expectSound(page, 'processes-aside');
    await page.getByRole('dialog').getByRole('button', { name: 'Set aside' }).click();
    await expect(effects).toContainText('Nothing waits for a decision.');
    await expect(effects.getByRole('status')).toBeFocused();
    await expect.poll(async () => (await world.data.need(Outbox, again)).data.status).toBe('done');
    await expectSound(page, 'processes-empty');
    await page.getByRole('link', { name: 'Set aside' }).click();
    await expect(row(aside)).toContainText('It carried a secret');
  },
);

test.describe('where another superadmin was quicker', () => {
  test.use({ refusals: [409] });

  test('one hears what has become of an effect, and overturns nothing', long, async ({ page, world, signInAs }) => {
    await signInAs({ role: 'superadmin' });
    const effects = page.getByRole('region', { name: 'Effects that were given up' });
    const pressLate = async (meanwhile: Partial<OutboxRow>) => {
      const id = await giveUpEffect(world);
      await page.goto('/admin/processes');
      const button = effects.getByRole('row').filter({ hasText: id }).getByRole('button', { name: 'Try again' });
      await expect(button).toBeVisible();
      await world.data.update(Outbox, id, meanwhile);
      await button.click();
      await expect(button).toHaveCount(0);
      return id;
    };

    await pressLate({ status: 'done', doneAt: world.now().toISOString() });
    await expect(effects.getByRole('status')).toContainText('Somebody was quicker, and it is done');

    const aside = await pressLate({ status: 'dismissed' });
    await expect(effects.getByRole('status')).toContainText('Another admin has set this effect aside');
    expect((await world.data.need(Outbox, aside)).data.status).toBe('dismissed');
  });
});

test.describe('for others', () => {
  test.use({ refusals: [403] });

  test('an admin sees that something was given up, and is refused the page where it is decided', async ({
    page,
    world,
    signInAs,
  }) => {
    await giveUpEffect(world);
    await signInAs({ role: 'admin' });
    await page.goto('/admin');
    await expect(page.getByRole('region', { name: 'The machine' })).toContainText('Effects that were given up');
    await expect(page.getByRole('region', { name: 'The machine' }).getByRole('link')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Processes' })).toHaveCount(0);

    const answer = await page.goto('/admin/processes');

    expect(answer?.status()).toBe(403);
  });
});
