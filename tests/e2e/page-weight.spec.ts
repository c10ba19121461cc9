import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright/test';
import { createDraft } from '#lib/crm/drafts/drafts.ts';
import { leaveCart, order } from '#tests/support/browser.ts';
import { receive } from '#tests/support/inbox.ts';
import { demoThing } from './fixtures/demo-things.ts';
import { long } from './fixtures/form.ts';
import { noProposal } from './fixtures/inbox-page.ts';
import { expect, test } from './fixtures/shop-test.ts';
import { isScript, watchScripts } from './fixtures/watch-scripts.ts';

const KB = 1024;
const mug = demoThing('speckled-stoneware-mug');

/** Returns the framework's shared chunks: the files that the build names for every page. All other files are ours. */
function frameworkFiles(): ReadonlySet<string> {
  const { rootMainFiles, polyfillFiles } = JSON.parse(readFileSync('.next/build-manifest.json', 'utf8')) as {
    rootMainFiles: string[];
    polyfillFiles: string[];
  };
  return new Set([...rootMainFiles, ...polyfillFiles].map((file) => `/_next/${file}`));
}

/** Loads a page to its end and returns the bytes of our own scripts, compressed as they are transferred. */
async function ownScripts(page: Page, path: string): Promise<number> {
  const framework = frameworkFiles();
  const bytes = new Map<string, Promise<number>>();
  const weigh = (response: Response) => {
    const { pathname } = new URL(response.url());
    if (isScript(response.request()) && !framework.has(pathname))
      bytes.set(
        pathname,
        response.body().then((body) => gzipSync(body).byteLength),
      );
  };
  page.on('response', weigh);
  // News that arrive meanwhile would load a part of their own.
  await page.routeWebSocket(/\/api\/tunnel\/ws$/, () => undefined);
  const scripts = watchScripts(page);
  await page.goto(path);
  await scripts.untilLoaded();
  page.off('response', weigh);
  const sizes = await Promise.all(bytes.values());
  expect(sizes.length, 'a page without a script of its own has not been measured').toBeGreaterThan(0);
  return sizes.reduce((sum, size) => sum + size, 0);
}

// The budgets are 35, 50 and 60 KB. Three pages are over theirs for now (docs/decisions/0050).
test.describe('a page loads no more script than its budget', () => {
  for (const [name, path, budget] of [
    ['list', '/products', 35],
    ['product', `/products/${mug.id}/${mug.slug}`, 38],
    ['cart', '/cart', 50],
    ['checkout', '/checkout', 51],
    ['wallet', '/wallet', 50],
    ['invitation of sellers', '/sell', 50],
    ['application of sellers', '/sell/apply', 50],
    ['console', '/admin/orders', 60],
    ['console payments', '/admin/payments', 60],
    ['inbox', '/admin/inbox', 60],
    ['inbox analytics', '/admin/inbox/analytics', 60],
    ['analytics', '/admin/analytics?tab=vitals', 60],
  ] as const)
    test(name, async ({ page, signInAs }) => {
      if (budget > 38) await leaveCart(await signInAs({ role: 'admin' }), [{ id: mug.id, qty: 1 }]);

      const own = await ownScripts(page, path);

      test.info().annotations.push({ type: 'own scripts', description: `${(own / KB).toFixed(1)} KB gz` });
      expect(own).toBeLessThanOrEqual(budget * KB);
    });
});

test('the page of an unpaid order loads no more script than its budget', async ({ page, signInAs }) => {
  const { id } = await order(await signInAs(), [{ id: mug.id, qty: 1 }]);

  const own = await ownScripts(page, `/orders/${id}`);

  test.info().annotations.push({ type: 'own scripts', description: `${(own / KB).toFixed(1)} KB gz` });
  expect(own).toBeLessThanOrEqual(50 * KB);
});

for (const has of ['no draft', 'a draft'] as const)
  test(`an inbox thread with ${has} loads no more script than its budget`, async ({ page, world, signInAs }) => {
    const { threadId } = await receive(world, {
      subject: 'How heavy is this?',
      text: 'A question',
      headers: noProposal,
    });
    const admin = await signInAs({ role: 'admin' });
    if (has === 'a draft') await createDraft(admin.ctx, threadId, 'Hello Nora.');

    const own = await ownScripts(page, `/admin/inbox/${threadId}`);

    await expect(page.getByRole('textbox', { name: /^Reply to/ })).toHaveCount(has === 'a draft' ? 1 : 0);
    test.info().annotations.push({ type: 'own scripts', description: `${(own / KB).toFixed(1)} KB gz` });
    expect(own).toBeLessThanOrEqual((has === 'a draft' ? 61 : 60) * KB);
  });

type Shift = PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean };
type Watched = { readonly takeShifts: () => readonly Shift[] };

/** Records all layout shifts of every page from its first moment on, as the browser reports them. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const seen: PerformanceEntry[] = [];
    const observer = new PerformanceObserver((list) => seen.push(...list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    Object.assign(globalThis, { takeShifts: () => [...seen, ...observer.takeRecords()] });
  });

/** Returns the sum of the layout shifts without recent user input, as the browser scores them. */
const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    // The next frame scores a shift that has just happened, and the frame after it delivers the score.
    for (let frame = 0; frame < 3; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
    return (globalThis as unknown as Watched)
      .takeShifts()
      .filter(({ hadRecentInput }) => !hadRecentInput)
      .reduce((sum, { value }) => sum + value, 0);
  });

async function scrollToEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pause = () => new Promise((resolve) => setTimeout(resolve, 50));
    for (let y = 0; y < document.documentElement.scrollHeight; y += window.innerHeight / 2) {
      window.scrollTo({ top: y, behavior: 'instant' });
      await pause();
    }
  });
  // The pictures that came into view are what could still move the page.
  await expect.poll(() => page.evaluate(() => [...document.images].every(({ complete }) => complete))).toBe(true);
}

test.describe('no layout shift while a page loads and is scrolled to its end', () => {
  for (const width of [360, 1440])
    for (const [name, path] of [
      ['list', '/products'],
      ['list in Ukrainian', '/uk/products'],
      ['product', `/products/${mug.id}/${mug.slug}`],
    ] as const)
      test(`${name} at ${width}`, width === 360 && name !== 'list' ? {} : long, async ({ page }) => {
        await page.setViewportSize({ width, height: 800 });
        await watchShifts(page);
        await page.goto(path);

        await scrollToEnd(page);

        expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);
      });

  test('the measure detects a layout shift', async ({ page }) => {
    await watchShifts(page);
    await page.goto('/products');
    const before = await layoutShift(page);

    await page.evaluate(() => document.body.style.setProperty('padding-top', '300px'));

    expect((await layoutShift(page)) - before).toBeGreaterThan(0.1);
  });
});
