import { describe, expect, it } from 'vitest';
import { POST as quote } from '#app/api/account/delivery-quote/route.ts';
import { POST as checkout } from '#app/api/store/checkout/route.ts';
import { POST as place } from '#app/api/store/orders/route.ts';
import type { UserContext } from '#lib/context/context.ts';
import { DAY_MS, after as timeAfter } from '#lib/core/time.ts';
import { auditMoney } from '#lib/payments/audit/audit.ts';
import { Settlements } from '#lib/payments/collections.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { HOUSE_VENDOR_ID } from '#lib/payments/values.ts';
import { Orders, Products, StockLevels, VendorDeliveries, Vendors } from '#lib/store/collections.ts';
import { call } from '#tests/support/call.ts';
import type { TestContext } from '#tests/support/context.ts';
import { putDelivery } from '#tests/support/deliveries.ts';
import { contact, delivery, items, OLHA, openDeliveringSellers } from '#tests/support/delivering-sellers.ts';
import { addProduct, addVendor, TEST_VENDOR_ID } from '#tests/support/shop.ts';
import { everyRow, readWorld } from '#tests/support/world.ts';

const order = (as: UserContext, body: object, route = place) =>
  call(route, { as, body: { items, contact, delivery, ...body } });
const placed = async (as: UserContext, body: object) => {
  const reply = await order(as, body);
  expect(reply.body.details).toBeUndefined();
  return reply.body.order;
};
const refusedBy = async (as: UserContext, body: object) => {
  const { status, body: answer } = await order(as, body);
  return [status, Object.keys(answer.details ?? {}).toSorted()];
};
const nothingHeld = async ({ data }: TestContext) => {
  expect(await everyRow(data, Orders)).toEqual([]);
  expect((await everyRow(data, StockLevels)).map((row) => row.data.held)).toEqual([0, 0]);
};

