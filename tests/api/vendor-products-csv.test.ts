import { beforeEach, describe, expect, it } from 'vitest';
import { POST as upload } from '#app/api/vendor/products/import/route.ts';
import { GET as download } from '#app/api/vendor/products.csv/route.ts';
import texts from '#lib/i18n/seller/en/csv.json' with { type: 'json' };
import { auditStock } from '#lib/store/audit/stock.ts';
import { holdCart } from '#lib/store/cart/cart-holds.ts';
import { saveCart } from '#lib/store/cart/carts.ts';
import { MediaFiles, Products, StockLevels, Vendors } from '#lib/store/collections.ts';
import { productColumns } from '#lib/store/products/products-csv.ts';
import { call } from '#tests/support/call.ts';
import { asUser } from '#tests/support/context.ts';
import { readCsv } from '#tests/support/csv.ts';
import { addPicture, wronglyCounted } from '#tests/support/media.ts';
import {
  OWN_PRODUCT,
  openTwoSellers,
  type Person,
  RIVAL_PRODUCT,
  type TwoSellers,
} from '#tests/support/two-sellers.ts';
import { formOf, textFile } from '#tests/support/upload.ts';
import { everyRow, readWorld } from '#tests/support/world.ts';

let world: TwoSellers;
beforeEach(async () => {
  world = await openTwoSellers();
});

type As = { readonly as?: Person; readonly dryRun?: boolean; readonly key?: string; readonly vendorId?: string };

async function send(table: string, { as = world.seller, dryRun = false, key, vendorId }: As = {}) {
  const { raw, headers } = await formOf([textFile(table, 'goods.csv')], { dryRun: String(dryRun) });
  return call(upload, {
    as,
    ...(raw && { raw }),
    ...(vendorId && { query: { vendorId } }),
    headers: { ...headers, ...(key && { 'idempotency-key': key }) },
  });
}
const exported = async (as = world.seller) => (await call(download, { as })).text;
const own = async () =>
  (await everyRow(world.shop.data, Products))
    .filter(({ data }) => data.vendorId === 'vnd_lamps')
    .map(({ data }) => data);
const level = async () => (await world.shop.data.need(StockLevels, OWN_PRODUCT)).data;

describe('GET /api/vendor/products.csv', () => {
  it('streams every own product with decimal prices and slugs, and nobody else’s', async () => {
    await world.shop.data.update(Products, OWN_PRODUCT, { compareAtMinor: 12_050, description: 'Warm,\n"soft"' });

    const reply = await call(download, { as: world.seller });

    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename="products-[\d-]{10}\.csv"$/);
    expect(readCsv(reply.text)).toEqual([
      {
        id: OWN_PRODUCT,
        sku: '',
        title: 'Reading lamp',
        description: 'Warm,\n"soft"',
        price: '100.00',
        currency: 'UAH',
        compareAt: '120.50',
        stock: '5',
        categories: 'lighting',
        status: 'draft',
        fulfilment: 'physical',
        images: '',
      },
    ]);
  });

  it('is open to a suspended seller, and to nobody without an approved shop', async () => {
    await world.shop.data.update(Vendors, 'vnd_lamps', { status: 'suspended' });
    expect((await call(download, { as: world.seller })).status).toBe(200);
    expect((await call(download, { as: await asUser(world.shop) })).status).toBe(403);
    expect((await call(download)).status).toBe(401);
    expect((await call(download, { as: world.seller, query: { vendorId: 'vnd_vases' } })).status).toBe(404);
  });
});

