import type { Page } from 'playwright/test';
import { long } from './fixtures/form.ts';
import { expect, test } from './fixtures/shop-test.ts';

const titles = (page: Page) => page.getByRole('article').getByRole('heading').allTextContents();
const count = (page: Page) => page.getByRole('status').filter({ hasText: 'product' });

/** Compares the filters of the address. Order and currency are in the address as well but are not filters. */
const filters = (text: string) => (url: URL) => {
  const query = new URLSearchParams(url.search);
  for (const name of ['sortBy', 'currency']) query.delete(name);
  return decodeURIComponent(query.toString()) === text;
};

test('filters live in the URL: they survive a reload, Back removes one, and a copied URL shows the same', async ({
  page,
  openBrowser,
}) => {
  await page.goto('/products');
  await page.getByRole('checkbox', { name: 'Lighting' }).check();
  await expect(page).toHaveURL(filters('categories=lighting'));
  await page.getByRole('checkbox', { name: 'In stock only' }).check();
  await expect(page).toHaveURL(filters('categories=lighting&inStock=true'));
  await page.getByRole('textbox', { name: 'To' }).fill('3000');
  await expect(page).toHaveURL(filters('categories=lighting&max=3000&inStock=true'));
  await expect(page.getByRole('link', { name: 'Remove filter: up to ₴3,000' })).toBeVisible();
  const found = await titles(page);

  await page.reload();
  expect(await titles(page)).toEqual(found);
  await expect(page.getByRole('checkbox', { name: 'Lighting' })).toBeChecked();
  await expect(page.getByRole('textbox', { name: 'To' })).toHaveValue('3000');

  const friend = await (await openBrowser()).newPage();
  await friend.goto(page.url());
  expect(await titles(friend)).toEqual(found);

  await page.goBack();
  await expect(page).toHaveURL(filters('categories=lighting&inStock=true'));
  await expect(page.getByRole('textbox', { name: 'To' })).toHaveValue('');
  await page.goBack();
  await expect(page.getByRole('checkbox', { name: 'In stock only' })).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Lighting' })).toBeChecked();
});

test('each active filter is removed by its chip, and all by one link', long, async ({ page }) => {
  await page.goto('/products?categories=lighting,textiles&inStock=true');
  const all = await count(page).textContent();

  await page.getByRole('link', { name: 'Remove filter: Lighting' }).click();
  await expect(page).toHaveURL(filters('categories=textiles&inStock=true'));
  await expect(page.getByRole('checkbox', { name: 'Lighting' })).not.toBeChecked();
  await expect(count(page)).not.toHaveText(all ?? '');
  await page.getByRole('link', { name: 'Clear all' }).click();
  await expect(page).toHaveURL(filters(''));
  await expect(page.getByRole('navigation', { name: 'Active filters' })).toHaveCount(0);
});

test('a misspelled search is corrected, and the page says so', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('searchbox', { name: 'Search' }).fill('notebok');
  await page.getByRole('searchbox', { name: 'Search' }).press('Enter');

  await expect(page.getByText('No results for “notebok”. Showing results for “notebook” instead.')).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: 'Cloth-bound notebook' })).toBeVisible();
});

test('a word in Latin letters finds a product with a Cyrillic name', long, async ({ page }) => {
  await page.goto('/uk/products?search=blyudo');

  await expect(page.getByRole('article').filter({ hasText: 'Оливкове блюдо' })).toBeVisible();
});

test('an empty result is explained, and its filters can be cleared', async ({ page }) => {
  await page.goto('/products?search=qqqqqqqq');

  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Nothing found' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Clear all' }).click();
  await expect(page).toHaveURL('/products');
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('sort order and currency are remembered from page to page', long, async ({ page }) => {
  await page.goto('/products');
  await page.getByRole('combobox', { name: 'Currency' }).selectOption('EUR');
  await expect(page.getByRole('article').first()).toContainText('€');
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price_asc');
  await expect(page).toHaveURL(/sortBy=price_asc/);

  await page.goto('/');
  await expect(page.getByRole('article').first()).toContainText('€');
  await page.goto('/products');

  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('price_asc');
  await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveValue('EUR');
  const prices = (await page.getByRole('article').allTextContents()).map((text) =>
    Number(/€([\d,.]+)/.exec(text)?.[1]?.replaceAll(',', '')),
  );
  expect(prices).toEqual(prices.toSorted((one, other) => one - other));
});

