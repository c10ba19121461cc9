import type { Page } from 'playwright/test';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { checkOut } from '#lib/store/checkout/checkout.ts';
import { Orders } from '#lib/store/collections.ts';
import { answerCancel, requestCancel } from '#lib/store/parts/cancel-request.ts';
import { shipPart } from '#lib/store/parts/move-part.ts';
import { refusePart } from '#lib/store/parts/refuse-part.ts';
import { makePerson, openShopOf, type Person, sell } from '#tests/support/browser.ts';
import { putDelivery } from '#tests/support/deliveries.ts';
import { looks } from './fixtures/form.ts';
import { expect, test } from './fixtures/shop-test.ts';
import { expectSound } from './fixtures/sound.ts';
import { prefixOf, words } from './fixtures/words.ts';

const t = words.en.orderParts;
const cardOf = (page: Page, seller: string) => page.getByRole('article', { name: seller });

/** Buys one thing of each of two sellers from the balance; the first of them delivers to a pickup point. */
async function buyOfTwo(buyer: Person, names: readonly [string, string]) {
  const world = buyer.ctx;
  const sellers = [await makePerson(world), await makePerson(world)] as const;
  const [first, second] = [await openShopOf(sellers[0], names[0]), await openShopOf(sellers[1], names[1])];
  const name = { en: 'Workshop at the river', uk: 'Майстерня біля річки', ru: 'Мастерская у реки' };
  const optionId = await putDelivery(world, first, { name, method: 'pickup', priceMinor: 4_000 });
  const things = [
    await sell(world, `Jug of ${names[0]}`, 5, 15_000, first),
    await sell(world, `Bowl of ${names[1]}`, 5, 20_000, second),
  ];
  const placed = await checkOut(buyer.ctx, {
    input: {
      items: things.map((id) => ({ id, qty: 1 })),
      deliveryOptions: [{ vendorId: first, optionId }],
    },
  });
  if (placed.kind === 'refusal') throw placed.error;
  const { id } = placed.body.order;
  await payByCredit(buyer.ctx, id);
  return { id, first: { ...sellers[0], vendorId: first }, second: { ...sellers[1], vendorId: second } };
}

const own = ({ vendorId }: { readonly vendorId: string }) => ({ vendorId, isOther: false });

test(
  'a buyer sees a card for each seller, confirms one parcel and asks the other seller to cancel',
  looks,
  async ({ page, world, signInAs }) => {
    const buyer = await signInAs({ name: 'Buyer of two', creditMinor: 1_000_000 });
    const { id, first, second } = await buyOfTwo(buyer, ['Kiln of the jug', 'Kiln of the bowl']);
    await shipPart(second.ctx, own(second), id, {
      carrier: 'Nova Poshta',
      trackingNumber: '2045 0001',
      trackingUrl: 'https://track.example/2045',
    });
    await page.goto(`/orders/${id}`);

    const [jug, bowl] = [cardOf(page, 'Kiln of the jug'), cardOf(page, 'Kiln of the bowl')];
    await expect(jug).toContainText(t.state_pending);
    await expect(jug).toContainText('Workshop at the river · ₴40 · 2–4 days');
    await expect(jug).toContainText('Expected ');
    await expect(jug.getByRole('button', { name: t.received })).toHaveCount(0);
    await expect(bowl).toContainText('Nova Poshta 2045 0001');
    await expect(bowl.getByRole('link', { name: t.track })).toHaveAttribute('href', 'https://track.example/2045');
    await expect(bowl.getByRole('button', { name: t.ask })).toHaveCount(0);
    await expectSound(page, 'order-parts');

    await bowl.getByRole('button', { name: t.received }).click();
    await expect(bowl).toContainText(t.state_delivered);
    await jug.getByRole('button', { name: t.ask }).click();
    const dialog = page.getByRole('dialog', { name: t.ask });
    await expect(dialog).toContainText('₴190');
    await dialog.getByRole('button', { name: t.send }).click();
    await expect(dialog.getByText(t.bad_reason)).toBeVisible();
    await dialog.getByRole('textbox', { name: t.reason }).fill('I found the old one');
    await expectSound(page, 'order-part-ask');
    await dialog.getByRole('button', { name: t.send }).click();
    await expect(jug).toContainText(t.requestOpen);
    await expect(jug.getByRole('button', { name: t.ask })).toHaveCount(0);

    const { parts } = (await world.data.need(Orders, id)).data;
    expect(Object.fromEntries(parts.map((part) => [part.vendorId, part.state]))).toEqual({
      [first.vendorId]: 'pending',
      [second.vendorId]: 'delivered',
    });
    expect(parts.find(({ vendorId }) => vendorId === first.vendorId)?.cancelRequest).toMatchObject({
      state: 'open',
      reason: 'I found the old one',
    });
  },
);

test(
  'a buyer reads why a seller canceled, where the money is, and the answer to a request',
  looks,
  async ({ page, signInAs }) => {
    const buyer = await signInAs({ name: 'Buyer of answers', creditMinor: 1_000_000 });
    const { id, first, second } = await buyOfTwo(buyer, ['Kiln that answers', 'Kiln that is empty']);
    await refusePart(second.ctx, own(second), id, { code: 'out_of_stock', reason: 'The last bowl broke' });
    await requestCancel(buyer.ctx, id, { vendorId: first.vendorId, reason: 'Too late for me' });
    await answerCancel(first.ctx, own(first), id, { accept: false, answer: 'It is in the kiln already' });

    for (const locale of ['en', 'uk', 'ru'] as const) {
      const texts = words[locale].orderParts;
      await page.goto(`${prefixOf(locale)}/orders/${id}`);
      const empty = cardOf(page, 'Kiln that is empty');
      await expect(empty).toContainText(texts.state_refused);
      await expect(empty).toContainText('The last bowl broke');
      await expect(empty).toContainText('200');
      const answers = cardOf(page, 'Kiln that answers');
      await expect(answers).toContainText(texts.requestDeclined);
      await expect(answers).toContainText('It is in the kiln already');
      await expect(page.getByRole('main').getByRole('button', { name: texts.ask })).toHaveCount(0);
      await expectSound(page, `order-parts-ended-${locale}`);
    }
  },
);