describe('deliveryOptions of a new order', () => {
  it('adds the price of each choice to the total, and each part keeps its delivery', async () => {
    const { buyer, options } = await openDeliveringSellers();
    const chosen = [
      { vendorId: TEST_VENDOR_ID, optionId: options.branch, point: ' Branch 7 ' },
      { vendorId: OLHA, optionId: options.pickup },
    ];

    const view = await placed(buyer, { deliveryOptions: chosen, locale: 'UK', expectedTotal: 75_500 });

    expect([view.subtotalMinor, view.totalMinor]).toEqual([70_000, 75_500]);
    expect(view.charges).toEqual([
      { kind: 'shipping', label: 'Кур’єр', amountMinor: 4_500, vendorId: TEST_VENDOR_ID },
      { kind: 'shipping', label: 'Кур’єр', amountMinor: 1_000, vendorId: OLHA },
    ]);
    expect(view.delivery).toMatchObject({ method: 'branch', country: 'UA' });
    const none = { expectedFrom: null, expectedTo: null };
    const branch = { optionId: options.branch, name: 'Кур’єр', method: 'branch', point: 'Branch 7', ...none };
    expect(view.parts.map((part) => part.delivery)).toEqual([
      { ...branch, amountMinor: 4_500, minDays: 2, maxDays: 4 },
      expect.objectContaining({ optionId: options.pickup, point: null, amountMinor: 1_000, ...none }),
    ]);
    expect(view.parts.map((part) => part.amountMinor)).toEqual([24_500, 51_000]);
  });

  it('serves both paths, and refuses another expected total before anything is written', async () => {
    const { world, buyer, options } = await openDeliveringSellers();
    const deliveryOptions = [{ vendorId: OLHA, optionId: options.pickup }];

    const refused = await order(buyer, { deliveryOptions, expectedTotal: 70_000 }, checkout);

    expect([refused.status, refused.body.details]).toMatchObject([409, { code: 'PriceChanged', total: '71000' }]);
    await nothingHeld(world);
    expect((await order(buyer, { deliveryOptions, expectedTotal: 71_000 }, checkout)).status).toBe(201);
  });

  it('keeps the wish of an order without options, at price 0', async () => {
    const { buyer } = await openDeliveringSellers();

    const view = await placed(buyer, { delivery: { ...delivery, method: 'courier', country: 'Ukraine' } });

    expect(view).toMatchObject({
      totalMinor: 70_000,
      charges: [],
      delivery: { method: 'courier', country: 'Ukraine' },
    });
    expect(view.parts.map((part) => part.delivery)).toEqual([null, null]);
  });

  it('takes the first method of courier, branch, pickup and arrange as the method of the order', async () => {
    const { buyer, options } = await openDeliveringSellers();
    const courier = { vendorId: TEST_VENDOR_ID, optionId: options.courier };
    const branch = { vendorId: TEST_VENDOR_ID, optionId: options.branch, point: '7' };
    const pickup = { vendorId: OLHA, optionId: options.pickup };
    const methods: string[] = [];
    for (const deliveryOptions of [[pickup, courier], [pickup, branch], [pickup]])
      methods.push((await placed(buyer, { deliveryOptions })).delivery.method);

    expect(methods).toEqual(['courier', 'branch', 'pickup']);
  });

  it('converts prices, and freezes what the buyer has seen', async () => {
    const { world, buyer, options } = await openDeliveringSellers();
    const deliveryOptions = [{ vendorId: TEST_VENDOR_ID, optionId: options.courier }];

    const view = await placed(buyer, { items: [{ id: 'mug', qty: 1 }], currency: 'EUR', deliveryOptions });
    await world.data.update(VendorDeliveries, options.courier, { priceMinor: 1, name: { en: 'X', uk: 'X', ru: 'X' } });

    expect(view.charges).toMatchObject([{ amountMinor: 120, label: 'Courier' }]);
    const stored = (await world.data.need(Orders, view.id)).data;
    expect(stored.charges).toEqual(view.charges);
    expect(stored.totalMinor).toBe(view.subtotalMinor + 120);
  });

  it('refuses options that a seller does not offer, before anything is written', async () => {
    const { world, buyer, options } = await openDeliveringSellers();
    const both = { vendorId: OLHA, optionId: options.pickup };
    const wrong = [
      [{ vendorId: OLHA, optionId: 'vdl_00000000000000000000' }],
      [{ vendorId: OLHA, optionId: options.hidden }],
      [{ vendorId: OLHA, optionId: options.abroad }],
      [{ vendorId: OLHA, optionId: options.courier }],
      [{ vendorId: 'vnd_other', optionId: options.courier }],
      [both, both],
    ];

    for (const deliveryOptions of wrong)
      expect(await refusedBy(buyer, { deliveryOptions })).toEqual([400, ['deliveryOptions']]);

    expect(await refusedBy(buyer, { deliveryOptions: [{ ...both, point: 'x'.repeat(201) }] })).toEqual([
      400,
      ['deliveryOptions.0.point'],
    ]);
    await nothingHeld(world);
  });

  it('asks for what each method needs, field by field', async () => {
    const { world, buyer, options } = await openDeliveringSellers();
    const by = (optionId: string, more: object = {}) => ({
      ...{ contact: { name: 'Olha' }, delivery: {} },
      deliveryOptions: [{ vendorId: TEST_VENDOR_ID, optionId }],
      ...more,
    });

    expect(await refusedBy(buyer, by(options.courier))).toEqual([
      400,
      ['contact.phone', 'delivery.address', 'delivery.city', 'delivery.country'],
    ]);
    expect(await refusedBy(buyer, by(options.branch))).toEqual([
      400,
      ['contact.phone', 'delivery.country', 'deliveryOptions.0.point'],
    ]);
    expect(await refusedBy(buyer, by(options.courier, { contact, delivery: { ...delivery, country: 'XX' } }))).toEqual([
      400,
      ['delivery.country'],
    ]);
    await nothingHeld(world);
    const pickup = [{ vendorId: OLHA, optionId: options.pickup }];
    expect((await order(buyer, { ...by(options.courier), deliveryOptions: pickup })).status).toBe(201);
  });

  it('gives a seller who arranges nothing its first option that reaches the buyer, or refuses', async () => {
    const { world, buyer, options } = await openDeliveringSellers();
    await world.data.update(Vendors, OLHA, { arrangeAllowed: false });

    const view = await placed(buyer, { expectedTotal: 71_000 });
    await world.data.update(VendorDeliveries, options.pickup, { countries: ['CZ'] });

    expect(view.parts.map((part) => part.delivery?.optionId)).toEqual([undefined, options.pickup]);
    expect(view.delivery.method).toBe('pickup');
    expect(await refusedBy(buyer, {})).toEqual([400, ['deliveryOptions']]);
    const abroad = await placed(buyer, { delivery: { ...delivery, country: 'PL' } });
    expect(abroad.charges).toMatchObject([{ amountMinor: 90_000, vendorId: OLHA }]);
    const quoted = await call(quote, { as: buyer, body: { items, country: 'UA', currency: 'UAH' } });
    expect(quoted.body.vendors[1]).toMatchObject({ arrange: false, options: [] });
  });

  it('has no delivery for a part of digital lines only', async () => {
    const { world, buyer, options } = await openDeliveringSellers();
    await world.data.update(Products, 'scarf', { fulfilment: 'digital' });
    await world.data.update(Vendors, OLHA, { arrangeAllowed: false });

    const pickup = [{ vendorId: OLHA, optionId: options.pickup }];
    expect(await refusedBy(buyer, { deliveryOptions: pickup })).toEqual([400, ['deliveryOptions']]);
  });

  it('places one order for one key, whoever repeats it', async () => {
    const { world, buyer, options } = await openDeliveringSellers();
    const body = { items, contact, delivery, deliveryOptions: [{ vendorId: OLHA, optionId: options.pickup }] };
    const headers = { 'idempotency-key': 'one' };

    const replies = await Promise.all([1, 2, 3].map(() => call(place, { as: buyer, body, headers })));
    await world.data.update(VendorDeliveries, options.pickup, { priceMinor: 5 });
    const later = await call(place, { as: buyer, body, headers });

    expect(new Set([...replies, later].map((reply) => reply.body.order.id)).size).toBe(1);
    expect(later.body.order.totalMinor).toBe(71_000);
    const other = { ...body, deliveryOptions: [] };
    expect((await call(place, { as: buyer, body: other, headers })).body.details?.code).toBe('IdempotencyMismatch');
  });
});

