import { demoThing } from './fixtures/demo-things.ts';
import { looks } from './fixtures/form.ts';
import { expect, shoot, test } from './fixtures/shop-test.ts';
import { expectSound } from './fixtures/sound.ts';

const mug = demoThing('speckled-stoneware-mug');
const vase = demoThing('narrow-bud-vase');
const path = `/products/${mug.id}/${mug.slug}`;

for (const width of [360, 1440])
  test(`the gallery has thumbnails and a zoom, with the keyboard alone, at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(path);
    const gallery = page.getByRole('region', { name: `Pictures of ${mug.title}`, exact: true });
    const thumbnail = gallery.getByRole('button', { name: 'Show picture 2 of 2', exact: true });
    await thumbnail.focus();
    await page.keyboard.press('Enter');
    await expect(thumbnail).toHaveAttribute('aria-current', 'true');
    const enlarge = gallery.getByRole('button', { name: 'Enlarge picture 2 of 2', exact: true });
    await expect(enlarge).toBeInViewport();
    await shoot(page, `product-gallery-${width}`);

    await enlarge.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: `Pictures of ${mug.title}`, exact: true });
    await expect(dialog.getByRole('status')).toHaveText('2 of 2');
    await page.keyboard.press('ArrowRight');
    await expect(dialog.getByRole('status')).toHaveText('1 of 2');
    const picture = dialog.locator('img');
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300);
    const fitting = (await picture.boundingBox())?.width ?? 0;
    expect(fitting).toBeGreaterThan(300);
    await dialog.getByRole('button', { name: 'Zoom in', exact: true }).click();
    await expect(dialog.getByRole('button', { name: 'Zoom out', exact: true })).toBeVisible();
    await expect.poll(async () => (await picture.boundingBox())?.width).toBeGreaterThan(fitting * 1.9);
    await shoot(page, `product-zoom-${width}`);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(enlarge).toBeFocused();
  });

test('the buy bar stays in view on a phone', looks, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(path);
  const add = page.getByRole('button', { name: 'Add to cart', exact: true });
  await expect(add).toBeInViewport({ ratio: 0.9 });
  await page.getByRole('heading', { name: 'Details', exact: true }).scrollIntoViewIfNeeded();
  await expect(add).toBeInViewport({ ratio: 0.9 });
  await shoot(page, 'product-360');
  await expectSound(page, 'product-bar');
});

test('the address of a product is copied where the device has no sharing', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
  await page.goto(`/uk${path}?ref=RX`);
  await page.getByRole('button', { name: 'Поділитися', exact: true }).click();
  await expect(page.getByText('Посилання скопійовано')).toBeVisible();
  expect(new URL(await page.evaluate(() => navigator.clipboard.readText())).pathname).toBe(`/uk${path}`);
});

test('products that were opened before are shown from the browser’s own storage', async ({ page }) => {
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'Recently viewed' })).toHaveCount(0);
  await page.goto(`/products/${vase.id}/${vase.slug}`);
  const recent = page.getByRole('heading', { name: 'Recently viewed' }).locator('..');
  await expect(recent.getByRole('article')).toHaveCount(1);
  await recent.getByRole('link', { name: mug.title, exact: true }).click();
  await expect(page).toHaveURL(path);
  expect(await page.evaluate(() => localStorage.getItem('platform_recent'))).toBe(`${mug.id},${vase.id}`);
});
