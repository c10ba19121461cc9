import en from '#lib/i18n/console/en/analytics.json' with { type: 'json' };
import ru from '#lib/i18n/console/ru/analytics.json' with { type: 'json' };
import uk from '#lib/i18n/console/uk/analytics.json' with { type: 'json' };
import { locales } from '#lib/i18n/values.ts';
import { lookIn } from './fixtures/form.ts';
import { expect, test } from './fixtures/shop-test.ts';
import { expectSound } from './fixtures/sound.ts';

const texts = { en, uk, ru } as const;

test.use({ vars: { ANALYTICS_COLLECT: 'off' } });

test('no page sends anything where collecting is off', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });

  await page.goto('/products', { waitUntil: 'networkidle' });
  await page.getByRole('heading', { level: 1 }).click();
  await page.goto('about:blank');

  expect(sent).toEqual([]);
});

for (const [at, locale] of locales.entries())
  test(`the analytics without figures are sound in ${locale}`, lookIn(at, 2), async ({ page, signInAs }) => {
    const t = texts[locale];
    await signInAs({ role: 'admin', locale });

    await page.goto('/admin/analytics?tab=vitals');
    await expect(page.getByRole('heading', { name: t.noSamples })).toBeVisible();
    await expectSound(page, `analytics-no-samples-${locale}`);
    await page.goto('/admin/analytics?tab=errors');
    await expect(page.getByRole('heading', { name: t.noErrors })).toBeVisible();
    await expectSound(page, `analytics-no-errors-${locale}`);
  });