test('a price filter keeps its currency, and accepts common ways to write a price', long, async ({ page }) => {
  await page.goto('/products?currency=UAH');
  const from = page.getByRole('textbox', { name: 'From' });
  await from.fill('1 000');
  await expect(page.getByRole('link', { name: 'Remove filter: from ₴1,000' })).toBeVisible();
  await expect(page).toHaveURL(filters('min=1000'));
  await expect(from).toHaveValue('1 000');

  await page.getByRole('combobox', { name: 'Currency' }).selectOption('EUR');
  await expect(page).toHaveURL(filters(''));
  await expect(page).toHaveURL(/currency=EUR/);
  await expect(from).toHaveValue('');
  await expect(page.getByRole('article').first()).toContainText('€');

  await from.fill('10.999');
  await expect(page).toHaveURL(filters('min=10.999'));
  await expect(page.getByRole('navigation', { name: 'Active filters' })).toHaveCount(0);
});

test('an invalid or outdated cursor leads to the start of the list', long, async ({ page, context, baseURL }) => {
  const { nextAfterId } = await (await page.request.get('/api/store/products?currency=UAH')).json();
  const addresses = ['afterId=zzz', `afterId=${nextAfterId}&sortBy=price_asc`, `afterId=${nextAfterId}&currency=EUR`];

  for (const address of addresses) {
    const reply = await page.goto(`/products?${address}`);
    expect([address, reply?.status()]).toEqual([address, 200]);
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'First page' })).toHaveCount(0);
  }
  await context.addCookies([{ name: 'plaza_currency', value: 'EUR', url: baseURL ?? '' }]);
  expect((await page.goto(`/products?afterId=${nextAfterId}`))?.status()).toBe(200);
});

test('a category tile shows the list’s count, and the list has one way to continue', async ({ page }) => {
  await page.goto('/');
  const tile = page.getByRole('region', { name: 'Categories' }).getByRole('link').first();
  const shown = /\d+$/.exec((await tile.textContent()) ?? '')?.[0];
  await tile.click();
  await expect(page).toHaveURL(/categories=/);
  await expect(count(page)).toHaveText(new RegExp(`^(\\d+ of )?${shown} products?$`));

  await page.goto('/products');
  await expect(page.getByRole('link', { name: 'Show more' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Next page' })).toBeHidden();
});

test('the list grows in place, and Back from a product restores it with its position', async ({ page }) => {
  await page.goto('/products');
  await page.getByRole('link', { name: 'Show more' }).click();
  await expect(page.getByRole('article')).toHaveCount(48);
  const last = page.getByRole('article').last();
  const title = await last.getByRole('heading').textContent();

  await last.getByRole('heading').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: title ?? '' })).toBeVisible();
  await page.goBack();

  await expect(page.getByRole('article')).toHaveCount(48);
  await expect(page.getByRole('article').last()).toBeInViewport();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the next page, the filters and the search work as links and forms', async ({ page }) => {
    await page.goto('/products?sortBy=name');
    const first = await titles(page);
    await page.getByRole('link', { name: 'Next page' }).click();
    await expect(page).toHaveURL(/afterId=/);
    const second = await titles(page);
    expect(second.filter((title) => first.includes(title))).toEqual([]);
    expect(second.length).toBeGreaterThan(0);
    await page.getByRole('link', { name: 'First page' }).click();
    await expect(page).toHaveURL('/products?sortBy=name');
    expect(await titles(page)).toEqual(first);

    await page.getByRole('checkbox', { name: 'Textiles' }).check();
    await page.getByRole('button', { name: 'Show results' }).click();
    await expect(page).toHaveURL(/categories=textiles/);
    await expect(page.getByRole('link', { name: 'Remove filter: Textiles' })).toBeVisible();

    await page.getByRole('searchbox', { name: 'Search' }).fill('mug');
    await page.getByRole('searchbox', { name: 'Search' }).press('Enter');
    await page.getByRole('link', { name: 'Speckled stoneware mug' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Speckled stoneware mug' })).toBeVisible();
  });
});