describe('POST /api/vendor/products/import', () => {
  it('finds everything unchanged in a table that was just downloaded', async () => {
    await world.shop.data.update(Products, OWN_PRODUCT, { description: '=1+1;-2', status: 'blocked' });

    const { status, body } = await send(await exported());

    expect({ status, body }).toEqual({
      status: 200,
      body: { dryRun: false, rows: 1, created: 0, changed: 0, unchanged: 1, failed: 0, problems: [] },
    });
    expect((await own()).map(({ version }) => version)).toEqual([1]);
  });

  it('creates and changes products by id and by article number, with stock corrections', async () => {
    await send('sku,title,price,categories,stock,status\nA-1,Amber lamp,"12.50",lighting;gifts,7,draft\n');

    const { body } = await send(
      `id,sku,title,price,stock,description\n${OWN_PRODUCT},L-1,Floor lamp,99,3,Tall\n,A-1,,13,,\n`,
    );

    expect(body).toMatchObject({ rows: 2, created: 0, changed: 2, unchanged: 0, failed: 0 });
    const byTitle = new Map((await own()).map((product) => [product.title, product]));
    expect(byTitle.get('Floor lamp')).toMatchObject({ sku: 'L-1', priceMinor: 9_900, description: 'Tall' });
    expect(byTitle.get('Amber lamp')).toMatchObject({ sku: 'A-1', priceMinor: 1_300, status: 'draft' });
    expect(await level()).toMatchObject({ onHand: 3 });
    expect(auditStock(await readWorld(world.shop.data))).toEqual([]);
  });

  it('writes nothing in a dry run, the default, and predicts the same result', async () => {
    const table = `id,sku,title,price,categories\n${OWN_PRODUCT},,Floor lamp,,\n,N-1,New lamp,5,lighting\n,N-2,,5,lighting\n`;
    const before = await own();
    const { raw, headers } = await formOf([textFile(table)]);

    const dry = (await call(upload, { as: world.seller, ...(raw && { raw }), ...(headers && { headers }) })).body;

    expect(dry).toMatchObject({ dryRun: true, rows: 3, created: 1, changed: 1, failed: 1 });
    expect(await own()).toEqual(before);
    expect((await send(table)).body).toEqual({ ...dry, dryRun: false });
  });

  it('takes uploaded pictures by their ids, refuses those of others, and counts nothing in a dry run', async () => {
    const [first, second] = [
      await addPicture(world.shop, { vendorId: 'vnd_lamps' }),
      await addPicture(world.shop, { vendorId: 'vnd_lamps' }),
    ];
    const foreign = await addPicture(world.shop, { vendorId: 'vnd_vases' });
    const table = [
      'id,title,price,categories,images',
      `${OWN_PRODUCT},,,,${first};${second}`,
      `,New lamp,5,lighting,${first}`,
      `,Bad lamp,5,lighting,${second};${foreign}`,
    ].join('\n');
    const usesOf = async (id: string) => (await world.shop.data.need(MediaFiles, id)).data.uses;

    const dry = await send(table, { dryRun: true });
    expect(dry.body).toMatchObject({ created: 1, changed: 1, failed: 1, problems: [{ row: 4, field: 'images' }] });
    expect([await usesOf(first), await usesOf(second)]).toEqual([0, 0]);

    for (const _ of [1, 2])
      expect((await send(table, { key: 'one-table' })).body).toEqual({ ...dry.body, dryRun: false });
    expect([await usesOf(first), await usesOf(second), await usesOf(foreign)]).toEqual([2, 1, 0]);
    expect(await wronglyCounted(world.shop)).toEqual([]);

    await send(`id,images\n${OWN_PRODUCT},\n`);
    expect([await usesOf(first), await usesOf(second)]).toEqual([1, 0]);
  });

  it('names row, column and reason of every problem, and takes the other rows', async () => {
    await world.shop.data.update(Products, OWN_PRODUCT, { status: 'published' });
    const shopper = await asUser(world.shop);
    await saveCart(shopper, [{ id: OWN_PRODUCT, qty: 2 }]);
    await holdCart(shopper);
    const table = [
      'id,sku,title,price,currency,categories,stock',
      `${OWN_PRODUCT},,,,,,1`,
      `${RIVAL_PRODUCT},,Mine now,,,,`,
      ',,Cheap,1.005,,lighting,',
      ',,Foreign,5,GBP,lighting,',
      ',,Lost,5,,nowhere,',
      ',D-1,Twice,5,,lighting,',
      ',D-1,Twice,5,,lighting,',
      ',,No price,,,lighting,',
      ',,Good,5,,lighting,1',
    ].join('\n');

    const { body } = await send(table);

    expect(body).toMatchObject({ rows: 9, created: 2, changed: 0, failed: 7 });
    expect(body.problems.map(({ row, field, code }) => [row, field, code])).toEqual([
      [2, 'stock', 'BelowHeld'],
      [3, 'id', 'UnknownProduct'],
      [4, 'price', 'Invalid'],
      [5, 'currency', 'Invalid'],
      [6, 'categories', 'Invalid'],
      [8, 'sku', 'RepeatedSku'],
      [9, 'price', 'Invalid'],
    ]);
    expect(body.problems.every(({ message }) => message.length > 0)).toBe(true);
    expect((await world.shop.data.need(Products, RIVAL_PRODUCT)).data.title).toBe('Blue vase');
  });

  it('has a text of the console for a wrong cell of every column', () => {
    expect(productColumns.filter((column) => !Object.hasOwn(texts, `cell_${column}`))).toEqual([]);
  });

  it('creates nothing twice for a repeated key, also at once and after a run that broke off', async () => {
    const table = 'title,price,categories\nOne lamp,5,lighting\nTwo lamps,6,lighting\n';
    await Promise.all([send(table, { key: 'key-1' }), send(table, { key: 'key-1' })]);

    const again = await send(table, { key: 'key-1' });

    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toMatchObject({ created: 2, failed: 0 });
    expect(await own()).toHaveLength(3);
    expect(await send(`${table}Three,7,lighting\n`, { key: 'key-1' })).toMatchObject({
      status: 409,
      body: { details: { code: 'IdempotencyMismatch' } },
    });
  });

  it.each([
    ['an unknown column', 'id,colour\n', { code: 'UnknownColumn', at: 'colour' }],
    ['a column twice', 'id,id\n', { code: 'RepeatedColumn', at: 'id' }],
    ['a broken quote', 'id,"title\n', { code: 'BrokenQuote', at: '1' }],
    ['no head', '', { code: 'NoHead' }],
    ['too many rows', `title\n${'x\n'.repeat(2_001)}`, { code: 'TooManyRows' }],
    ['too many cells in a row', `title\n${','.repeat(100)}`, { code: 'TooManyCells', at: '2' }],
    ['more in a cell than a spreadsheet holds', `title\n${'x'.repeat(32_768)}`, { code: 'CellTooLong' }],
    ['one cell of separators alone', `title,description\nx,"${'\n;'.repeat(2_500_000)}"\n`, {}],
  ])('refuses a table with %s', async (_, table, cause) => {
    const { status, body } = await send(table);

    expect({ status, details: body.details }).toMatchObject({
      status: 400,
      details: { file: expect.any(String), code: expect.any(String), ...cause },
    });
  });

  it('gives the event loop a turn for every row, also where each is refused without a look into the store', async () => {
    const sent = send(`title,images\n${'x,a;b;b\n'.repeat(2_000)}`, { dryRun: true });
    let [turns, isOver] = [0, false];
    setImmediate(function count() {
      turns += 1;
      if (!isOver) setImmediate(count);
    });

    const { body } = await sent;
    isOver = true;

    expect(body).toMatchObject({ rows: 2_000, failed: 2_000 });
    expect(body.problems).toHaveLength(500);
    expect(turns).toBeGreaterThanOrEqual(2_000);
  });

  it('refuses another encoding and a table that is too large', async () => {
    const latin = { filename: 'a.csv', bytes: Buffer.from('title\nCaf\xe9\n', 'latin1') };
    const large = { filename: 'a.csv', bytes: new Uint8Array(6 * 1024 * 1024) };
    const statuses = [];
    for (const file of [latin, large]) {
      const { raw, headers } = await formOf([file], { dryRun: 'false' });
      statuses.push(
        (await call(upload, { as: world.seller, ...(raw && { raw }), ...(headers && { headers }) })).status,
      );
    }
    expect(statuses).toEqual([400, 413]);
  });

  it('imports for any vendor as an administrator, and for no other one as a seller', async () => {
    const table = 'title,price,categories\nOne lamp,5,lighting\n';

    expect((await send(table, { as: world.admin, vendorId: 'vnd_lamps' })).body.created).toBe(1);
    expect(await own()).toHaveLength(2);
    expect((await send(table, { vendorId: 'vnd_vases' })).status).toBe(404);
    expect((await send(table, { as: await asUser(world.shop) })).status).toBe(403);
    await world.shop.data.update(Vendors, 'vnd_lamps', { status: 'suspended' });
    expect(await send('broken')).toMatchObject({ status: 403, body: { details: { code: 'VendorNotApproved' } } });
  });

  it('allows five imports an hour', async () => {
    for (let n = 0; n < 5; n++) expect((await send('title\n')).status).toBe(200);
    expect((await send('title\n')).status).toBe(429);
    expect((await send('title\n', { as: world.rival })).status).toBe(200);
  });
});