describe('the payment of a delivery', () => {
  it('raises gross and net of its seller alike, and the books agree', async () => {
    const { world, buyer, options } = await openDeliveringSellers();
    const deliveryOptions = [
      { vendorId: TEST_VENDOR_ID, optionId: options.courier },
      { vendorId: OLHA, optionId: options.pickup },
    ];
    const { id } = await placed(buyer, { deliveryOptions });

    await payByCredit(buyer, id);

    const settled = (await everyRow(world.data, Settlements)).map(({ data }) => data);
    const olha = settled.find(({ vendorId }) => vendorId === OLHA);
    expect(olha).toMatchObject({ grossMinor: 51_000, commissionMinor: 5_000, netMinor: 46_000 });
    expect(auditMoney(await readWorld(world.data))).toEqual([]);
    const { parts, paidAt } = (await world.data.need(Orders, id)).data;
    const from = new Date(paidAt ?? '');
    expect(parts.map((part) => [part.delivery?.expectedFrom, part.delivery?.expectedTo])).toEqual([
      [timeAfter(from, 2 * DAY_MS), timeAfter(from, 4 * DAY_MS)],
      [paidAt, paidAt],
    ]);
  });

  it('leaves the deliveries of the house to the platform', async () => {
    const { world, buyer } = await openDeliveringSellers();
    await addVendor(world, HOUSE_VENDOR_ID, { slug: 'house' });
    await addProduct(world, 'card', 9, { vendorId: HOUSE_VENDOR_ID });
    const optionId = await putDelivery(world, HOUSE_VENDOR_ID);
    const deliveryOptions = [{ vendorId: HOUSE_VENDOR_ID, optionId }];
    const { id } = await placed(buyer, { items: [{ id: 'card', qty: 1 }], deliveryOptions });

    await payByCredit(buyer, id);

    const [settlement] = (await everyRow(world.data, Settlements)).map(({ data }) => data);
    expect(settlement).toMatchObject({ grossMinor: 16_000, commissionMinor: 16_000, netMinor: 0 });
    expect(auditMoney(await readWorld(world.data))).toEqual([]);
  });
});
