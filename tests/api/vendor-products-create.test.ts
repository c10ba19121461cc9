import { beforeEach, describe, expect, it } from 'vitest';
import { POST as create, GET as listProducts } from '#app/api/store/products/route.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { newestFirst } from '#lib/notifications/queries.ts';
import { auditStock } from '#lib/store/audit/stock.ts';
import { ProductSkus, Products, StockLevels, StockMovements, Vendors } from '#lib/store/collections.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext } from '#tests/support/context.ts';
import { addVendor } from '#tests/support/shop.ts';
import { openSmallShop } from '#tests/support/small-shop.ts';
import { everyRow, readWorld } from '#tests/support/world.ts';

type Person = TestContext & UserContext;

let shop: TestContext;
let seller: Person;
beforeEach(async () => {
  shop = await openSmallShop();
  seller = await asUser(shop, { vendorId: 'vnd_lamps' });
  await addVendor(shop, 'vnd_lamps', { ownerId: seller.user.id });
});

const lamp = { title: 'Bedside lamp', priceMinor: 45_000, categories: ['lighting'] };
const ask = (body: unknown, as: Person | null = seller, key?: string) =>
  call(create, { ...(as && { as }), body, ...(key && { headers: { 'idempotency-key': key } }) });
const admin = () => asUser(shop, { role: 'admin' });
const countOf = async () => (await everyRow(shop.data, Products)).length;

