import { locales } from '#lib/i18n/values.ts';
import { everyPage } from './fixtures/console-pages.ts';
import { everyLook } from './fixtures/form.ts';
import { expect, shoot, test } from './fixtures/shop-test.ts';
import { findingsOf, NARROWEST, widthOf } from './fixtures/sound.ts';

const WIDTHS = [360, 768, 1440] as const;
const THEMES = ['light', 'dark'] as const;

// One of the pages is that of an unknown address.
test.use({ refusals: [404] });

for (const locale of locales)
  test(
    `every page of the console is sound in ${locale}, in each theme and width`,
    everyLook,
    async ({ page, world, signInAs }) => {
      const paths = await everyPage(world);
      await signInAs({ role: 'superadmin', locale, name: 'Олена Оператор' });
      const found: string[] = [];

      for (const [at, path] of paths.entries()) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
        for (const theme of THEMES)
          for (const width of WIDTHS) {
            await page.setViewportSize({ width, height: 800 });
            await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
            found.push(...(await findingsOf(page)).map((one) => `${path} ${locale} ${theme} ${width}: ${one}`));
            await shoot(page, `console-${String(at).padStart(2, '0')}-${locale}-${theme}-${width}`);
          }
        await page.setViewportSize({ width: NARROWEST, height: 640 });
        if ((await widthOf(page)) > NARROWEST) found.push(`${path} ${locale}: wider than ${NARROWEST}`);
      }

      expect(found).toEqual([]);
    },
  );
