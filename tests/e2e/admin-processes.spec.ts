import { Outbox, type OutboxRow } from '#lib/data/outbox.ts';
import { giveUpEffect } from '#tests/support/dead-effects.ts';
import { long, looks } from './fixtures/form.ts';
import { expect, test } from './fixtures/shop-test.ts';
import { expectSound } from './fixtures/sound.ts';

test(
  'a superadmin finds the effects that were given up, retries one and dismisses another',
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
    await page.getByRole('link', { name: /^Failed background tasks/ }).click();

    const effects = page.getByRole('region', { name: 'Failed background tasks' });
    const row = (id: string) => effects.getByRole('row').filter({ hasText: id });
    await expect(row(again)).toContainText('tried 8 times');
    await expect(row(aside).getByRole('button', { name: 'Retry' })).toHaveCount(0);
    await expect(row(again).getByRole('link', { name: 'thr_gone' })).toHaveAttribute('href', '/admin/inbox/thr_gone');
    await expect(page.getByRole('link', { name: 'Download CSV' })).toHaveAttribute('href', '/api/admin/exports/runs');
    await expectSound(page, 'processes');

    await row(again).getByRole('button', { name: 'Retry' }).click();
    await expect(effects.getByRole('status')).toContainText('Will be retried');
    await expect(row(again)).toHaveCount(0);
    await expect(effects.getByRole('status')).toBeFocused();
    await row(aside).getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('They have asked for another');
    await expectSound(page, 'processes-aside');
    await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click();
    await expect(effects).toContainText('No failed tasks. Tasks that fail on every attempt will appear here.');
    await expect(effects.getByRole('status')).toBeFocused();
    await expect.poll(async () => (await world.data.need(Outbox, again)).data.status).toBe('done');
    await expectSound(page, 'processes-empty');
    await page.getByRole('link', { name: 'Dismissed' }).click();
    await expect(row(aside)).toContainText('Its secret data was deleted');
  },
);

test.describe('after another superadmin’s decision', () => {
  test.use({ refusals: [409] });

  test(
    'a late retry reports what happened to the effect and changes nothing',
    long,
    async ({ page, world, signInAs }) => {
      await signInAs({ role: 'superadmin' });
      const effects = page.getByRole('region', { name: 'Failed background tasks' });
      const pressLate = async (meanwhile: Partial<OutboxRow>) => {
        const id = await giveUpEffect(world);
        // The page refreshes itself once it is connected. A refresh after the change would remove the row with its button.
        const refreshed = page.waitForResponse((response) => new URL(response.url()).searchParams.has('_rsc'));
        await page.goto('/admin/processes');
        const button = effects.getByRole('row').filter({ hasText: id }).getByRole('button', { name: 'Retry' });
        await expect(button).toBeVisible();
        await refreshed;
        await page.waitForLoadState('networkidle');
        await world.data.update(Outbox, id, meanwhile);
        await button.click();
        await expect(button).toHaveCount(0);
        return id;
      };

      await pressLate({ status: 'done', doneAt: world.now().toISOString() });
      await expect(effects.getByRole('status')).toContainText('Already done');

      const aside = await pressLate({ status: 'dismissed' });
      await expect(effects.getByRole('status')).toContainText('Someone else has already decided about this task');
      expect((await world.data.need(Outbox, aside)).data.status).toBe('dismissed');
    },
  );
});

test.describe('an admin who is not a superadmin', () => {
  test.use({ refusals: [403] });

  test('sees that effects were given up, and gets 403 on the processes page', async ({ page, world, signInAs }) => {
    await giveUpEffect(world);
    await signInAs({ role: 'admin' });
    await page.goto('/admin');
    await expect(page.getByRole('region', { name: 'System' })).toContainText('Failed background tasks');
    await expect(page.getByRole('region', { name: 'System' }).getByRole('link')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Processes' })).toHaveCount(0);

    const answer = await page.goto('/admin/processes');

    expect(answer?.status()).toBe(403);
  });
});
