import type { Page } from 'playwright/test';
import { systemContext } from '#lib/context/context.ts';
import { newId } from '#lib/core/ids.ts';
import { fill } from '#lib/i18n/fill.ts';
import { locales } from '#lib/i18n/values.ts';
import { changeStock } from '#lib/store/stock/change-stock.ts';
import { notifyWatchers } from '#lib/store/watches/back-in-stock.ts';
import { addWish } from '#lib/store/wishlist/wishlists.ts';
import { sell } from '#tests/support/browser.ts';
import { demoThing } from './fixtures/demo-things.ts';
import { lookIn, looks } from './fixtures/form.ts';
import { expect, shoot, test } from './fixtures/shop-test.ts';
import { expectSound } from './fixtures/sound.ts';
import { prefixOf, words } from './fixtures/words.ts';

const mug = demoThing('speckled-stoneware-mug');
const texts = words.en.wishlist;
const watch = words.en.stockWatch;

const heart = (page: Page, title: string) =>
  page
    .getByRole('main')
    .getByRole('button', { name: fill(texts.heart, { title }, 'en'), exact: true })
    .first();
const storedList = (page: Page) => page.evaluate(() => localStorage.getItem('platform_wishlist'));

test('a guest’s wishlist comes along into the account, and a sold-out product reports back', async ({
  page,
  world,
  signInAs,
}) => {
  const title = `Moon jar ${newId('request')}`;
  const jar = await sell(world, title, 0);
  await page.goto(`/products/${mug.id}/${mug.slug}`);
  await heart(page, mug.title).click();
  await expect(heart(page, mug.title)).toHaveAttribute('aria-pressed', 'true');
  expect(await storedList(page)).toBe(mug.id);
  await page.goto(`/products/${jar}`);
  await expect(page.getByRole('link', { name: watch.signIn, exact: true })).toBeVisible();
  await heart(page, title).click();
  await page.goto('/wishlist');
  await expect(page.getByRole('article')).toHaveCount(2);

  const { ctx } = await signInAs();
  await page.goto('/wishlist');
  await expect(page.getByText(fill(texts.count, { count: 2 }, 'en'), { exact: true })).toBeVisible();
  await expect.poll(() => storedList(page)).toBeNull();
  await page.getByRole('button', { name: fill(texts.addOf, { title: mug.title }, 'en'), exact: true }).click();
  await expect(page.getByRole('main').getByRole('link', { name: texts.inCart, exact: true })).toBeVisible();
  await heart(page, mug.title).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('article').getByRole('link', { name: title, exact: true }).click();

  await page.getByRole('button', { name: watch.start, exact: true }).click();
  await expect(page.getByText(watch.watching, { exact: true })).toBeVisible();
  await page.goto('/wishlist');
  const waiting = page.getByRole('region', { name: watch.title, exact: true });
  await expect(waiting.getByRole('link', { name: title, exact: true })).toBeVisible();

  const shop = systemContext(world, newId('request'));
  await changeStock(shop, jar, { delta: 2, kind: 'restock' });
  // The shop itself waits five minutes, so that a single unit that is sold at once disappoints no one.
  await notifyWatchers(shop, { productId: jar });
  await page
    .getByRole('banner')
    .getByRole('button', { name: fill(words.en.shell.bell, { count: 1 }, 'en') })
    .click();
  const news = page.getByRole('dialog', { name: words.en.notifications.title });
  await news.getByRole('link', { name: new RegExp(`Back in stock: ${title}`) }).click();
  await expect(page.getByRole('button', { name: words.en.buy.add, exact: true })).toBeVisible();
  await expect(heart(page, title)).toHaveAttribute('aria-pressed', 'true');
  expect(ctx.user.id).toMatch(/^usr_/);
});

test('the wishlist explains itself when it is empty, and marks what is gone', looks, async ({ page, signInAs }) => {
  await page.goto('/wishlist');
  await expect(page.getByRole('heading', { name: texts.emptyTitle, exact: true })).toBeVisible();
  await expectSound(page, 'wishlist-empty');
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.evaluate((id) => localStorage.setItem('platform_wishlist', `prd_gone,${id}`), mug.id);
  await page.reload();
  await expect(page.getByText(texts.gone, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: fill(texts.removeOf, { number: 1, count: 2 }, 'en'), exact: true }).click();
  await expect(page.getByText(texts.gone, { exact: true })).toHaveCount(0);
  await expect(page.getByRole('article').getByRole('link', { name: mug.title, exact: true })).toBeFocused();
  await signInAs();
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expectSound(page, 'wishlist');
  await heart(page, mug.title).click();
  await expect(page.getByRole('region', { name: texts.title, exact: true })).toBeFocused();
});

for (const [at, locale] of locales.entries())
  for (const width of [360, 1440])
    test(`the wishlist in ${locale} at ${width}`, lookIn(at + width, 361), async ({ page, world, signInAs }) => {
      const { ctx } = await signInAs({ locale });
      const jar = await sell(world, `Moon jar ${newId('request')}`, 0);
      for (const id of [mug.id, jar]) await addWish(ctx, id);
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${prefixOf(locale)}/products/${jar}`);
      await page.getByRole('button', { name: words[locale].stockWatch.start, exact: true }).click();
      await expect(page.getByText(words[locale].stockWatch.watching, { exact: true })).toBeVisible();
      await shoot(page, `sold-out-${locale}-${width}`);
      await page.goto(`${prefixOf(locale)}/wishlist`);
      await expect(page.getByRole('article')).toHaveCount(2);
      await expect(page.getByRole('region', { name: words[locale].stockWatch.title })).toBeVisible();
      await shoot(page, `wishlist-${locale}-${width}`);
    });
