import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { VerificationProcedures } from '#lib/admin/collections.ts';
import { Users } from '#lib/auth/collections.ts';
import { systemContext } from '#lib/context/context.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { newId } from '#lib/core/ids.ts';
import { after, DAY_MS } from '#lib/core/time.ts';
import verification from '#lib/i18n/console/en/verification.json' with { type: 'json' };
import { fill } from '#lib/i18n/fill.ts';
import { locales } from '#lib/i18n/values.ts';
import { productsNewestFirst } from '#lib/store/catalog/queries.ts';
import { releaseDue } from '#lib/store/vendors/settlement-release.ts';
import { makePerson, openShopOf, type Person, sell } from '#tests/support/browser.ts';
import { putDelivery } from '#tests/support/deliveries.ts';
import { pdfOf } from '#tests/support/verification.ts';
import { everyRow } from '#tests/support/world.ts';
import { lookIn } from './fixtures/form.ts';
import { expect, shoot, test, wear } from './fixtures/shop-test.ts';
import { fromBalance, prefixOf, sellerWords, words } from './fixtures/words.ts';

const { apply, deliveries, editor, families, orders } = sellerWords.en;
const { buy, order: orderTexts, orderFiles, orderParts } = words.en;
const picture = readFileSync('public/demo/brass-pen-1.webp');

for (const [at, width] of [1440, 390].entries())
  test.describe(`at ${width} px`, lookIn(at, 1), () => {
    test.use({ viewport: { width, height: 900 } });

    test('a shop is applied for, approved and filled, sells with another one, sends, delivers and is paid', async ({
      page,
      world,
      signInAs,
      openBrowser,
      baseURL,
    }) => {
      const name = `Kiln of a whole life ${width}`;
      const open = async (person: Person) => {
        const other = await openBrowser({ viewport: { width, height: 900 } });
        await wear(other, person.cookie, baseURL);
        return other.newPage();
      };
      const seller = await signInAs({ name: `Seller ${width}` });
      const admin = await open(await makePerson(world, { role: 'admin', name: 'Andrii Admin' }));

      await applyToSell(page, name);
      await approve(admin, await applicationOf(world, seller));
      const vendorId = await fillShop(page, world, seller);
      const mug = await listMug(page, world, vendorId, width);
      const song = await listFile(page, width);
      const { other, bowl } = await anotherShop(world, width);

      const buyer = await makePerson(world, { name: 'Buyer of everything', creditMinor: 2_000_000 });
      const shopper = await open(buyer);
      const orderId = await buyAll(shopper, { mug, bowl, song }, width);
      await downloadFile(shopper, orderId);

      await ship(page, orderId);
      const otherPage = await open(other);
      await ship(otherPage, orderId);
      await receive(shopper, orderId, [name, `Other kiln ${width}`]);
      for (const locale of locales) {
        await shopper.goto(`${prefixOf(locale)}/orders/${orderId}`);
        await shoot(shopper, `life-${width}-order-${locale}`);
      }

      await payOut(admin, world, vendorId, width);
      for (const locale of locales) {
        await page.goto(`${prefixOf(locale)}/sell/settlements`);
        const { payouts, caption } = words[locale].settlements;
        const rowsOf = (table: string) => page.getByRole('table', { name: table, exact: true }).getByRole('row');
        await expect(rowsOf(payouts).filter({ hasText: `Transfer ${width}` })).toContainText('232');
        // 150 + 80 + 25, less a tenth of the goods
        await expect(rowsOf(caption).filter({ hasText: '232' })).toHaveCount(1);
        await shoot(page, `life-${width}-settlements-${locale}`);
      }
    });
  });

async function applyToSell(page: Page, name: string): Promise<void> {
  await page.goto('/sell/apply');
  await page.getByLabel(apply.name).fill(name);
  await page.getByLabel(apply.legalName).fill('Kiln LLC');
  await page.getByLabel(apply.country).selectOption('UA');
  await page.getByLabel(apply.taxId).fill('12345678');
  await page.getByLabel(apply.accountHolder).fill('Kiln LLC');
  await page.getByLabel(apply.iban).fill('UA21 3223 1300 0002 6007 2335 6600 1');
  const { filename, bytes } = pdfOf('a registration');
  await page.locator('input[type=file]').setInputFiles({ name: filename, mimeType: 'application/pdf', buffer: bytes });
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: apply.send, exact: true }).click();
  await expect(page.getByRole('article')).toContainText(words.en.verification.status_submitted);
}