describe('POST /api/store/products', () => {
  it('creates a listed product with its defaults, stock, first move and audit row', async () => {
    const { status, body, headers } = await ask({ ...lamp, stock: 7, lowAt: 2, sku: 'L-1' });

    expect(status).toBe(201);
    const { product } = body;
    expect(headers.get('location')).toBe(`/products/${product.id}`);
    expect(product).toMatchObject({
      vendorId: 'vnd_lamps',
      slug: 'bedside-lamp',
      description: '',
      status: 'published',
      blockedReason: null,
      listed: true,
      unlistedBecause: null,
      currency: 'UAH',
      prices: {},
      compareAtMinor: null,
      categories: [{ slug: 'lighting', name: 'Lighting', hidden: false }],
      sku: 'L-1',
      fulfilment: 'physical',
      stock: { onHand: 7, held: 0, available: 7, lowAt: 2 },
      rating: { average: null, count: 0 },
      family: null,
      files: [],
      version: 1,
      publishedAt: shop.now().toISOString(),
    });
    expect((await shop.data.need(StockLevels, product.id)).data).toMatchObject({ onHand: 7, held: 0, lowAt: 2 });
    const moves = (await everyRow(shop.data, StockMovements)).filter(({ data }) => data.productId === product.id);
    expect(moves.map(({ data }) => data)).toMatchObject([{ delta: 7, kind: 'initial', actorId: seller.user.id }]);
    const rows = (await everyRow(shop.data, AuditLog)).filter(({ data }) => data.targetId === product.id);
    expect(rows.map(({ data }) => data)).toMatchObject([
      { action: 'product.created', actorId: seller.user.id, after: { vendorId: 'vnd_lamps', stock: 7 } },
    ]);
    expect(auditStock(await readWorld(shop.data))).toEqual([]);
  });

  it('is found in the catalog after its promised indexing, a draft is not', async () => {
    const { body } = await ask({ ...lamp, stock: 1 });
    const draft = await ask({ ...lamp, title: 'Secret lamp', status: 'draft' });
    await shop.drain();

    const { products } = (await call(listProducts, { query: { vendorId: 'vnd_lamps' } })).body;
    expect(products.map(({ id }) => id)).toEqual([body.product.id]);
    expect(draft.body.product).toMatchObject({ listed: false, unlistedBecause: 'draft', publishedAt: null });
  });

  it('keeps every field that it is given', async () => {
    const given = {
      ...lamp,
      description: 'Warm light.\nDimmable.',
      currency: 'EUR',
      priceMinor: 1_500,
      compareAtMinor: 2_000,
      prices: { UAH: 72_000 },
      categories: ['desk-lamps', 'gifts'],
      attributes: [{ name: 'Height', value: '40', unit: 'cm' }],
      translations: { uk: { title: 'Лампа для читання', description: 'Тепле світло.' } },
      status: 'draft',
    };
    const { body } = await ask(given);

    const { categories, ...kept } = given;
    expect(body.product).toMatchObject(kept);
    expect(body.product.categories.map(({ slug }) => slug)).toEqual(categories);
  });

  it.each([
    ['title', { title: ' ' }],
    ['title', { title: 'x'.repeat(161) }],
    ['title', { title: 'two\nlines' }],
    ['description', { description: 'x'.repeat(20_001) }],
    ['priceMinor', { priceMinor: 0 }],
    ['priceMinor', { priceMinor: 1.5 }],
    ['categories', { categories: [] }],
    ['categories', { categories: ['lighting', 'nowhere'] }],
    ['categories', { categories: ['lighting', 'lighting'] }],
    ['categories', { categories: ['a', 'b', 'c', 'd', 'e', 'f'] }],
    ['currency', { currency: 'GBP' }],
    ['prices.GBP', { prices: { GBP: 100 } }],
    ['prices.UAH', { prices: { UAH: 100 } }],
    ['compareAtMinor', { compareAtMinor: 45_000 }],
    ['stock', { stock: -1 }],
    ['stock', { stock: 1_000_000_001 }],
    ['lowAt', { lowAt: -1 }],
    ['sku', { sku: '' }],
    ['sku', { sku: 'x'.repeat(65) }],
    ['attributes', { attributes: Array.from({ length: 41 }, () => ({ name: 'a', value: 'b' })) }],
    ['images.0.fileId', { images: [{ fileId: 'fil_unknown' }] }],
    ['fulfilment', { fulfilment: 'custom' }],
    ['files', { fulfilment: 'digital' }],
    ['translations.uk.title', { translations: { uk: { title: '', description: '' } } }],
    ['status', { status: 'blocked' }],
    ['vendorId', { vendorId: 'vnd_sova' }],
    ['reason', { reason: 'Because I can' }],
  ])('refuses a wrong %s and creates nothing: %j', async (field, patch) => {
    const before = await countOf();

    const { status, body } = await ask({ ...lamp, ...patch });

    expect({ status, fields: Object.keys(body.details ?? {}) }).toEqual({ status: 400, fields: [field] });
    expect(await countOf()).toBe(before);
  });

  it('names every wrong field at once, and refuses an unknown one', async () => {
    const { body } = await ask({ ...lamp, categories: ['nowhere'], currency: 'GBP', compareAtMinor: 1 });

    expect(Object.keys(body.details ?? {}).sort()).toEqual(['categories', 'compareAtMinor', 'currency']);
    expect((await ask({ ...lamp, rating: { sum: 5, count: 1 } })).status).toBe(400);
  });

  it.each(['applied', 'rejected', 'suspended'] as const)(
    'responds with 403 to the owner of a seller that is %s, before it reads the body',
    async (status) => {
      await shop.data.update(Vendors, 'vnd_lamps', { status });

      for (const body of [lamp, { title: 1 }])
        expect(await ask(body)).toMatchObject({ status: 403, body: { details: { code: 'VendorNotApproved' } } });
    },
  );

  it('responds with 403 to anyone without a shop, and with 401 without a session', async () => {
    const restricted = await asUser(shop, { vendorId: 'vnd_lamps', status: 'restricted' });
    const former = await asUser(shop, { role: 'admin', status: 'restricted' });

    expect(await ask(lamp, await asUser(shop))).toMatchObject({ body: { details: { code: 'VendorNotApproved' } } });
    expect(await ask(lamp, former)).toMatchObject({ body: { details: { code: 'VendorNotApproved' } } });
    expect(await ask(lamp, restricted)).toMatchObject({ body: { details: { code: 'AccountRestricted' } } });
    expect(await ask(lamp, null)).toMatchObject({ status: 401 });
  });

  it('creates for the own vendor of a seller who names it, and of an administrator who sells too', async () => {
    const selling = await asUser(shop, { role: 'admin', vendorId: 'vnd_desk' });
    await addVendor(shop, 'vnd_desk', { ownerId: selling.user.id });

    const replies = [
      await ask({ ...lamp, vendorId: 'vnd_lamps' }),
      await ask({ ...lamp, vendorId: 'vnd_desk' }, selling),
    ];

    expect(replies.map(({ status, body }) => [status, body.product?.vendorId])).toEqual([
      [201, 'vnd_lamps'],
      [201, 'vnd_desk'],
    ]);
  });

  it('creates for the house vendor when an administrator names none', async () => {
    const { status, body } = await ask(lamp, await admin());

    expect({ status, vendorId: body.product.vendorId }).toEqual({ status: 201, vendorId: 'vnd_platform' });
  });

  it('creates for a named vendor as an administrator, audits both ids and the reason, and notifies the owner', async () => {
    const by = await admin();

    const { body } = await ask({ ...lamp, vendorId: 'vnd_lamps', reason: 'Asked for by phone' }, by);
    await shop.drain();

    const rows = (await everyRow(shop.data, AuditLog)).filter(({ data }) => data.targetId === body.product.id);
    expect(rows.map(({ data }) => data)).toMatchObject([
      {
        actorId: by.user.id,
        after: { vendorId: 'vnd_lamps', ownerId: seller.user.id },
        reason: 'Asked for by phone',
      },
    ]);
    const told = await shop.data.find(newestFirst({ userId: seller.user.id }, 5));
    expect(told.rows.map(({ data }) => [data.title, data.message])).toEqual([
      ['New product: Bedside lamp', 'An administrator of Plaza added it to your shop. Asked for by phone'],
    ]);
    expect((await ask({ ...lamp, vendorId: 'vnd_none' }, by)).body.details).toEqual({ vendorId: 'is not a vendor' });
  });

  it('refuses an article number that the same vendor uses, and allows it to another', async () => {
    await ask({ ...lamp, sku: 'L-1' });
    const before = await countOf();

    expect(await ask({ ...lamp, sku: 'L-1' })).toMatchObject({ status: 409, body: { details: { code: 'SkuTaken' } } });
    expect(await countOf()).toBe(before);
    expect((await ask({ ...lamp, sku: 'L-1' }, await admin())).status).toBe(201);
  });

  it('creates one of ten concurrent products with the same article number', async () => {
    const before = await countOf();

    const replies = await Promise.all(Array.from({ length: 10 }, () => ask({ ...lamp, sku: 'L-1' })));

    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 409),
    ]);
    expect(await countOf()).toBe(before + 1);
    expect(await everyRow(shop.data, ProductSkus)).toHaveLength(1);
  });

  it('returns the first answer to a repeated key, once or ten times at once, and refuses another body', async () => {
    const before = await countOf();
    const replies = await Promise.all(Array.from({ length: 10 }, () => ask(lamp, seller, 'key-1')));

    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    expect(await ask(lamp, seller, 'key-1')).toMatchObject({ status: 201, text: replies[0]?.text });
    expect(await countOf()).toBe(before + 1);
    const other = await ask({ ...lamp, title: 'Another' }, seller, 'key-1');
    expect(other).toMatchObject({ status: 409, body: { details: { code: 'IdempotencyMismatch' } } });
    expect((await ask(lamp, await admin(), 'key-1')).status).toBe(201);
    expect(await countOf()).toBe(before + 2);
  });

  it('limits the calls of one user, and only theirs', async () => {
    for (let n = 0; n < 120; n++) await ask({ title: '' });

    expect((await ask(lamp)).status).toBe(429);
    expect((await ask(lamp, await admin())).status).toBe(201);
  });
});
