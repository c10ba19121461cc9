import { addAddress, listAddresses } from '#lib/store/addresses/addresses.ts';
import { listOwnOrders } from '#lib/store/orders/orders.ts';
import { leaveCart, openShopOf, sell } from '#tests/support/browser.ts';
import { putDelivery } from '#tests/support/deliveries.ts';
import { looks } from './fixtures/form.ts';
import { expect, shoot, test } from './fixtures/shop-test.ts';
import { expectSound } from './fixtures/sound.ts';
import { fromBalance, words } from './fixtures/words.ts';

test('the address book keeps an address, which the checkout then offers', async ({ page, world, signInAs }) => {
  const cup = await sell(world, 'Cup for a saved address', 5);
  const person = await signInAs({ name: 'Olha Koval' });
  const book = page.getByRole('region', { name: 'Address book' });
  await page.goto('/account');
  await expect(book).toContainText('No saved addresses yet.');

  await book.getByRole('button', { name: 'Add an address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an address' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Recipient' })).toBeFocused();
  await dialog.getByRole('textbox', { name: 'Recipient' }).fill('Olha Koval');
  await dialog.getByRole('textbox', { name: 'City' }).fill('Lviv');
  await dialog.getByRole('textbox', { name: /^Address/ }).fill('Zelena 12');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(book.getByRole('listitem')).toContainText('Zelena 12, Lviv, Ukraine');
  await book.getByRole('button', { name: 'Edit the address Zelena 12, Lviv' }).click();
  await page.getByRole('textbox', { name: 'What you call it' }).fill('Home');
  await page.getByRole('button', { name: 'Save' }).last().click();
  await expect(book.getByRole('listitem')).toContainText('Home');

  await leaveCart(person, [{ id: cup, qty: 1 }]);
  await page.goto('/checkout');
  await page.getByRole('radio', { name: 'Courier' }).check();
  await expect(page.getByRole('combobox', { name: 'Saved address' })).toHaveText(/Home, Zelena 12, Lviv/);
  await expect(page.getByRole('textbox', { name: 'City' })).toHaveValue('Lviv');
  await page.getByRole('combobox', { name: 'Saved address' }).selectOption('Another address');
  await expect(page.getByRole('textbox', { name: 'City' })).toHaveValue('');

  await page.goto('/account');
  await book.getByRole('button', { name: 'Remove the address Zelena 12, Lviv' }).click();
  await expect(book).toContainText('No saved addresses yet.');
  expect(await listAddresses(person.ctx)).toEqual([]);
});

test('a buyer chooses a delivery option of each seller by keyboard and pays for it', async ({
  page,
  world,
  signInAs,
}) => {
  const seller = await signInAs({ name: 'Seller of mugs' });
  const vendorId = await openShopOf(seller, 'Mugs by post');
  await putDelivery(world, vendorId, { minDays: 2, maxDays: 4 });
  const branch = { en: 'Post office', uk: 'Пошта', ru: 'Почта' };
  await putDelivery(world, vendorId, { name: branch, method: 'branch', priceMinor: 4_500, position: 1 });
  const mug = await sell(world, 'Mug by post', 5, 15_000, vendorId);
  const cup = await sell(world, 'Cup of the house', 5);
  const buyer = await signInAs({ name: 'Olha Koval', creditMinor: 1_000_000 });
  await leaveCart(buyer, [
    { id: mug, qty: 1 },
    { id: cup, qty: 1 },
  ]);
  const of = page.getByRole('group', { name: 'Delivery from Mugs by post' });
  const pay = (amount: string) => page.getByRole('button', { name: `Pay ₴${amount} from your balance` });
  await page.goto('/checkout');
  await fromBalance(page);
  await expect(of.getByRole('radio', { name: 'Arrange with the seller' })).toBeChecked();
  await expect(pay('300')).toBeVisible();

  await of.getByRole('radio', { name: 'Arrange with the seller' }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(of.getByRole('radio', { name: /Post office/ })).toBeChecked();
  await expect(pay('345')).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(of.getByRole('radio', { name: /Courier/ })).toBeChecked();
  await expect(of).toContainText('2–4 days');
  await expect(page.getByRole('textbox', { name: 'City' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('textbox', { name: 'City' })).toBeHidden();

  await pay('345').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please check 2 fields.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Phone' }).fill('+380 67 123 45 67');
  await page.getByRole('textbox', { name: 'Branch' }).fill('Branch 7');
  await shoot(page, 'checkout-options');
  await page.keyboard.press('Enter');

  await expect(page.getByText('Thank you. Your order is paid')).toBeVisible();
  const [order] = (await listOwnOrders(buyer.ctx, { limit: 1 })).orders;
  expect(order).toMatchObject({ totalMinor: 34_500, delivery: { method: 'branch' } });
  expect(order?.parts.map(({ delivery }) => delivery?.point)).toContain('Branch 7');
});

test(
  'what delivery costs is said on the product page and in the cart, to the country of the last address',
  looks,
  async ({ page, world, signInAs }) => {
    const vendorId = await openShopOf(await signInAs(), 'Mugs that travel');
    await putDelivery(world, vendorId, { countries: ['UA'], freeFromMinor: 30_000 });
    await putDelivery(world, vendorId, { countries: ['PL'], priceMinor: 90_000, maxDays: 9, position: 1 });
    const mug = await sell(world, 'Mug that travels', 5, 15_000, vendorId);
    const [home, free] = ['Delivery from ₴60, 2–4 days', 'Free delivery, 2–4 days'];
    const drawer = page.getByRole('dialog', { name: words.en.buy.added });
    await page.context().clearCookies();
    await page.goto(`/products/${mug}`);
    await expect(page.getByText(home, { exact: true })).toBeVisible();
    await page.getByRole('button', { name: words.en.buy.add, exact: true }).click();
    await expect(drawer.getByText(home, { exact: true })).toBeVisible();
    await shoot(page, 'estimate-drawer-1440');
    await page.goto('/cart');
    await page.getByRole('button', { name: 'One more of Mug that travels' }).click();
    await expect(page.getByText(free, { exact: true })).toBeVisible();
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await shoot(page, `estimate-cart-${width}`);
    }

    const buyer = await signInAs();
    await addAddress(buyer.ctx, {
      ...{ label: '', name: 'Olha Koval', phone: '', postalCode: '' },
      ...{ country: 'PL', city: 'Lublin', address: 'Zielona 12' },
    });
    await leaveCart(buyer, [{ id: mug, qty: 1 }]);
    await page.goto(`/products/${mug}`);
    await expect(page.getByText('Delivery from ₴900, 2–9 days', { exact: true })).toBeVisible();
    await page.goto('/cart');
    await expect(page.getByText('Delivery from ₴900, 2–9 days', { exact: true })).toBeVisible();
    await expectSound(page, 'a cart with an estimate');
  },
);

test('the checkout with options is sound in every language', async ({ page, world, signInAs }) => {
  const seller = await signInAs({ name: 'Seller abroad' });
  const vendorId = await openShopOf(seller, 'A shop with a name so long that it needs two lines on a narrow phone');
  await putDelivery(world, vendorId, { countries: ['UA'], freeFromMinor: 10_000 });
  const mug = await sell(world, 'Mug for three languages', 5, 15_000, vendorId);
  const buyer = await signInAs({ name: 'Olha Koval' });
  await leaveCart(buyer, [{ id: mug, qty: 1 }]);

  for (const [prefix, free] of [
    ['', 'Free'],
    ['/uk', 'Безкоштовно'],
    ['/ru', 'Бесплатно'],
  ] as const) {
    await page.goto(`${prefix}/checkout`);
    await expect(page.getByRole('radio', { name: free })).toBeVisible();
    await expectSound(page, `checkout-options${prefix.replace('/', '-')}`);
  }
});
