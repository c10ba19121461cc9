import { moneyText } from '#lib/i18n/money-text.ts';
import { HOUSE_VENDOR_ID } from '#lib/payments/values.ts';
import { Orders } from '#lib/store/collections.ts';
import { requestCancel } from '#lib/store/parts/cancel-request.ts';
import { buy, makePerson, openShopOf, sell, sellTo } from '#tests/support/browser.ts';
import { looks } from './fixtures/form.ts';
import { expect, test } from './fixtures/shop-test.ts';
import { expectSound } from './fixtures/sound.ts';
import { sellerWords } from './fixtures/words.ts';

const { orders: t } = sellerWords.en;

test('a seller finds a paid order, starts it and ships it with tracking', looks, async ({ page, world, signInAs }) => {
  const vendorId = await openShopOf(await signInAs(), 'Kiln that ships');
  const buyer = await makePerson(world, { name: 'Buyer of a kiln', creditMinor: 9_000_000 });
  const [first, second] = await sellTo(buyer, vendorId);
  await page.goto('/sell/orders');
  await expect(page.getByRole('row').filter({ hasText: second?.number ?? '' })).toContainText(t.state_pending);
  await expectSound(page, 'sell-orders');

  await page.goto(`/sell/orders/${first?.id}`);
  await expect(page.getByRole('main')).toContainText(buyer.email);
  await page.getByRole('button', { name: t.start, exact: true }).click();
  await expect(page.getByText(t.state_processing, { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: t.ship, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t.carrier).fill('Nova Poshta');
  await dialog.getByLabel(t.trackingUrl).fill('nowhere');
  await dialog.getByRole('button', { name: t.ship, exact: true }).click();
  await expect(dialog.getByText(t.bad_trackingUrl)).toBeVisible();
  await dialog.getByLabel(t.trackingUrl).fill('https://track.example/1');
  await dialog.getByRole('button', { name: t.ship, exact: true }).click();

  await expect(page.getByText(t.state_shipped, { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'https://track.example/1' })).toBeVisible();
  await expectSound(page, 'sell-order');
  await page.goto('/sell/orders?state=shipped');
  await expect(page.getByRole('row').filter({ hasText: first?.number ?? '' })).toBeVisible();
});

test('a seller without orders reads what will appear', looks, async ({ page, signInAs }) => {
  await openShopOf(await signInAs(), 'Kiln without orders');
  await page.goto('/sell/orders');

  await expect(page.getByRole('heading', { name: t.emptyTitle })).toBeVisible();
  await expectSound(page, 'sell-orders-empty');
});

test('the buyer of an order can be written to', async ({ page, world, signInAs }) => {
  const vendorId = await openShopOf(await signInAs(), 'Kiln that writes');
  const [order] = await sellTo(await makePerson(world, { creditMinor: 9_000_000 }), vendorId);
  await page.goto(`/sell/orders/${order?.id}`);

  await page.getByRole('button', { name: t.message }).click();

  await expect(page).toHaveURL(/\/messages\/\w+/);
});

test(
  'a seller reads what a refusal costs before it is made, and gives the reason',
  looks,
  async ({ page, world, signInAs }) => {
    const vendorId = await openShopOf(await signInAs(), 'Kiln that refuses');
    const buyer = await makePerson(world, { creditMinor: 9_000_000 });
    const [order] = await sellTo(buyer, vendorId);
    await page.goto(`/sell/orders/${order?.id}`);

    await page.getByRole('button', { name: t.refuse, exact: true }).click();
    const dialog = page.getByRole('dialog');
    for (const minor of [154_736, 139_262, 15_474]) await expect(dialog).toContainText(moneyText(minor, 'UAH', 'en'));
    await expect(dialog).toContainText(t.refuseStock);
    await expectSound(page, 'sell-refuse');
    await dialog.getByRole('button', { name: t.refuse, exact: true }).click();
    await expect(dialog.getByText(t.bad_reason)).toBeVisible();
    await dialog.getByLabel(t.code).selectOption('price_error');
    await dialog.getByLabel(t.reason).fill('The price was of last year');
    await dialog.getByRole('button', { name: t.refuse, exact: true }).click();

    await expect(page.getByText(t.state_refused, { exact: true }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: t.ship, exact: true })).toHaveCount(0);
    const [part] = (await world.data.need(Orders, order?.id ?? '')).data.parts;
    expect(part).toMatchObject({
      state: 'refused',
      refusal: { code: 'price_error', reason: 'The price was of last year' },
      refund: { amountMinor: 154_736, state: 'done' },
    });
  },
);

test(
  'a seller declines one request to cancel with an answer, and accepts another',
  looks,
  async ({ page, world, signInAs }) => {
    const vendorId = await openShopOf(await signInAs(), 'Kiln that is asked');
    const buyer = await makePerson(world, { creditMinor: 9_000_000 });
    const [first, second] = await sellTo(buyer, vendorId);
    for (const order of [first, second])
      await requestCancel(buyer.ctx, order?.id ?? '', { vendorId, reason: 'I chose the wrong size' });

    await page.goto(`/sell/orders/${first?.id}`);
    await expect(page.getByText('I chose the wrong size')).toBeVisible();
    await expectSound(page, 'sell-cancel-request');
    await page.getByRole('button', { name: t.decline, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: t.decline, exact: true }).click();
    await expect(page.getByRole('dialog').getByText(t.bad_answer)).toBeVisible();
    await page.getByRole('dialog').getByLabel(t.answer).fill('It is packed already');
    await page.getByRole('dialog').getByRole('button', { name: t.decline, exact: true }).click();
    await expect(page.getByText('I chose the wrong size')).toHaveCount(0);
    await expect(page.getByRole('button', { name: t.ship, exact: true })).toBeVisible();

    await page.goto(`/sell/orders/${second?.id}`);
    await page.getByRole('button', { name: t.accept, exact: true }).click();
    await expect(page.getByRole('dialog')).toContainText(moneyText(1_250_000, 'UAH', 'en'));
    await page.getByRole('dialog').getByRole('button', { name: t.accept, exact: true }).click();
    await expect(page.getByText(t.state_refused, { exact: true }).first()).toBeVisible();

    const partOf = async (id = '') => (await world.data.need(Orders, id)).data.parts[0];
    expect(await partOf(first?.id)).toMatchObject({
      state: 'pending',
      cancelRequest: { state: 'declined', answer: 'It is packed already' },
    });
    expect(await partOf(second?.id)).toMatchObject({ state: 'refused', refusal: { code: 'buyer_request' } });
  },
);

test('an administrator who sells ships the own part of an order, and leaves the part of the house', async ({
  page,
  world,
  signInAs,
}) => {
  const seller = await signInAs({ role: 'admin' });
  const vendorId = await openShopOf(seller, 'Kiln of an administrator');
  const buyer = await makePerson(world, { creditMinor: 9_000_000 });
  const [own, ofHouse] = [
    await sell(world, 'Cup of an administrator', 5, 15_000, vendorId),
    await sell(world, 'Cup of the house', 5, 15_000),
  ];
  const { id } = await buy(buyer, [
    { id: own, qty: 1 },
    { id: ofHouse, qty: 1 },
  ]);
  await page.goto(`/sell/orders/${id}`);

  await page.getByRole('button', { name: t.ship, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: t.ship, exact: true }).click();
  await expect(page.getByText(t.state_shipped, { exact: true }).first()).toBeVisible();

  const { parts } = (await world.data.need(Orders, id)).data;
  expect(Object.fromEntries(parts.map((part) => [part.vendorId, part.state]))).toEqual({
    [vendorId]: 'shipped',
    [HOUSE_VENDOR_ID]: 'pending',
  });
});

test('an order whose money goes back offers nothing that would be refused', async ({ page, world, signInAs }) => {
  const vendorId = await openShopOf(await signInAs(), 'Kiln that is asked back');
  const [order] = await sellTo(await makePerson(world, { creditMinor: 9_000_000 }), vendorId);
  await page.goto(`/sell/orders/${order?.id}`);
  await expect(page.getByRole('button', { name: t.ship, exact: true })).toBeVisible();

  await world.data.update(Orders, order?.id ?? '', { payState: 'refund_pending' });
  await page.goto(`/sell/orders/${order?.id}`);

  await expect(page.getByRole('heading', { level: 1, name: order?.number ?? '' })).toBeVisible();
  for (const name of [t.ship, t.start, t.refuse])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
});

test.describe('someone else’s order', () => {
  test.use({ refusals: [404] });

  test('is not found', async ({ page, world, signInAs }) => {
    const other = await makePerson(world);
    const [order] = await sellTo(
      await makePerson(world, { creditMinor: 9_000_000 }),
      await openShopOf(other, 'Kiln of someone else'),
    );
    await openShopOf(await signInAs(), 'Kiln next door');

    expect((await page.goto(`/sell/orders/${order?.id}`))?.status()).toBe(404);
  });
});
