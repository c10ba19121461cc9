import type { Page } from 'playwright/test';
import { demoThing } from './fixtures/demo-things.ts';
import { long } from './fixtures/form.ts';
import { expect, test } from './fixtures/shop-test.ts';

const mug = demoThing('speckled-stoneware-mug');

/** Delays the data of the next pages, as a slow network does, until the returned function is called. */
async function holdPages(page: Page): Promise<() => void> {
  const pages = Promise.withResolvers<void>();
  await page.route(
    (url) => url.searchParams.has('_rsc'),
    async (route) => {
      await pages.promise;
      await route.continue();
    },
  );
  return pages.resolve;
}

test('a followed link shows its progress while the page loads', long, async ({ page }) => {
  await page.goto('/products?search=mug');
  const letGo = await holdPages(page);
  const line = page.locator('.link-progress');

  await page.getByRole('link', { name: mug.title }).click();
  await expect(line).toBeVisible();
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'true');
  letGo();

  await expect(page.getByRole('heading', { level: 1, name: mug.title })).toBeVisible();
  await expect(line).toHaveCount(0);
  await expect(page.getByRole('main')).not.toHaveAttribute('aria-busy');
});

test('a menu closes when a link in it is followed', async ({ page, signInAs }) => {
  await signInAs();
  await page.goto('/');
  const menu = page.locator('#account-menu');
  await page.getByRole('button', { name: 'Account' }).click();
  const letGo = await holdPages(page);

  await menu.getByRole('link', { name: 'Orders' }).click();
  await expect(menu).toBeHidden();
  await expect(page.locator('.link-progress')).toBeVisible();
  letGo();

  await expect(page.getByRole('heading', { level: 1, name: 'Your orders' })).toBeVisible();
  await expect(menu).toBeHidden();
});

test('Tab follows the visual order of the header, on a phone and on a wide screen', async ({ page }) => {
  for (const [width, stops] of [
    [360, ['Language', 'Switch to dark theme', 'Sign in', 'Cart, empty', 'Search']],
    [1440, ['Catalog', 'Search', 'Search', 'Language', 'Switch to dark theme', 'Sign in']],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Cart, empty' })).toBeVisible();
    await page.getByRole('link', { name: 'Plaza home page' }).focus();

    for (const name of stops) {
      await page.keyboard.press('Tab');
      await expect(page.locator('header :focus')).toHaveAccessibleName(name);
    }
  }
});

test(
  'Tab reaches the product picture in view and no other, and the small ones bring another into view',
  long,
  async ({ page }) => {
    const pictures = page.getByRole('region', { name: `Pictures of ${mug.title}` });
    const enlarge = (place: number) =>
      pictures.getByRole('button', { name: `Enlarge picture ${place} of 2`, exact: true });
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`/products/${mug.id}/${mug.slug}`);
      await expect(enlarge(1)).toHaveAttribute('tabindex', '0');
      await expect(enlarge(2)).toHaveAttribute('tabindex', '-1');

      await pictures.getByRole('button', { name: 'Show picture 2 of 2', exact: true }).press('Enter');
      await expect(enlarge(2)).toHaveAttribute('tabindex', '0');
      await expect(enlarge(1)).toHaveAttribute('tabindex', '-1');
    }
  },
);
