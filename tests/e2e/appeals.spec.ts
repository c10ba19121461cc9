import type { Page } from 'playwright/test';
import { upholdBlock } from '#lib/admin/moderation/appeals.ts';
import { blockEntity, restoreEntity } from '#lib/admin/moderation/moderation.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { locales } from '#lib/i18n/values.ts';
import { makePerson, type Person } from '#tests/support/browser.ts';
import { putConversation, putMessage, testConversation } from '#tests/support/conversations.ts';
import { lookIn } from './fixtures/form.ts';
import { expect, shoot, test } from './fixtures/shop-test.ts';
import { expectSound } from './fixtures/sound.ts';
import { prefixOf, words } from './fixtures/words.ts';

const PATH = '/account/appeals';
const REASON = 'Coins are not sold here';
const t = words.en.appeals;

/** Blocks a message of this person, and returns its id with the admin who decided. */
async function blockedMessage(world: Runtime, author: Person['ctx']) {
  const [{ ctx: reader }, { ctx: admin }] = await Promise.all([
    makePerson(world),
    makePerson(world, { role: 'admin' }),
  ]);
  const conversation = testConversation([author.user.id, reader.user.id], world.now());
  await putConversation(world, conversation);
  const id = await putMessage(world, conversation.id, { senderId: author.user.id, content: 'Buy my coins' });
  await blockEntity(admin, { entityId: id, reason: REASON });
  return { id, admin };
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('an owner reads why a message was removed, appeals by keyboard and reads the final answer', async ({
  page,
  world,
  signInAs,
}) => {
  const { ctx } = await signInAs();
  const { id, admin } = await blockedMessage(world, ctx);
  await page.goto('/account');
  await page.getByRole('link', { name: t.open }).press('Enter');
  await expect(page.getByText(REASON)).toBeVisible();

  await button(page, t.appeal).press('Enter');
  await button(page, t.send).press('Enter');
  const field = page.getByRole('dialog').getByLabel(t.why);
  await expect(field).toBeFocused();
  await field.fill('It was a joke');
  await expect(field).toHaveAccessibleDescription('1,987 characters left');
  await button(page, t.send).press('Enter');
  await expect(page.getByText(t.state_open)).toBeVisible();
  await expect(button(page, t.appeal)).toHaveCount(0);

  await upholdBlock(admin, { entityId: id, reason: 'We read it again' });
  await page.goto(`${PATH}#${id}`);
  await page.reload(); // the page was open already, and another fragment loads nothing
  await expect(page.getByText(t.state_upheld)).toBeVisible();
  await expect(page.getByText('We read it again')).toBeVisible();

  await restoreEntity(admin, { entityId: id, reason: 'We were wrong' });
  await page.reload();
  await expect(page.getByText(t.overturned)).toBeVisible();
  await expect(page.getByText(t.state_upheld)).toHaveCount(0);
  await expect(page.getByText(REASON)).toBeVisible();
});

test('the notification of an old decision leads to it, although many are newer', async ({ page, world, signInAs }) => {
  const { ctx } = await signInAs();
  const { id } = await blockedMessage(world, ctx);
  for (let newer = 0; newer < 20; newer += 1) await blockedMessage(world, ctx);
  await page.goto(PATH);
  await expect(page.getByRole('article')).toHaveCount(20);
  await expect(page.locator(`[id="${id}"]`)).toHaveCount(0);

  await page.goto(`${PATH}?case=${id}#${id}`);

  await expect(page.getByRole('article').first()).toHaveAttribute('id', id);
  await expect(page.getByRole('article')).toHaveCount(21);
});

for (const [at, locale] of locales.entries())
  test(
    `the page of removed content and its dialog are sound in ${locale}`,
    lookIn(at, 0),
    async ({ page, world, signInAs }) => {
      const texts = words[locale].appeals;
      const { ctx } = await signInAs({ locale });
      await page.goto(`${prefixOf(locale)}${PATH}`);
      await expect(page.getByRole('heading', { name: texts.empty })).toBeVisible();
      await blockedMessage(world, ctx);

      await page.goto(`${prefixOf(locale)}${PATH}`);
      await expect(page.getByText(REASON)).toBeVisible();
      await expectSound(page, `appeals-${locale}`);
      await page.setViewportSize({ width: 1440, height: 900 });
      await shoot(page, `appeals-${locale}-wide`);

      await button(page, texts.appeal).press('Enter');
      await expect(page.getByRole('dialog', { name: texts.appealTitle })).toBeVisible();
      await expectSound(page, `appeals-form-${locale}`);
    },
  );
