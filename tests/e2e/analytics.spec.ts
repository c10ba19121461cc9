import type { Locator, Page } from 'playwright/test';
import { vitalTextOf } from '#components/admin/analytics/vital-text.ts';
import { errorAnalytics } from '#lib/admin/errors/error-analytics.ts';
import { openErrorBuffer } from '#lib/admin/errors/error-buffer.ts';
import { errorKinds } from '#lib/admin/errors/values.ts';
import { platformStats } from '#lib/admin/statistics/platform-stats.ts';
import { rollUpStats } from '#lib/admin/statistics/stats-rollup.ts';
import { rankPages } from '#lib/admin/vitals/rank-pages.ts';
import { openVitalsBuffer } from '#lib/admin/vitals/vitals-buffer.ts';
import { webVitals } from '#lib/admin/vitals/web-vitals.ts';
import { systemContext } from '#lib/context/context.ts';
import { Memo } from '#lib/context/ports/memo.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { newId } from '#lib/core/ids.ts';
import { DAY_MS, HOUR_MS } from '#lib/core/time.ts';
import en from '#lib/i18n/console/en/analytics.json' with { type: 'json' };
import ru from '#lib/i18n/console/ru/analytics.json' with { type: 'json' };
import uk from '#lib/i18n/console/uk/analytics.json' with { type: 'json' };
import { locales } from '#lib/i18n/values.ts';
import { buy, sell } from '#tests/support/browser.ts';
import { lookIn } from './fixtures/form.ts';
import { expect, test } from './fixtures/shop-test.ts';
import { expectSound, findingsOf } from './fixtures/sound.ts';

const texts = { en, uk, ru } as const;

/** The figures as the store has them now, kept nowhere. */
const fresh = (world: Runtime) => systemContext({ ...world, memo: new Memo(world.now) }, newId('request'));

/** Notes samples and errors of some days before today, and stores them. */
async function fillDays(world: Runtime): Promise<void> {
  for (const [back, slower] of [
    [5, 1],
    [2, 3],
    [1, 2],
  ] as const) {
    const now = () => new Date(world.now().getTime() - back * DAY_MS);
    const [vitals, errors] = [openVitalsBuffer({ ...world, now }), openErrorBuffer({ ...world, now })];
    for (const path of ['/products', '/products/[id]/[[...slug]]', '/cart'])
      for (let n = 1; n <= 10 * slower; n++) {
        const sample = (name: string, value: number) => ({ name, value, path });
        vitals.note([sample('LCP', 700 * slower + 60 * n), sample('INP', 60 * slower + n), sample('FCP', 400 + n)]);
        vitals.note([sample('CLS', 0.03 * slower), sample('TTFB', 120 + n)]);
      }
    const caller = { userId: null, requestId: null };
    for (let n = 0; n < slower; n++) {
      const message = 'Cannot read properties of undefined (reading "priceMinor")';
      errors.note({ kind: 'client', name: 'TypeError', message, path: '/cart', release: '0.1.0', ...caller });
      errors.note({ kind: 'server', thrown: new RangeError('A day of the past'), path: '/api/store/cart', ...caller });
    }
    errors.note({ kind: 'csp', directive: 'img-src', blocked: 'https://elsewhere.test', path: '/products', ...caller });
    errors.note({ kind: 'process', processId: 'backup', code: 'ENOSPC', message: 'no space left', ...caller });
    await Promise.all([vitals.flush(), errors.flush()]);
  }
}

/** Rolls up as the process does. Pages are ranked once an hour, and the server may have done that already. */
async function rollUp(world: Runtime): Promise<void> {
  await rankPages({ ...world, now: () => new Date(world.now().getTime() + HOUR_MS) });
  let next: string | null = null;
  do ({ next } = await rollUpStats(fresh(world), next));
  while (next !== null);
}

const chart = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).first();

/** Opens the table of a chart by keyboard, and returns its cells row by row. */
async function tableOf(shown: Locator): Promise<string[][]> {
  await shown.locator('summary').press('Enter');
  await expect(shown.getByRole('table')).toBeVisible();
  const rows = await shown.locator('tbody tr').all();
  return Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()));
}

/** Returns the height of each bar of a series, as a share of the drawing. A day without a bar has none. */
async function barsOf(shown: Locator, series: number): Promise<readonly number[]> {
  const drawn =
    (await shown.locator('svg[preserveAspectRatio] > path:not([vector-effect])').nth(series).getAttribute('d')) ?? '';
  return drawn
    .split('M')
    .slice(1)
    .map((bar) => {
      const [foot = '0', top = '0'] = bar.split(/[ V]/).slice(1);
      return Number(foot) - Number.parseFloat(top);
    });
}

/** The server keeps figures for ten seconds, and another test may have read them before this one wrote. */
const untilShown = (page: Page, address: string, shown: () => Promise<void>) =>
  expect(async () => {
    await page.goto(address);
    await shown();
  }).toPass();

