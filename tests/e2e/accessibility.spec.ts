import {
  buy,
  findDriftNow,
  findNothingNow,
  leaveCart,
  makePerson,
  openShopOf,
  order,
  orderDeclined,
  type Person,
  sell,
  sellTo,
  topUpsUnderWay,
} from '#tests/support/browser.ts';
import { pushVars } from '#tests/support/push-vars.ts';
import { demoThing } from './fixtures/demo-things.ts';
import { lookIn } from './fixtures/form.ts';
import { expect, test } from './fixtures/shop-test.ts';
import { expectSound, findingsOf, NARROWEST, TARGETS, widthOf } from './fixtures/sound.ts';
import { words } from './fixtures/words.ts';

const mug = demoThing('speckled-stoneware-mug');
// The account page offers push only on a server with VAPID keys.
test.use({ vars: pushVars });

test('every guest page is sound', async ({ page }) => {
  for (const [name, path] of [
    ['home', '/'],
    ['list', '/products?categories=lighting&inStock=true'],
    ['list-empty', '/products?search=qqqqqqqq'],
    ['product', `/products/${mug.id}/${mug.slug}`],
    ['seller', '/vendors/plaza'],
    ['product-sold-out', `/products/${demoThing('linen-shade-lamp').id}`],
    ['cart-empty', '/cart'],
    ['help', '/help'],
    ['delivery', '/delivery'],
    ['returns', '/returns'],
    ['terms', '/terms'],
    ['privacy', '/privacy'],
    ['sign-in', '/sign-in'],
    ['sign-in-code', '/sign-in/code'],
    ['sign-in-link', '/sign-in/link?token=x'],
    ['mailbox', '/dev/mailbox'],
    ['api-docs', '/docs/api'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }), name).toBeVisible();

    await expectSound(page, name, ['home', 'list', 'product', 'seller'].includes(name) ? TARGETS : {});
  }
});

test('a page that is not sound is reported', async ({ page }) => {
  await page.goto('/sign-in/code');
  await page.evaluate(() => document.body.append(document.createElement('img'), document.createElement('iframe')));

  const found = await findingsOf(page);

  expect(found).toContain('image-alt: <img>');
  expect(found).toContain('frame-title: <iframe></iframe>');
});

test.describe('error pages', () => {
  test.use({ refusals: [401, 403, 404] });

  test('not-found and unauthorized are sound', async ({ page }) => {
    for (const [name, path] of [
      ['not-found', '/nowhere'],
      ['unauthorized', '/orders'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }), name).toBeVisible();

      await expectSound(page, name);
    }
  });
});

test.describe('signed in', () => {
  /** What a shopper does before each page is checked; their orders and payments grow from page to page. */
  const pages: readonly (readonly [name: string, path: string | ((person: Person) => Promise<string>)])[] = [
    ['account', '/account'],
    ['verification-empty', '/account/verification'],
    ['orders-empty', '/orders'],
    ['cart', (person) => leaveCart(person, [{ id: mug.id, qty: 2 }]).then(() => '/cart')],
    ['checkout', '/checkout'],
    ['order-unpaid', (person) => order(person, [{ id: mug.id, qty: 1 }]).then(({ id }) => `/orders/${id}`)],
    ['order-declined', (person) => orderDeclined(person, [{ id: mug.id, qty: 1 }]).then(({ id }) => `/orders/${id}`)],
    ['order', (person) => buy(person, [{ id: mug.id, qty: 1 }]).then(({ id }) => `/orders/${id}`)],
    ['wallet', '/wallet'],
    ['orders', '/orders'],
  ];

  test('every shopper page is sound', async ({ page, signInAs }) => {
    const email = 'someone-with-a-name-that-nothing-can-break-at-all@plaza.test';
    const person = await signInAs({ email, creditMinor: 1_000_000 });
    for (const [name, path] of pages) {
      await page.goto(typeof path === 'string' ? path : await path(person));
      await expect(page.getByRole('heading', { level: 1 }), name).toBeVisible();
      await expect(page.locator('[aria-busy="true"], .skeleton')).toHaveCount(0);

      await expectSound(page, name);
    }
  });

  test('the settlements of a seller are sound', async ({ page, world, signInAs }) => {
    const seller = await signInAs({ creditMinor: 1_000_000 });
    const vendorId = await openShopOf(seller, 'A shop whose name is somewhat longer than it should be');
    await sellTo(await makePerson(world, { creditMinor: 9_000_000 }), vendorId);

    await page.goto('/sell/settlements');
    await expect(page.getByRole('table')).toBeVisible();

    await expectSound(page, 'settlements');
  });

  test('the document of an order is sound', async ({ page, signInAs }) => {
    const person = await signInAs({ creditMinor: 1_000_000 });
    const { id } = await buy(person, [{ id: mug.id, qty: 1 }]);

    await page.goto(`/orders/${id}/document`);
    await expect(page.getByRole('article')).toBeVisible({ timeout: 20_000 });

    await expectSound(page, 'order-document');
  });

  test('a wallet with a pending and a declined payment is sound', async ({ page, signInAs }) => {
    await topUpsUnderWay(await signInAs());

    await page.goto('/wallet');
    await expect(page.getByText(words.en.wallet.asking)).toBeVisible();

    await expectSound(page, 'wallet-payments');
  });

  test('a wallet with an invalid amount shows the limits, and is sound', async ({ page, signInAs }) => {
    await signInAs();
    await page.goto('/wallet');
    const amount = page.getByRole('textbox', { name: 'Amount (UAH)' });
    await amount.fill('5');
    await page.getByRole('button', { name: words.en.wallet.topUp }).click();

    await expect(amount).toHaveAccessibleDescription(/Enter an amount from ₴10 to ₴50,000\./);
    await expect(amount).toBeFocused();

    await expectSound(page, 'wallet-errors');
  });

  test('the console with a failed audit is sound, and so is the audit', async ({ page, world, signInAs }) => {
    await signInAs({ role: 'admin' });
    const auditId = await findDriftNow(world);
    await page.goto('/admin/orders');
    await expect(page.getByText('The last store audit found 2 differences')).toBeVisible();
    await expectSound(page, 'discrepancy-banner');

    await page.getByRole('link', { name: 'View differences' }).click();
    await expect(page).toHaveURL(new RegExp(`/admin/store-audits/${auditId}$`));
    await expect(page.getByRole('row').filter({ hasText: 'SI2' })).toContainText('holds 3, its rows say 2');
    await expectSound(page, 'store-audit');

    await findNothingNow(world);
    await page.goto('/admin/orders');
    await expect(page.getByText(/The last store audit/)).toHaveCount(0);
  });

  test('the orders of the console are sound, as a list and one by one', async ({ page, world, signInAs }) => {
    const vase = await sell(world, 'Vase with an admin', 3);
    const { id } = await buy(await signInAs({ role: 'admin', creditMinor: 1_000_000 }), [{ id: vase, qty: 1 }]);

    await page.goto('/admin/orders');
    await expectSound(page, 'admin-orders');
    await page.goto(`/admin/orders/${id}`);
    await expectSound(page, 'admin-order');
  });
});

