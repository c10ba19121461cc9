import { newId } from '#lib/core/ids.ts';
import { fill } from '#lib/i18n/fill.ts';
import { locales } from '#lib/i18n/values.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { makeReferralCode } from '#lib/store/referrals/referral-codes.ts';
import type { PlacedOrder } from '#lib/store/schemas/order.ts';
import { makePerson, sell } from '#tests/support/browser.ts';
import { lookIn } from './fixtures/form.ts';
import { expect, shoot, test, wear } from './fixtures/shop-test.ts';
import { prefixOf, words } from './fixtures/words.ts';

test.use({ vars: { STORE_REFERRAL_BPS: '500' } });

const texts = words.en.invite;

test('a link brings a friend’s first order, whose reward waits, and an administrator disables it', async ({
  page,
  context,
  world,
  openBrowser,
  signInAs,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const owner = await signInAs();
  await page.goto('/account');
  const section = page.getByRole('region', { name: texts.title, exact: true });
  await section.getByRole('button', { name: texts.make, exact: true }).click();
  await section.getByRole('button', { name: texts.copy, exact: true }).click();
  await expect(section.getByText(texts.copied, { exact: true })).toBeVisible();
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  await expect(section.getByRole('textbox', { name: texts.link, exact: true })).toHaveValue(link.href);

  const friends = await openBrowser();
  const friend = await makePerson(world, { creditMinor: 100_000 });
  const visit = await friends.newPage();
  await visit.goto(`/${link.search}`);
  await wear(friends, friend.cookie, baseURL);
  const jar = await sell(world, `Invited jar ${newId('request')}`, 3);
  await visit.goto('/products');
  const placed = await visit.evaluate(async (id): Promise<unknown> => {
    const body = JSON.stringify({ items: [{ id, qty: 1 }] });
    const headers = { 'content-type': 'application/json' };
    return (await fetch('/api/store/orders', { method: 'POST', headers, body })).json();
  }, jar);
  const { order } = placed as PlacedOrder;
  await payByCredit(friend.ctx, order.id);
  await expect(async () => {
    await page.reload();
    await expect(section.getByText(fill(texts.orders, { count: 1 }, 'en'), { exact: true })).toBeVisible();
  }).toPass();
  const reward = section.getByRole('listitem').filter({ hasText: order.number });
  await expect(reward).toContainText(texts.state_pending);
  await shoot(page, 'invite-reward');

  const desk = await openBrowser();
  await wear(desk, (await makePerson(world, { role: 'admin' })).cookie, baseURL);
  const console_ = await desk.newPage();
  await console_.goto(`/admin/users/${owner.ctx.user.id}`);
  const codes = console_.getByRole('region', { name: 'Referral codes', exact: true });
  await shoot(console_, 'invite-console');
  await codes.getByRole('button', { name: `Disable code ${link.searchParams.get('ref')}`, exact: true }).click();
  const dialog = console_.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Spread as spam');
  await shoot(console_, 'invite-disable');
  await dialog.getByRole('button', { name: 'Disable', exact: true }).click();
  await expect(codes.getByText('disabled', { exact: true })).toBeVisible();
  await page.reload();
  await section.getByRole('button', { name: texts.make, exact: true }).click();
  await section.getByRole('button', { name: texts.end, exact: true }).click();
  const question = page.getByRole('dialog', { name: texts.endTitle, exact: true });
  await expect(question.getByText(fill(texts.endText, { left: 3 }, 'en'), { exact: true })).toBeVisible();
  await shoot(page, 'invite-end');
  await question.getByRole('button', { name: texts.keep, exact: true }).click();
  await expect(section.getByRole('textbox', { name: texts.link, exact: true })).toBeVisible();
  await section.getByRole('button', { name: texts.end, exact: true }).click();
  await question.getByRole('button', { name: texts.end, exact: true }).click();
  await expect(section.getByRole('button', { name: texts.make, exact: true })).toBeVisible();
});

for (const [at, locale] of locales.entries())
  for (const width of [360, 1440])
    test(`the invitation in ${locale} at ${width}`, lookIn(at + width, 362), async ({ page, signInAs }) => {
      const { ctx } = await signInAs({ locale });
      await makeReferralCode(ctx);
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${prefixOf(locale)}/account`);
      const section = page.getByRole('region', { name: words[locale].invite.title, exact: true });
      await expect(section.getByRole('button', { name: words[locale].invite.copy, exact: true })).toBeVisible();
      await section.scrollIntoViewIfNeeded();
      if (!process.env.CI) await section.screenshot({ path: `test-results/screens/invite-${locale}-${width}.png` });
    });