test('charts and tables show the figures of the rows', async ({ page, world, signInAs }) => {
  await fillDays(world);
  await rollUp(world);
  await signInAs({ role: 'admin' });

  await test.step('web vitals, with their thresholds', async () => {
    let figures = await webVitals(fresh(world), '7d');
    // The page measures itself as well, so the figures grow until both sides have read the same.
    await untilShown(page, '/admin/analytics?tab=vitals', async () => {
      figures = await webVitals(fresh(world), '7d');
      const measured = `${new Intl.NumberFormat('en').format(figures.samples)} measurements`;
      await expect(page.getByText(measured)).toBeVisible({ timeout: 1 });
    });
    const { daily, metrics, byPath } = figures;
    for (const name of ['LCP', 'INP', 'CLS'] as const) {
      const text = vitalTextOf(name, 'en');
      const shown = chart(page, `${name}, 75th percentile by day`);
      const cells = await tableOf(shown);
      expect(cells.map(([, value]) => value)).toEqual(daily.map(({ [name]: p75 }) => (p75 === null ? '–' : text(p75))));
      await expect(shown).toContainText(en.goodUpTo.replace('{value}', text({ LCP: 2500, INP: 200, CLS: 0.1 }[name])));
    }
    await expect(page.locator('main dl')).toContainText(vitalTextOf('LCP', 'en')(metrics.LCP.p75 ?? 0));
    const first = page.getByRole('table', { name: en.byPage }).getByRole('row').nth(1);
    await expect(first).toContainText(byPath[0]?.path ?? 'no page');
  });

  await test.step('errors by day and cause', async () => {
    const { daily, groups } = await errorAnalytics(fresh(world), { range: '7d', limit: 50 });
    await page.goto('/admin/analytics?tab=errors');
    const shown = chart(page, en.errorsByDay);
    const cells = await tableOf(shown);
    expect(cells.map(([, ...counts]) => counts)).toEqual(
      daily.map((day) => errorKinds.map((kind) => String(day[kind]))),
    );
    const heights = await barsOf(shown, 0);
    const counts = daily.map(({ client }) => client).filter((count) => count > 0);
    expect(heights.map((height) => Math.round((height / (heights[0] ?? 1)) * (counts[0] ?? 1)))).toEqual(counts);
    await expect(page.getByRole('table', { name: en.groups }).getByRole('row')).toHaveCount(groups.length + 1);

    await page.getByRole('navigation', { name: en.kinds }).getByRole('link', { name: en.kind_process }).press('Enter');
    await expect(page).toHaveURL(/kind=process/);
    await expect(page.getByRole('table', { name: en.groups }).getByRole('row')).toHaveCount(2);
    await expect(page.getByRole('row').filter({ hasText: 'ENOSPC' })).toContainText('backup');
  });
});

test('the figures of the platform are those of its rows, and the range is in the address', async ({
  page,
  world,
  signInAs,
}) => {
  const vase = await sell(world, 'Vase that counts', 3);
  const buyer = await signInAs({ role: 'superadmin', creditMinor: 1_000_000 });
  await buy(buyer, [{ id: vase, qty: 1 }]);
  await rollUp(world);
  const { daily } = await platformStats(fresh(world), '90d');

  await untilShown(page, '/admin/analytics?range=90d', async () => {
    const cells = await tableOf(chart(page, en.newOrders));
    expect(cells.map(([, count]) => Number(count))).toEqual(daily.map(({ orders }) => orders));
  });

  const csv = page.getByRole('link', { name: 'Download CSV' });
  await expect(csv).toHaveAttribute('href', '/api/admin/exports/stats?range=90d');
  const ranges = page.getByRole('navigation', { name: en.range });
  await expect(ranges.getByRole('link', { name: en.range_90d })).toHaveAttribute('aria-current', 'page');
  await ranges.getByRole('link', { name: en.range_7d }).press('Enter');
  await expect(page).toHaveURL('/admin/analytics?range=7d');
  await page.getByRole('navigation', { name: en.tabs }).getByRole('link', { name: en.tab_errors }).press('Enter');
  await expect(page).toHaveURL('/admin/analytics?tab=errors&range=7d');
  await page.goBack();
  await expect(ranges.getByRole('link', { name: en.range_7d })).toHaveAttribute('aria-current', 'page');
});

test('keys, the palette and the menu lead to the analytics', async ({ page, signInAs }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAs({ role: 'admin' });
  const heading = page.getByRole('heading', { level: 1, name: en.title });

  await page.goto('/admin');
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect(heading).toBeVisible();

  await page.goto('/admin');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('analyt');
  await page.keyboard.press('Enter');
  await expect(heading).toBeVisible();

  await page.goto('/admin');
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: en.title }).click();
  await expect(heading).toBeVisible();
});

test.describe('who has no business there', () => {
  test.use({ refusals: [403] });

  test('gets no figures', async ({ page, signInAs }) => {
    await signInAs({ role: 'confidential' });
    const reply = await page.goto('/admin/analytics');

    expect(reply?.status()).toBe(403);
    await expect(page.getByRole('heading', { name: en.title })).toHaveCount(0);
  });
});

for (const [at, locale] of locales.entries())
  test(`the analytics are sound in ${locale}`, lookIn(at, 1), async ({ page, world, signInAs }) => {
    const t = texts[locale];
    await fillDays(world);
    await rollUp(world);
    await signInAs({ role: 'admin', locale });

    for (const tab of ['platform', 'vitals', 'errors'] as const) {
      await page.goto(`/admin/analytics?tab=${tab}&range=30d`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.title);
      await expectSound(page, `analytics-${tab}-${locale}`);
    }
    await page.locator('summary').first().press('Enter');
    expect(await findingsOf(page)).toEqual([]);
  });
