import { chromium, type Page } from 'playwright/test';
import { buy, leaveCart, openShopOf } from '#tests/support/browser.ts';
import { demoThing } from './fixtures/demo-things.ts';
import { long } from './fixtures/form.ts';
import { anAddress, expect, test } from './fixtures/shop-test.ts';
import { watchPages } from './fixtures/watch.ts';

/**
 * Returns the kind of a page. Addresses that differ in ids, filters or the product are one kind, and one page per kind
 * is enough.
 */
const kindOf = (path: string): string =>
  path
    .split('?', 1)[0]
    ?.replace(/\/products\/.+/, '/products/…')
    .replace(/\/payments\/[A-Z].*/, '/payments/…')
    .replaceAll(/\/[a-z]{2,}_[\w-]+/g, '/…') ?? path;

/** Returns the links of a page to this server. */
const linksOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      .map(({ href }) => new URL(href))
      .filter(({ origin, pathname }) => origin === location.origin && !pathname.startsWith('/api/'))
      .map(({ pathname, search }) => pathname + search),
  );

/** Opens every popover of the page, one after another. */
async function openAll(page: Page): Promise<void> {
  for (const button of await page.locator('button[popovertarget]:not([popovertargetaction])').all()) {
    if (!(await button.isVisible())) continue;
    await button.click();
    await page.keyboard.press('Escape');
  }
}

const isIn = (path: string, ...languages: readonly string[]): boolean =>
  languages.includes(path.split(/[/?]/)[1] ?? '');

/** Opens the given pages and one page of each kind that they lead to, except the left-out ones; returns the kinds. */
async function crawl(page: Page, from: readonly string[], isLeftOut: (path: string) => boolean): Promise<string[]> {
  const waiting = [...from];
  const seen = new Set<string>();
  const prefetched: string[] = [];
  page.on('request', (request) => {
    if (request.headers()['next-router-prefetch']) prefetched.push(request.url());
  });
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (seen.has(kindOf(path))) continue;
    seen.add(kindOf(path));
    // The walk opens more pages in a minute than the server lets one address open.
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': anAddress() });
    await page.goto(path, { waitUntil: 'networkidle' });
    await openAll(page);
    // The mailbox holds mails to other users, whose links lead to pages of theirs alone.
    if (path !== '/dev/mailbox') waiting.push(...(await linksOf(page)).filter((link) => !isLeftOut(link)));
  }
  // A link that asks for its page before anybody clicks costs the server as much as a visit.
  expect(prefetched).toEqual([]);
  return [...seen].sort();
}

test.describe('a walk over every page and dialog violates no rule of the content security policy', long, () => {
  test.use({ refusals: [401] });
  // Each of some fifty pages is open until it makes no more requests.
  test.describe.configure({ timeout: 900_000 });

  const mug = demoThing('speckled-stoneware-mug');

  test('S22 for a guest in two languages, and a few pages of the third', async ({ page }) => {
    const few = ['/ru', '/ru/products', `/ru/products/${mug.id}/${mug.slug}`, '/ru/cart'];
    const seen = await crawl(page, ['/', '/uk', ...few], (path) => isIn(path, 'ru'));

    expect(seen).toEqual(expect.arrayContaining(['/', '/uk', '/products', '/products/…', '/uk/products/…', '/cart']));
    expect(seen).toEqual(expect.arrayContaining(['/sign-in', '/dev/mailbox', '/orders', '/account']));
    expect(seen.filter((kind) => isIn(kind, 'ru'))).toEqual(['/ru', '/ru/cart', '/ru/products', '/ru/products/…']);
  });

  test('S22 for a superadmin with a cart and an order', async ({ page, signInAs }) => {
    const admin = await signInAs({ role: 'superadmin', creditMinor: 1_000_000 });
    await buy(admin, [{ id: mug.id, qty: 1 }]);
    await leaveCart(admin, [{ id: mug.id, qty: 1 }]);
    await openShopOf(admin, `The shop of ${admin.ctx.user.id}`);

    const from = ['/', '/checkout', '/notifications', '/admin', '/ru/account'];
    const seen = await crawl(page, from, (path) => isIn(path, 'uk', 'ru'));

    expect(seen).toEqual(expect.arrayContaining(['/account', '/orders/…', '/admin/orders/…', '/checkout', '/cart']));
    expect(seen).toEqual(expect.arrayContaining(['/wallet', '/sell/settlements', '/notifications/preferences']));
    expect(seen).toEqual(
      expect.arrayContaining(['/admin', '/admin/processes', '/admin/settings', '/admin/moderation']),
    );
    expect(seen).toEqual(expect.arrayContaining(['/admin/payments', '/admin/payments/…', '/admin/payments/accounts']));
    expect(seen).toEqual(expect.arrayContaining(['/admin/inbox', '/admin/inbox/…', '/admin/inbox/analytics']));
  });
});

test('the watch over all these tests reports a violation, a console error, a thrown error and a refusal', async ({
  baseURL,
}) => {
  const browser = await chromium.launch(test.info().project.use.launchOptions);
  const context = await browser.newContext({ ...(baseURL && { baseURL }) });
  const complaints = watchPages(context, []);
  const page = await context.newPage();
  await page.goto('/');

  await page.evaluate(() => {
    const spy = document.createElement('img');
    spy.src = 'https://elsewhere.test/pixel.png';
    document.body.append(spy);
    setTimeout(() => {
      throw new Error('thrown on purpose');
    });
    return fetch('/api/account/profile', { method: 'PATCH' });
  });
  const sees = (text: string) => expect.poll(() => complaints).toContainEqual(expect.stringContaining(text));
  await sees(`console: Loading the image 'https://elsewhere.test/pixel.png' violates`);
  await sees('thrown: thrown on purpose');
  await sees('401: PATCH /api/account/profile');
  await browser.close();
});
