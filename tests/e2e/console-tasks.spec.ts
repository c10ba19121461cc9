import { indexUsers } from '#lib/auth/user-index.ts';
import { makePerson } from '#tests/support/browser.ts';
import { openByKeyboard } from './fixtures/presses.ts';
import { expect, test } from './fixtures/shop-test.ts';

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
});
