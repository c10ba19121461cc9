import { ProcessRuns } from '#lib/admin/collections.ts';
import { newId } from '#lib/core/ids.ts';
import { MINUTE_MS } from '#lib/core/time.ts';
import overview from '#lib/i18n/console/uk/overview.json' with { type: 'json' };
import processes from '#lib/i18n/console/uk/processes.json' with { type: 'json' };
import { lookIn, looks } from './fixtures/form.ts';
import { expect, test } from './fixtures/shop-test.ts';
import { expectSound, findingsOf, NARROWEST, widthOf } from './fixtures/sound.ts';

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 800 };

test('the console has a layout of its own, and the shop is one link away', async ({ page, signInAs }) => {
  await page.setViewportSize(WIDE);
  await signInAs({ role: 'admin' });
  await page.goto('/');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeVisible();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('link', { name: 'Console', exact: true }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  const menu = page.getByRole('navigation', { name: 'Console' });
  await expect(menu.getByRole('link', { name: 'Settings' })).toHaveCount(0);
  await menu.getByRole('link', { name: 'Orders' }).click();
  await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toContainText('Orders');
  await expect(menu.getByRole('link', { name: 'Orders' })).toHaveAttribute('aria-current', 'true');

  await page.getByRole('link', { name: 'Open shop' }).click();
  await expect(page.getByRole('contentinfo')).toBeVisible();
});

test('the sidebar stays collapsed over pages and reloads', looks, async ({ page, signInAs }) => {
  await page.setViewportSize(WIDE);
  await signInAs({ role: 'superadmin' });
  await page.goto('/admin');
  const sidebar = page.getByRole('complementary', { name: 'Console menu' });
  const full = await sidebar.boundingBox();

  await page.getByRole('button', { name: 'Full menu' }).click();
  await page.reload();

  await expect(page.getByRole('button', { name: 'Full menu' })).toHaveAttribute('aria-expanded', 'false');
  expect((await sidebar.boundingBox())?.width).toBeLessThan((full?.width ?? 0) / 2);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expectSound(page, 'admin-collapsed');
});

test('on a narrow screen a bar opens the menu, which closes after a choice', async ({ page, signInAs }) => {
  await page.setViewportSize(NARROW);
  await signInAs({ role: 'admin' });
  await page.goto('/admin');
  const menu = page.getByRole('navigation', { name: 'Console' });
  await expect(menu).toBeHidden();

  await page.getByRole('button', { name: 'Open menu' }).click();
  expect(await findingsOf(page)).toEqual([]);
  await menu.getByRole('link', { name: 'Payments' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  await expect(menu).toBeHidden();
});

test.describe('the shell is sound', () => {
  for (const [at, [locale, title]] of (
    [
      ['en', 'Overview'],
      ['uk', 'Огляд'],
      ['ru', 'Обзор'],
    ] as const
  ).entries())
    test(`in ${locale}`, lookIn(at, 0), async ({ page, signInAs }) => {
      await signInAs({ role: 'superadmin', locale });
      await page.goto('/admin');
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();

      for (const colorScheme of ['light', 'dark'] as const)
        for (const width of [360, 768, 1440]) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          await page.setViewportSize({ width, height: 900 });
          expect(await findingsOf(page), `${colorScheme} ${width}`).toEqual([]);
        }
      await page.setViewportSize({ width: NARROWEST, height: 640 });
      expect(await widthOf(page)).toBeLessThanOrEqual(NARROWEST);
    });
});

test('the overview names a failed process in the language of its reader', async ({ page, world, signInAs }) => {
  const at = new Date(Date.now() + MINUTE_MS).toISOString();
  await world.data.create(ProcessRuns, newId('run'), {
    ...{ processId: 'month-end', trigger: 'cron', actorId: null, status: 'failed', attempt: 1 },
    ...{ counts: { seen: 0, done: 0, skipped: 0, failed: 0 }, errorCode: 'Broken', errorMessage: 'Broken' },
    ...{ cursor: null, startedAt: at, heartbeatAt: at, finishedAt: at, durationMs: 0 },
    expiresAt: '2099-01-01T00:00:00.000Z',
  });
  await signInAs({ role: 'admin', locale: 'uk' });

  // The server reads the runs at most once in two seconds.
  await expect(async () => {
    await page.goto('/admin');
    const failed = page.getByRole('listitem').filter({ hasText: overview.failedProcesses });
    await expect(failed).toContainText(processes['name_month-end'], { timeout: 500 });
  }).toPass();
});

test.describe('someone else', () => {
  test.use({ refusals: [403] });

  test('who may not open the console sees the shop around the refusal', async ({ page, signInAs }) => {
    await signInAs();
    await page.goto('/admin');

    await expect(page.getByRole('heading', { level: 1, name: 'You do not have access to this page' })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
  });

  test('an admin sees the sidebar around a page of superadmins', async ({ page, signInAs }) => {
    await signInAs({ role: 'admin' });
    await page.goto('/admin/settings');

    await expect(page.getByRole('heading', { level: 1, name: 'You do not have access to this page' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
  });
});