test.describe('open dialogs and forms with errors', () => {
  test('the cart drawer is sound', async ({ page }) => {
    await page.goto(`/products/${mug.id}/${mug.slug}`);
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await expect(page.getByRole('dialog', { name: 'Added to your cart' })).toBeVisible();

    await expectSound(page, 'drawer');
  });

  test('the filters on a phone are sound', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto('/products');
    await page.getByRole('button', { name: 'Filters' }).click();
    await expect(page.getByRole('checkbox', { name: 'Lighting' })).toBeVisible();

    await expectSound(page, 'filters');
  });

  test('the dialog that moves an order is sound', async ({ page, world, signInAs }) => {
    const vase = await sell(world, 'Vase that is asked about', 3);
    const { id, number } = await order(await signInAs({ role: 'admin' }), [{ id: vase, qty: 1 }]);
    await page.goto(`/admin/orders/${id}`);
    await page.getByRole('combobox', { name: `Status of order ${number}` }).selectOption('shipped');
    await page.getByRole('button', { name: 'Move to “Shipped”…' }).click();
    await expect(page.getByRole('dialog', { name: `Move order ${number} to “Shipped”` })).toBeVisible();

    await expectSound(page, 'move-order');
  });

  test('a checkout with an invalid field is sound', async ({ page, signInAs }) => {
    await leaveCart(await signInAs({ name: '', creditMinor: 1_000_000 }), [{ id: mug.id, qty: 1 }]);
    await page.goto('/checkout');
    await page.getByRole('button', { name: /^Pay ₴/ }).click();
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription('Please fill in this field.');

    await expectSound(page, 'checkout-errors');
  });
});

test.describe('no page is wider than a narrow screen', () => {
  test.use({ refusals: [404], viewport: { width: NARROWEST, height: 640 } });
  const forGuests = ['', '/products', `/products/${mug.id}`, '/cart', '/sign-in', '/sign-in/code', '/nowhere'];
  const forShoppers = [
    '/cart',
    '/checkout',
    '/orders',
    '/account',
    '/account/verification',
    '/account/appeals',
    '/wallet',
    '/sell/settlements',
  ];

  for (const [at, locale] of (['uk', 'ru'] as const).entries())
    test(`in ${locale}`, lookIn(at, 0), async ({ page, world, signInAs }) => {
      const widths: Record<string, number> = {};
      const measure = async (path: string) => {
        await page.goto(`/${locale}${path}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        widths[path] = await widthOf(page);
      };
      for (const path of forGuests) await measure(path);
      const person = await signInAs({ locale, creditMinor: 1_000_000 });
      await leaveCart(person, [{ id: mug.id, qty: 12 }]);
      const { id } = await order(person, [{ id: mug.id, qty: 1 }]);
      const paid = await buy(person, [{ id: mug.id, qty: 1 }]);
      await topUpsUnderWay(person);
      await sellTo(await makePerson(world, { creditMinor: 9_000_000 }), await openShopOf(person, `Shop ${locale}`));
      for (const path of [...forShoppers, `/orders/${id}`]) await measure(path);
      await measure(`/orders/${paid.id}/document`);

      expect(Object.entries(widths).filter(([, width]) => width > NARROWEST)).toEqual([]);
    });
});

test('a browser that prefers reduced motion shows no animation', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`/products/${mug.id}/${mug.slug}`);
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.getByRole('dialog', { name: 'Added to your cart' })).toBeVisible();

  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => animation instanceof CSSAnimation)
      .map(({ animationName }) => animationName),
  );
  expect(moving).toEqual([]);
});
