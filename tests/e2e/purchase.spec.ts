import type { BrowserContext, Page } from 'playwright/test';
import { fill } from '#lib/i18n/fill.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { availableOf, type DemoThing, demoThing } from './fixtures/demo-things.ts';
import { lookIn } from './fixtures/form.ts';
import { freshAddress, readCode } from './fixtures/mailbox.ts';
import { expect, shoot, test } from './fixtures/shop-test.ts';
import { fromBalance, keptFor, prefixOf, startOf, words } from './fixtures/words.ts';

type Look = { readonly locale: Locale; readonly colorScheme: 'light' | 'dark'; readonly width: number };
/** What one shopper buys: two units of a product that is nearly sold out, and one of another. */
type Basket = { readonly scarce: string; readonly plenty: string };
/** Where a guest signs in: by the link of every page, or in the middle of the checkout. */
type Way = { readonly signsIn: 'from the cart' | 'at the checkout' };

const runs: readonly (Look & Basket & Way)[] = [
  {
    locale: 'en',
    colorScheme: 'light',
    width: 1440,
    scarce: 'tall-latte-cup',
    plenty: 'cloth-bound-notebook',
    signsIn: 'from the cart',
  },
  {
    locale: 'uk',
    colorScheme: 'light',
    width: 360,
    scarce: 'kitchen-herb-box',
    plenty: 'speckled-stoneware-mug',
    signsIn: 'at the checkout',
  },
  {
    locale: 'ru',
    colorScheme: 'dark',
    width: 1440,
    scarce: 'letterpress-card-set',
    plenty: 'carpathian-herb-tea',
    signsIn: 'at the checkout',
  },
  {
    locale: 'uk',
    colorScheme: 'dark',
    width: 360,
    scarce: 'striped-cushion-cover',
    plenty: 'deep-ramen-bowl',
    signsIn: 'from the cart',
  },
];

for (const [at, run] of runs.entries()) {
  const { locale, colorScheme, width } = run;
  const look = `${locale}-${colorScheme}-${width}`;

  test.describe(look, lookIn(at, 3), () => {
    test.use({ colorScheme, viewport: { width, height: 800 } });

    test('a guest fills a cart, signs in by the mailed code and pays from the balance', async ({ page, context }) => {
      const [scarce, plenty] = [demoThing(run.scarce, locale), demoThing(run.plenty, locale)];
      const t = words[locale];
      const email = freshAddress(`buyer-${look}`);
      const snap = (name: string) => shoot(page, `purchase-${look}-${name}`);
      const before = await availableOf(page, scarce.id);

      await page.goto(`${prefixOf(locale)}/`);
      await snap('1-home');
      await addFromSearch(page, scarce, 2, locale);
      await snap('2-added');
      await page.getByRole('dialog').getByRole('button', { name: t.buy.goOn }).click();
      await addFromSearch(page, plenty, 1, locale);
      await page.getByRole('dialog').getByRole('link', { name: t.buy.viewCart }).click();
      await expectCart(page, [scarce, plenty], locale);
      await page.reload();
      await expectCart(page, [scarce, plenty], locale);
      await expectSecondTab(context, locale);
      await snap('3-cart');

      const checkOut = () => page.getByRole('button', { name: t.cart.checkout }).click();
      if (run.signsIn === 'at the checkout') {
        await checkOut();
        await expect(page.getByRole('heading', { name: t.checkout.signInTitle })).toBeVisible();
        await signIn(page, context, { email, locale, snap });
      } else {
        await page.getByRole('link', { name: t.shell.signIn }).click();
        await signIn(page, context, { email, locale, snap });
        await expect(page.getByRole('heading', { level: 1, name: t.cart.title })).toBeVisible();
        await expectCart(page, [scarce, plenty], locale);
        await checkOut();
      }

      await expect(page.getByText(keptFor(locale))).toBeVisible();
      await expect(page.getByRole('region', { name: t.checkout.summary })).toContainText(scarce.title);
      await expect(page.getByRole('button', { name: startOf(t.payWays.pay_credit) })).toBeEnabled();
      await page.getByRole('textbox', { name: t.checkout.name }).fill('Марія Коваль');
      await expect(page.getByRole('textbox', { name: t.checkout.email })).toHaveValue(email);
      await page.getByRole('radio', { name: t.checkout.method_courier }).check();
      await page.getByRole('textbox', { name: t.checkout.city }).fill('Львів');
      await page.getByRole('textbox', { name: t.checkout.address }).fill('вул. Зелена, 12');
      await fromBalance(page, locale);
      await snap('6-checkout');
      await page.getByRole('button', { name: startOf(t.payWays.pay_credit) }).click();

      await expect(page.getByText(t.order.thanks)).toBeVisible();
      const number =
        /P[0-9A-Z]{9}/.exec((await page.getByRole('heading', { level: 1 }).textContent()) ?? '')?.[0] ?? '';
      await expect(page.getByRole('link', { name: fill(t.shell.cartWith, { count: 0 }, locale) })).toBeVisible();
      await snap('7-order');
      await page.goto(`${prefixOf(locale)}/orders`);
      const card = page.getByRole('article').filter({ hasText: number });
      await expect(card).toContainText(t.orderStatus.paid);
      await snap('8-orders');

      await expect.poll(() => availableOf(page, scarce.id)).toBe(before - 2);
      await page.goto(`${prefixOf(locale)}/products/${scarce.id}`);
      await expect(page.getByText(fill(t.buy.onlyLeft, { count: before - 2 }, locale))).toBeVisible();
      await snap('9-product');
    });
  });
}

type SignIn = {
  readonly email: string;
  readonly locale: Locale;
  readonly snap: (name: string) => Promise<void>;
};

async function signIn(page: Page, context: BrowserContext, { email, locale, snap }: SignIn): Promise<void> {
  const t = words[locale].signIn;
  await page.getByRole('textbox', { name: t.email }).fill(email);
  await snap('4-sign-in');
  await page.getByRole('button', { name: t.send }).click();
  await expect(page.getByRole('textbox', { name: t.code })).toBeFocused();
  await snap('5-code');
  await page.getByRole('textbox', { name: t.code }).fill(await readCode(context, email));
}

async function addFromSearch(page: Page, thing: DemoThing, count: number, locale: Locale): Promise<void> {
  const t = words[locale];
  await page.getByRole('searchbox', { name: t.shell.search }).fill(thing.title);
  await page.getByRole('searchbox', { name: t.shell.search }).press('Enter');
  await page.getByRole('link', { name: thing.title, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: thing.title })).toBeVisible();
  for (let more = 1; more < count; more++) await page.getByRole('button', { name: t.buy.more }).click();
  await page.getByRole('button', { name: t.buy.add }).click();
  await expect(page.getByRole('dialog', { name: t.buy.added })).toBeVisible();
}

async function expectCart(page: Page, things: readonly DemoThing[], locale: Locale): Promise<void> {
  const t = words[locale];
  for (const { title } of things)
    await expect(page.getByRole('textbox', { name: fill(t.cart.quantityOf, { title }, locale) })).toBeVisible();
  await expect(page.getByRole('link', { name: fill(t.shell.cartWith, { count: 3 }, locale) })).toBeVisible();
}

async function expectSecondTab(context: BrowserContext, locale: Locale): Promise<void> {
  const tab = await context.newPage();
  await tab.goto(`${prefixOf(locale)}/products`);
  await expect(tab.getByRole('link', { name: fill(words[locale].shell.cartWith, { count: 3 }, locale) })).toBeVisible();
  await tab.close();
}
