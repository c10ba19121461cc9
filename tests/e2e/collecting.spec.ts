import type { Page } from 'playwright/test';
import { errorAnalytics } from '#lib/admin/errors/error-analytics.ts';
import type { ErrorKind } from '#lib/admin/errors/values.ts';
import { webVitals } from '#lib/admin/vitals/web-vitals.ts';
import { Memo } from '#lib/context/ports/memo.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { demoThing } from './fixtures/demo-things.ts';
import { expect, test } from './fixtures/shop-test.ts';

const mug = demoThing('speckled-stoneware-mug');

// The server stores what it has collected every ten seconds. These read the store itself and keep nothing.
const vitalsOf = ({ data, now }: Runtime) => webVitals({ data, now, memo: new Memo(now) }, '7d');
const errorsOf = async ({ data, now }: Runtime, kind: ErrorKind) =>
  (await errorAnalytics({ data, now, memo: new Memo(now) }, { range: '7d', kind, limit: 50 })).groups;

/** Waits until the page measures: its part for that comes after everything else. */
const untilMeasured = (page: Page) => page.waitForLoadState('networkidle');

/** Leaves a page as a person does who closes the tab or goes elsewhere. */
const leave = (page: Page) => page.goto('about:blank');

test.describe('collecting', () => {
  test('the web vitals of a page view arrive under the pattern of its page', async ({ page, world }) => {
    const before = (await vitalsOf(world)).metrics;
    await page.goto(`/uk/products/${mug.id}/${mug.slug}`);
    await untilMeasured(page);
    await page.getByRole('heading', { level: 1 }).click();
    await leave(page);

    await expect
      .poll(async () => {
        const { metrics } = await vitalsOf(world);
        return (['LCP', 'FCP', 'TTFB', 'CLS'] as const).filter((name) => metrics[name].samples > before[name].samples);
      })
      .toEqual(['LCP', 'FCP', 'TTFB', 'CLS']);
    const { LCP, TTFB } = (await vitalsOf(world)).metrics;
    expect(LCP.p75).toBeGreaterThan(TTFB.p50 ?? 0);
  });

  test('a breach of the content policy arrives, without the address of the page', async ({
    browser,
    baseURL,
    world,
  }) => {
    // Of its own, because every other browser fails the test at a breach.
    const context = await browser.newContext({ ...(baseURL && { baseURL }) });
    const page = await context.newPage();
    await page.goto(`/products/${mug.id}/${mug.slug}?mail=ann@shop.test`);

    await page.evaluate(() => {
      const picture = new Image();
      picture.src = 'https://elsewhere.test/ann@shop.test.png';
      document.body.append(picture);
    });

    await expect
      .poll(() => errorsOf(world, 'csp'))
      .toContainEqual(
        expect.objectContaining({
          name: 'img-src',
          message: 'https://elsewhere.test',
          path: '/products/[id]/[[...slug]]',
        }),
      );
    expect(JSON.stringify(await errorsOf(world, 'csp'))).not.toContain('ann@');
    await context.close();
  });

  test('what a page throws arrives once, and a rejection that nobody handles', async ({ browser, baseURL, world }) => {
    const context = await browser.newContext({ ...(baseURL && { baseURL }) });
    const page = await context.newPage();
    await page.goto('/products');
    await untilMeasured(page);

    await page.evaluate(() => {
      for (let n = 0; n < 3; n++)
        setTimeout(() => {
          throw new TypeError('No row prd_8f3kd02m for ann@shop.test');
        });
      void Promise.reject(new RangeError('nobody handles this'));
    });

    await expect
      .poll(async () =>
        (await errorsOf(world, 'client')).map(({ name, message, path, count }) => [name, message, path, count]),
      )
      .toEqual(
        expect.arrayContaining([
          ['TypeError', 'No row <id> for <address>', '/products', 1],
          ['RangeError', 'nobody handles this', '/products', 1],
        ]),
      );
    await context.close();
  });
});
