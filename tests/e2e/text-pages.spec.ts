import { readText } from '#lib/web/texts/read-text.ts';
import { textPages } from '#lib/web/texts/values.ts';
import { expect, shoot, test } from './fixtures/shop-test.ts';
import { prefixOf, words } from './fixtures/words.ts';

for (const locale of ['en', 'uk', 'ru'] as const)
  test(`the footer leads to every text page and stays in the language: ${locale}`, async ({ page }) => {
    const texts = words[locale].shell;
    for (const name of textPages) {
      const { title, blocks } = await readText(name, locale);
      await page.goto(prefixOf(locale) || '/');
      const footer = page.getByRole('navigation', { name: texts.footerTexts, exact: true });
      await footer.getByRole('link', { name: texts[`text_${name}`], exact: true }).click();

      await expect(page).toHaveURL(`${prefixOf(locale)}/${name}`);
      await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
      await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toHaveCount(
        blocks.filter(({ kind }) => kind === 'heading').length,
      );
      await expect(page).toHaveTitle(`${title} · Plaza`);
      if (name === 'help' || locale === 'en') await shoot(page, `text-${name}-${locale}`);
    }

    await page.goto(`${prefixOf(locale)}/terms`);
    await page.getByRole('article').getByRole('link').first().click();
    await expect(page).toHaveURL(`${prefixOf(locale)}/delivery`);
  });

test('the sitemap lists every text page in each language', async ({ page }) => {
  const sitemap = await (await page.request.get('/sitemap/pages.xml')).text();

  for (const name of textPages)
    for (const front of ['', '/uk', '/ru'])
      expect(sitemap).toMatch(new RegExp(`<loc>[^<]+[^/<]${front}/${name}</loc>`));
});