async function applicationOf(world: Runtime, { ctx }: Person): Promise<string> {
  const rows = await everyRow(world.data, VerificationProcedures);
  return rows.find(({ data }) => data.ownerId === ctx.user.id)?.id ?? '';
}

async function approve(admin: Page, number: string): Promise<void> {
  await admin.goto(`/admin/verification/${number}`);
  await admin
    .getByRole('region', { name: verification.actions })
    .getByRole('button', { name: verification.approve })
    .click();
  await admin.getByRole('dialog').getByRole('button', { name: verification.approve, exact: true }).click();
  await expect(admin.getByText(verification.done_approve)).toBeVisible();
}

/** Adds a way of delivery to the new shop; returns the id of its vendor. */
async function fillShop(page: Page, world: Runtime, seller: Person): Promise<string> {
  await page.goto('/sell/settings');
  const part = page.getByRole('region', { name: deliveries.title, exact: true });
  await part.getByRole('button', { name: deliveries.add, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name in English' }).fill('Pickup at the kiln');
  await dialog.getByRole('combobox', { name: deliveries.method }).selectOption('pickup');
  await dialog.getByRole('textbox', { name: 'Price (UAH)' }).fill('25');
  await dialog.getByRole('textbox', { name: deliveries.minDays }).fill('1');
  await dialog.getByRole('textbox', { name: deliveries.maxDays }).fill('3');
  await dialog.getByRole('button', { name: deliveries.save, exact: true }).click();
  await expect(part.getByRole('listitem').first()).toContainText('Pickup at the kiln');
  return (await world.data.need(Users, seller.ctx.user.id)).data.vendorId ?? '';
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

async function startProduct(page: Page, title: string, price: string): Promise<void> {
  await page.goto('/sell/products/new');
  await field(page, editor.productTitle).fill(title);
  await field(page, editor.price).fill(price);
  await field(page, editor.initialStock).fill('5');
  await page.getByRole('checkbox', { name: 'Tableware' }).check();
}

async function publish(page: Page): Promise<string> {
  await page.getByRole('button', { name: editor.publish, exact: true }).click();
  await expect(page).toHaveURL(/\/sell\/products\/prd_/);
  return page.url().split('/').at(-1) ?? '';
}

/** Lists a mug with a picture in two sizes; returns the id of the large one. */
async function listMug(page: Page, world: Runtime, vendorId: string, width: number): Promise<string> {
  await startProduct(page, `Mug of a life ${width}`, '150');
  await Promise.all([
    page.waitForResponse((reply) => reply.url().endsWith('/api/media') && reply.ok()),
    page.locator('input[type=file]').setInputFiles({ name: 'mug.webp', mimeType: 'image/webp', buffer: picture }),
  ]);
  await publish(page);
  const panel = page.getByRole('region', { name: families.variants, exact: true });
  await panel.getByRole('textbox', { name: fill(families.optionName, { number: 1 }, 'en') }).fill('Size');
  await panel.getByRole('textbox', { name: fill(families.optionValues, { number: 1 }, 'en') }).fill('S, L');
  await panel.getByRole('combobox', { name: fill(families.ownValue, { option: 'Size' }, 'en') }).selectOption('S');
  await panel.getByRole('button', { name: families.start, exact: true }).click();
  await panel.getByRole('checkbox', { name: 'L', exact: true }).check();
  await panel.getByLabel(fill(families.stockOf, { variant: 'L' }, 'en')).fill('4');
  await panel.getByRole('button', { name: 'Create 1 variant', exact: true }).click();
  await expect(panel.getByText(families.complete)).toBeVisible();
  await shoot(page, `life-${width}-variants`);
  const { rows } = await world.data.find(productsNewestFirst({ vendorId }, 10));
  return rows.find(({ data }) => data.optionValues.includes('L'))?.id ?? '';
}

/** Lists a digital product with a file; returns its id. */
async function listFile(page: Page, width: number): Promise<string> {
  await startProduct(page, `Song of a life ${width}`, '80');
  await page.getByRole('combobox', { name: editor.fulfilment }).selectOption('digital');
  await page.getByRole('button', { name: editor.saveDraft }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Song of a life ${width}` })).toBeVisible();
  const files = page.getByRole('region', { name: editor.files, exact: true });
  const song = { name: 'Song.txt', mimeType: 'text/plain', buffer: Buffer.from('la la la') };
  await files.getByLabel(editor.chooseFiles).setInputFiles([song]);
  await expect(files.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: editor.publish, exact: true }).click();
  await expect(page.getByText(editor.saved, { exact: true })).toBeVisible();
  return page.url().split('/').at(-1) ?? '';
}

async function anotherShop(world: Runtime, width: number): Promise<{ other: Person; bowl: string }> {
  const other = await makePerson(world, { name: 'Other seller' });
  const vendorId = await openShopOf(other, `Other kiln ${width}`);
  await putDelivery(world, vendorId, { method: 'pickup', priceMinor: 3_000 });
  return { other, bowl: await sell(world, `Bowl of a life ${width}`, 5, 20_000, vendorId) };
}

type Goods = { readonly mug: string; readonly bowl: string; readonly song: string };

/** Puts everything into the cart and pays for it; returns the id of the order. */
async function buyAll(page: Page, { mug, bowl, song }: Goods, width: number): Promise<string> {
  for (const id of [mug, bowl, song]) {
    await page.goto(`/products/${id}`);
    await page.getByRole('button', { name: buy.add, exact: true }).first().click();
    await expect(page.getByRole('dialog', { name: buy.added })).toBeVisible();
  }
  await page.goto('/cart');
  await expect(page.getByText('Size: L')).toBeVisible();
  for (const locale of locales) {
    await page.goto(`${prefixOf(locale)}/cart`);
    await shoot(page, `life-${width}-cart-${locale}`);
  }
  await page.goto('/checkout');
  for (const seller of [`Kiln of a whole life ${width}`, `Other kiln ${width}`])
    await page
      .getByRole('group', { name: `Delivery from ${seller}` })
      .getByRole('radio')
      .first()
      .check();
  await fromBalance(page);
  // 150 + 200 + 80, and 25 + 30 for delivery
  await page.getByRole('button', { name: 'Pay ₴485 from your balance' }).click();
  await expect(page.getByText(orderTexts.thanks)).toBeVisible();
  return page.url().match(/ord_\w+/)?.[0] ?? '';
}

async function downloadFile(page: Page, orderId: string): Promise<void> {
  await page.goto(`/orders/${orderId}`);
  const files = page.getByRole('region', { name: orderFiles.title, exact: true });
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    files.getByRole('link', { name: 'Song.txt', exact: true }).click(),
  ]);
  expect(readFileSync(await file.path(), 'utf8')).toBe('la la la');
}

async function ship(page: Page, orderId: string): Promise<void> {
  await page.goto(`/sell/orders/${orderId}`);
  await page.getByRole('button', { name: orders.ship, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(orders.carrier).fill('Nova Poshta');
  await dialog.getByRole('button', { name: orders.ship, exact: true }).click();
  await expect(page.getByText(orders.state_shipped, { exact: true }).first()).toBeVisible();
}

async function receive(page: Page, orderId: string, sellers: readonly string[]): Promise<void> {
  await page.goto(`/orders/${orderId}`);
  for (const seller of sellers) {
    const card = page.getByRole('article', { name: seller, exact: true });
    await card.getByRole('button', { name: orderParts.received, exact: true }).click();
    await expect(card).toContainText(orderParts.state_delivered);
  }
}

/** Lets the time of returns pass, and records the transfer to the shop. */
async function payOut(admin: Page, world: Runtime, vendorId: string, width: number): Promise<void> {
  const ctx = systemContext(world, newId('request'));
  const later = new Date(after(ctx.now(), 60 * DAY_MS));
  await releaseDue({ ...ctx, now: () => later });
  await admin.goto(`/admin/payments/settlements/${vendorId}?state=payable`);
  await admin.getByRole('textbox', { name: 'Bank reference' }).fill(`Transfer ${width}`);
  await admin.getByRole('button', { name: /^Record ₴/ }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Record payout' }).click();
  await expect(admin.getByText(/recorded as paid out/)).toBeVisible();
  await shoot(admin, `life-${width}-payout`);
}
