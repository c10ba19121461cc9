import type { Page } from 'playwright/test';
import { demoThing } from './fixtures/demo-things.ts';
import { long } from './fixtures/form.ts';
import { expect, test } from './fixtures/shop-test.ts';
import { words } from './fixtures/words.ts';

const mug = demoThing('speckled-stoneware-mug');
const ofProduct = `/products/${mug.id}/${mug.slug}`;

/** Reads the head of a page as a crawler does: from the document alone. */
async function headOf(page: Page, path: string) {
  const html = await (await page.request.get(path)).text();
  const meta = (name: string) => new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];
  return {
    title: /<title>([^<]*)/.exec(html)?.[1],
    heading: /<h1[^>]*>([^<]*)/.exec(html)?.[1],
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&'),
    graph: /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1],
    meta,
  };
}

test('every page in the sitemap is its own canonical and can be indexed', long, async ({ page }) => {
  const sitemap = await (await page.request.get('/sitemap/pages.xml')).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address);
  expect(listed.filter((address) => address.includes('?categories='))).not.toEqual([]);

  for (const address of listed) {
    const { pathname, search } = new URL(address);
    const head = await headOf(page, pathname + search);
    expect(new URL(head.canonical ?? '').href, address).toBe(address);
    expect(head.meta('robots'), address).toBeUndefined();
  }
});

test('a 401 or 404 page has its title in the HTML, in the language of its URL', async ({ page }) => {
  for (const [path, status, title] of [
    ['/nowhere', 404, words.en.errors.notFoundTitle],
    ['/uk/products/prd_nowhere', 404, words.uk.errors.notFoundTitle],
    ['/ru/orders', 401, words.ru.errors.unauthorizedTitle],
  ] as const) {
    expect((await page.request.get(path)).status(), path).toBe(status);
    expect((await headOf(page, path)).title, path).toContain(title);
  }
});

test('a category has its own title, and a filtered list is not indexed', async ({ page }) => {
  const shelf = await headOf(page, '/uk/products?categories=tableware');
  expect(shelf).toMatchObject({ title: 'Посуд · Plaza', heading: 'Посуд' });
  expect(shelf.meta('description')).toContain('Посуд');

  const filtered = await headOf(page, '/products?categories=tableware&inStock=true');
  expect(filtered).toMatchObject({ title: 'Catalog · Plaza', heading: 'Catalog' });
  expect(filtered.meta('robots')).toBe('noindex, follow');
});

test('a product has one canonical URL in each language, and names the site', async ({ page }) => {
  for (const front of ['', '/uk']) {
    const head = await headOf(page, front + ofProduct);

    const { pathname } = new URL(head.canonical ?? '');
    expect(pathname).toBe(front + ofProduct);
    expect(JSON.parse(head.graph ?? '')['@graph'][0]).toMatchObject({
      '@id': head.canonical,
      offers: { url: head.canonical },
    });
    expect(head.meta('og:url')).toBe(head.canonical);
    expect([head.meta('og:site_name'), head.meta('og:type')]).toEqual(['Plaza', 'website']);
  }
});

test('the share image ignores the visitor’s language, and differs for each language’s URL', long, async ({ page }) => {
  const picture = async (path: string, language: string) =>
    (await page.request.get(path, { headers: { 'accept-language': language } })).body();

  const asEnglish = await picture(`/og/products/${mug.id}`, 'en');
  const asUkrainian = await picture(`/og/products/${mug.id}`, 'uk');
  const inUkrainian = await picture(`/uk/og/products/${mug.id}`, 'en');

  expect(asUkrainian.equals(asEnglish)).toBe(true);
  expect(inUkrainian.equals(asEnglish)).toBe(false);
});
