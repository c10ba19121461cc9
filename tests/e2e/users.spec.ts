import type { Page } from 'playwright/test';
import { Users } from '#lib/auth/collections.ts';
import { indexUsers } from '#lib/auth/user-index.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import audit from '#lib/i18n/console/en/audit.json' with { type: 'json' };
import en from '#lib/i18n/console/en/people.json' with { type: 'json' };
import ru from '#lib/i18n/console/ru/people.json' with { type: 'json' };
import uk from '#lib/i18n/console/uk/people.json' with { type: 'json' };
import { type Locale, locales } from '#lib/i18n/values.ts';
import { anotherSession, buy, makePerson, type Person, sell, type Wanted } from '#tests/support/browser.ts';
import { lookIn } from './fixtures/form.ts';
import { readCode } from './fixtures/mailbox.ts';
import { expect, shoot, test } from './fixtures/shop-test.ts';
import { expectSound, findingsOf, NARROWEST, widthOf } from './fixtures/sound.ts';
import { words } from './fixtures/words.ts';

const texts = { en, uk, ru } as const;

/** Creates a person whom the console can find. */
async function listed(world: Runtime, wanted: Wanted): Promise<Person> {
  const person = await makePerson(world, wanted);
  await indexUsers(world, [person.ctx.user.id]);
  return person;
}
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: en.tabs }).getByRole('link', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const stored = async (world: Runtime, { ctx }: Person) => (await world.data.need(Users, ctx.user.id)).data;

test('an admin finds a buyer by a half address with the keyboard, and sees their order', async ({
  page,
  world,
  signInAs,
}) => {
  const vase = await sell(world, 'Vase of a person', 3);
  const buyer = await listed(world, { name: 'Zoriana Halfaddress', creditMinor: 1_000_000 });
  const { number } = await buy(buyer, [{ id: vase, qty: 1 }]);
  await signInAs({ role: 'admin' });
  await page.goto('/admin/users');

  await page.getByLabel(en.search).press('z');
  await page.keyboard.type('oriana half');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/q=zoriana\+half/);
  await expect(row(page, 'Zoriana')).toHaveCount(1);
  await page.reload();
  await page.getByRole('link', { name: 'Zoriana Halfaddress' }).press('Enter');
  await tab(page, en.tab_orders).press('Enter');

  await expect(page).toHaveURL(/tab=orders/);
  await expect(page.getByRole('link', { name: number })).toBeVisible();

  await page.goto(`/admin/users?q=${encodeURIComponent(buyer.email.toUpperCase())}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Zoriana Halfaddress');
  await page.goto('/admin/users?q=nobodyatall');
  await page.getByRole('link', { name: en.clear }).press('Enter');
  await expect(page).toHaveURL('/admin/users');
});

test('an admin gives a role, sets the badge, ends the sessions and deletes an account, each after a dialog', async ({
  page,
  world,
  signInAs,
}) => {
  const person = await listed(world, { name: 'Petro Changeable' });
  await anotherSession(person);
  const { id } = person.ctx.user;
  await signInAs({ role: 'admin' });

  await page.goto(`/admin/users/${id}?tab=role`);
  await button(page, en.changeRole).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(en.newRole).selectOption('confidential');
  await expect(dialog.getByLabel(en.newRole)).toHaveAccessibleDescription(en.effect_confidential);
  await expect(dialog.getByRole('option')).toHaveCount(3);
  await dialog.getByRole('button', { name: en.changeRole }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText(en.effect_confidential);
  expect((await stored(world, person)).role).toBe('confidential');

  await tab(page, en.tab_verification).press('Enter');
  await button(page, en.verify).press('Enter');
  await dialog.getByRole('button', { name: en.verify }).press('Enter');
  await expect(page.getByText(en.isVerified)).toBeVisible();

  await tab(page, en.tab_sessions).press('Enter');
  await button(page, en.endAll).press('Enter');
  await expect(page.getByText('Not signed in anywhere')).toBeVisible();

  await tab(page, en.tab_audit).press('Enter');
  await expect(row(page, audit['act_user_role-changed'])).toContainText('role: visitor → role: confidential');

  await tab(page, en.tab_profile).press('Enter');
  await button(page, en.remove).press('Enter');
  await dialog.getByRole('textbox').fill('another@plaza.test');
  await dialog.getByRole('button', { name: en.remove }).press('Enter');
  await expect(dialog.getByRole('textbox')).toHaveAccessibleDescription(en.removeWrong);
  await dialog.getByRole('textbox').fill(person.email);
  await dialog.getByRole('button', { name: en.remove }).press('Enter');
  await expect(page.getByText(en.deletedText)).toBeVisible();
});

test('acts on oneself and on a higher rank are closed, with the reason', async ({ page, world, signInAs }) => {
  const boss = await listed(world, { role: 'superadmin', name: 'Boss' });
  const { ctx } = await signInAs({ role: 'admin' });

  await page.goto(`/admin/users/${ctx.user.id}`);
  await expect(button(page, en.remove)).toBeDisabled();
  await expect(button(page, en.remove)).toHaveAccessibleDescription(en.removeSelf);
  await page.goto(`/admin/users/${boss.ctx.user.id}?tab=role`);
  await expect(button(page, en.changeRole)).toHaveAccessibleDescription(en.outranked);
});

for (const [at, locale] of locales.entries())
  test(`the pages of people are sound in ${locale}`, lookIn(at, 0), async ({ page, world, signInAs }) => {
    const t = texts[locale];
    const person = await listed(world, { name: 'Ярина Довгопрізвищна-Нескінченна' });
    await signInAs({ role: 'superadmin', locale });

    await page.goto('/admin/users');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.title);
    await expectSound(page, `people-${locale}`);
    for (const tab of ['role', 'sessions', 'orders', 'ledger', 'verification', 'moderation', 'audit', ''] as const) {
      await page.goto(`/admin/users/${person.ctx.user.id}${tab && `?tab=${tab}`}`);
      await expect(page.getByRole('link', { name: t.tab_role, exact: true })).toBeVisible();
      await expectSound(page, `person-${tab || 'profile'}-${locale}`);
    }
    await button(page, t.remove).press('Enter');
    await expect(page.getByRole('dialog').getByLabel(t.removeType.replace('{email}', person.email))).toBeVisible();
    expect(await findingsOf(page)).toEqual([]);
    expect(await widthOf(page)).toBeLessThanOrEqual(NARROWEST);
    await shoot(page, `person-delete-${locale}`);
  });

test.describe('one’s own account', () => {
  test.use({ refusals: [401, 403] });

  for (const [at, locale] of locales.entries())
    test(
      `is downloaded and deleted with a fresh code in ${locale}`,
      lookIn(at, 0),
      async ({ page, world, signInAs }) => {
        const t = words[locale].account;
        const person = await signInAs({ locale: locale as Locale });
        await page.goto(locale === 'en' ? '/account' : `/${locale}/account`);
        const download = page.waitForEvent('download');
        await page.getByRole('link', { name: t.download }).press('Enter');
        expect((await download).suggestedFilename()).toMatch(/^plaza-account-.*\.json$/);

        await button(page, t.erase).press('Enter');
        const dialog = page.getByRole('dialog', { name: t.erase });
        await dialog.getByRole('textbox').fill(person.email);
        expect(await findingsOf(page)).toEqual([]);
        await shoot(page, `account-erase-${locale}`);
        await dialog.getByRole('button', { name: t.erase }).press('Enter');
        const proof = page.getByRole('dialog', { name: words[locale].signIn.stepUpTitle });
        await expect(proof).toBeVisible();
        await proof.getByRole('textbox').fill(await readCode(page.context(), person.email));

        await expect
          .poll(async () => (await world.data.get(Users, person.ctx.user.id))?.data.status ?? 'gone')
          .not.toBe('active');
        await expect(page).toHaveURL(/\/(uk|ru)?$/);
      },
    );
});
