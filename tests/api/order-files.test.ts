import { beforeEach, describe, expect, it } from 'vitest';
import { GET } from '#app/api/account/orders/[id]/files/[fileId]/route.ts';
import { POST as reset } from '#app/api/vendor/orders/[id]/downloads/reset/route.ts';
import { POST as refuse } from '#app/api/vendor/orders/[id]/refuse/route.ts';
import { GET as readVendorOrder } from '#app/api/vendor/orders/[id]/route.ts';
import { GET as listVendorOrders } from '#app/api/vendor/orders/route.ts';
import { DELETE } from '#app/api/vendor/products/[id]/files/[fileId]/route.ts';
import { POST as addFile } from '#app/api/vendor/products/[id]/files/route.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/core/time.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { Orders, Products } from '#lib/store/collections.ts';
import { DownloadCounts } from '#lib/store/files/collections.ts';
import { downloadLink } from '#lib/store/files/download-links.ts';
import { filesOfOrder } from '#lib/store/files/order-files.ts';
import { MOST_DOWNLOADS } from '#lib/store/limits.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext } from '#tests/support/context.ts';
import { type MemoryFiles, openMemoryFiles } from '#tests/support/memory-files.ts';
import { placeOrder } from '#tests/support/paying.ts';
import { buyOfBoth, orderOf, partOf, RIVAL_ID, type SharedShop, sharedShop } from '#tests/support/shared-order.ts';
import { addProduct, TEST_VENDOR_ID } from '#tests/support/shop.ts';
import { formOf, textFile } from '#tests/support/upload.ts';
import { everyRow } from '#tests/support/world.ts';

type Person = TestContext & UserContext;
let shop: SharedShop;
let files: MemoryFiles;
let fileId: string;

/** A song of the potter, beside the mug that is shipped. */
beforeEach(async () => {
  files = openMemoryFiles();
  shop = await sharedShop({ files });
  await addProduct(shop.buyer, 'song', 10, { fulfilment: 'digital', status: 'draft' });
  fileId = await added('0123456789', 'Song.mp3');
  const publishedAt = shop.buyer.now().toISOString();
  await shop.buyer.data.update(Products, 'song', { status: 'published', publishedAt });
});

async function added(text: string, name: string): Promise<string> {
  const form = await formOf([textFile(text, name)]);
  const { body, text: refusal } = await call(addFile, { as: shop.potter, params: { id: 'song' }, ...form });
  if (!body.file) throw new Error(`the file was refused: ${refusal}`);
  return body.file.id;
}
const buySong = (units: Readonly<Record<string, number>> = { song: 1 }) => buyOfBoth(shop.buyer, units);
const listed = async (orderId: string, as: Person = shop.buyer) => {
  const row = await as.data.need(Orders, orderId);
  return filesOfOrder(as, row);
};
const queryOf = (link: string) => Object.fromEntries(new URL(link, 'http://localhost').searchParams);
type Asked = { readonly as?: Person | null; readonly file?: string; readonly range?: string; readonly method?: string };
const download = (orderId: string, { as = shop.buyer, file = fileId, range, method }: Asked = {}) =>
  call(GET, {
    ...(as && { as }),
    ...(method && { method }),
    params: { id: orderId, fileId: file },
    query: queryOf(downloadLink(as ?? shop.buyer, { orderId, fileId: file })),
    ...(range && { headers: { range } }),
  });
const downloadsIn = async (orderId: string) =>
  (await call(readVendorOrder, { as: shop.potter, params: { id: orderId }, query: {} })).body.order.lines.map(
    ({ downloads }) => downloads,
  );
const drop = (id: string) =>
  call(DELETE, { as: shop.potter, params: { id: 'song', fileId: id }, body: {}, method: 'DELETE' });
const missing = { status: 404 };

describe('a paid order of a file', () => {
  it('is complete with the payment, lists the file and sends its bytes as a download', async () => {
    const id = await buySong();

    expect(await orderOf(shop.buyer, id)).toMatchObject({ status: 'completed', parts: [{ state: 'delivered' }] });
    expect(await listed(id)).toMatchObject([
      { title: 'The song', files: [{ id: fileId, name: 'Song.mp3', bytes: 10, isSpent: false }] },
    ]);
    const [line] = await listed(id);
    expect(line?.files[0]?.url).toMatch(new RegExp(`^/api/account/orders/${id}/files/${fileId}\\?e=\\d+&s=`));
    const { status, text, headers } = await download(id);
    expect([status, text]).toEqual([200, '0123456789']);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-disposition': expect.stringMatching(/^attachment; filename="Song\.mp3"/),
      'content-type': 'application/octet-stream',
      'content-length': '10',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(await downloadsIn(id)).toEqual([1]);
  });

  it('sends its file beside goods that are still to be shipped', async () => {
    const id = await buySong({ mug: 1, song: 1 });

    expect(await orderOf(shop.buyer, id)).toMatchObject({ status: 'paid', parts: [{ state: 'pending' }] });
    expect((await download(id)).status).toBe(200);
    expect((await downloadsIn(id)).toSorted((a, b) => a - b)).toEqual([0, 1]);
    const { body } = await call(listVendorOrders, { as: shop.potter, query: {} });
    expect(
      body.orders.flatMap(({ lines }) => lines.map(({ downloads }) => downloads)).toSorted((a, b) => a - b),
    ).toEqual([0, 1]);
  });

  it('gets files that its seller adds later, and keeps those that are removed later', async () => {
    const id = await buySong();
    shop.buyer.clock.advance(MINUTE_MS);
    const second = await added('b-side', 'B-side.mp3');
    expect((await drop(fileId)).status).toBe(200);
    shop.buyer.clock.advance(MINUTE_MS);

    expect((await listed(id))[0]?.files.map((file) => file.id)).toEqual([fileId, second]);
    expect((await download(id)).status).toBe(200);
    expect((await download(id, { file: second })).status).toBe(200);
    const later = await buySong();
    expect((await listed(later))[0]?.files.map((file) => file.id)).toEqual([second]);
    expect(await download(later)).toMatchObject(missing);
  });
});

describe('GET /api/account/orders/{id}/files/{fileId}', () => {
  it('is open to the buyer alone, with a signature of their own', async () => {
    const id = await buySong();
    const other = await asUser(shop.buyer);
    const link = queryOf(downloadLink(shop.buyer, { orderId: id, fileId }));
    const ask = (query: Readonly<Record<string, string>>, as: Person | null = shop.buyer, orderId = id) =>
      call(GET, { ...(as && { as }), params: { id: orderId, fileId }, query });

    expect((await ask(link, null)).status).toBe(401);
    for (const stranger of [other, shop.potter, shop.admin]) expect(await ask(link, stranger)).toMatchObject(missing);
    for (const query of [
      {},
      { e: link.e ?? '' },
      { s: link.s ?? '' },
      { ...link, e: '9999999999' },
      { ...link, s: 'x' },
    ])
      expect(await ask(query)).toMatchObject(missing);
    expect(await ask(queryOf(downloadLink(other, { orderId: id, fileId })))).toMatchObject(missing);
    const another = await buySong();
    expect(await ask(link, shop.buyer, another)).toMatchObject(missing);
    expect(await ask(link, shop.buyer, 'ord_none')).toMatchObject(missing);
    expect((await ask(link)).status).toBe(200);
    expect(await downloadsIn(id)).toEqual([1]);
  });

  it('leads back to the order when the signature is older than ten minutes', async () => {
    const id = await buySong();
    const query = queryOf(downloadLink(shop.buyer, { orderId: id, fileId }));
    const ask = () => call(GET, { as: shop.buyer, params: { id, fileId }, query });
    shop.buyer.clock.advance(10 * MINUTE_MS - 1_000);
    expect((await ask()).status).toBe(200);

    shop.buyer.clock.advance(1_000);

    const { status, headers } = await ask();
    expect([status, headers.get('location')]).toEqual([303, `/orders/${id}`]);
    expect(await downloadsIn(id)).toEqual([1]);
  });

  it('is closed before the payment, for files of other products and without a digital line', async () => {
    const { id: unpaid } = await placeOrder(shop.buyer, { song: 1 });
    expect(await listed(unpaid)).toEqual([]);
    expect(await download(unpaid)).toMatchObject(missing);
    const mugs = await buySong({ mug: 1 });
    expect(await listed(mugs)).toEqual([]);
    expect(await download(mugs)).toMatchObject(missing);
    await payByCredit(shop.buyer, unpaid);
    expect((await download(unpaid)).status).toBe(200);
  });

  it('is closed when the part is refused or refunded, and when the order is canceled or refunded', async () => {
    const refused = await buySong({ mug: 1, song: 1, vase: 1 });
    expect((await download(refused)).status).toBe(200);
    const body = { code: 'other', reason: 'Broken' };
    expect((await call(refuse, { as: shop.potter, params: { id: refused }, body, query: {} })).status).toBe(200);
    expect((await partOf(shop.buyer, refused, TEST_VENDOR_ID)).state).toBe('refused');
    expect(await listed(refused)).toEqual([]);
    expect(await download(refused)).toMatchObject(missing);

    const id = await buySong();
    const { parts } = await orderOf(shop.buyer, id);
    const refund = { state: 'owed', amountMinor: 1, way: null } as const;
    for (const patch of [
      { payState: 'refunded' },
      { payState: 'refund_pending' },
      { status: 'canceled' },
      { parts: parts.map((part) => ({ ...part, refund })) },
    ] as const) {
      const { data: before } = await shop.buyer.data.need(Orders, id);
      await shop.buyer.data.update(Orders, id, patch as object);
      expect(await download(id)).toMatchObject(missing);
      expect(await listed(id)).toEqual([]);
      await shop.buyer.data.set(Orders, id, before);
    }
    expect((await download(id)).status).toBe(200);
  });

  it('sends a part of the file, and counts only one that begins at the first byte', async () => {
    const id = await buySong();

    expect(await download(id, { range: 'bytes=4-6' })).toMatchObject({ status: 206, text: '456' });
    expect(await download(id, { range: 'bytes=20-' })).toMatchObject({ status: 416 });
    expect(await downloadsIn(id)).toEqual([0]);
    expect(await download(id, { range: 'bytes=0-1' })).toMatchObject({ status: 206, text: '01' });
    expect((await download(id, { method: 'HEAD' })).status).toBe(200);
    expect(await downloadsIn(id)).toEqual([1]);
  });

  it('ends after ten downloads, also at the same time, and lets the last one be resumed for an hour', async () => {
    const id = await buySong();

    const statuses = (await Promise.all(Array.from({ length: 12 }, () => download(id)))).map(({ status }) => status);

    expect(statuses.filter((status) => status === 200)).toHaveLength(MOST_DOWNLOADS);
    expect(statuses.filter((status) => status === 403)).toHaveLength(2);
    expect(await download(id)).toMatchObject({ status: 403 });
    expect(JSON.parse((await download(id)).text)).toMatchObject({ details: { code: 'DownloadLimit' } });
    expect((await download(id, { range: 'bytes=5-' })).status).toBe(206);
    expect((await listed(id))[0]?.files[0]?.isSpent).toBe(true);
    expect(await downloadsIn(id)).toEqual([MOST_DOWNLOADS]);
    // Another order of the same file has downloads of its own.
    expect((await download(await buySong())).status).toBe(200);
    shop.buyer.clock.advance(HOUR_MS + 1);
    expect((await download(id, { range: 'bytes=5-' })).status).toBe(403);
  });

  it('counts nothing when the bytes cannot be read', async () => {
    const id = await buySong();
    installRuntime({ ...shop.buyer, files: { ...files, open: async () => null } });

    expect(await download(id)).toMatchObject(missing);
    expect(await everyRow(shop.buyer.data, DownloadCounts)).toEqual([]);
  });
});

describe('POST /api/vendor/orders/{id}/downloads/reset', () => {
  const ask = (id: string, as: Person, body: object = {}, query: Readonly<Record<string, string>> = {}) =>
    call(reset, { as, params: { id }, body, query });
  const acts = async () =>
    (await everyRow(shop.buyer.data, AuditLog)).filter(({ data }) => data.action === 'part.downloads_reset');

  it('lets the buyer download again, and changes nothing where nothing was downloaded', async () => {
    const id = await buySong();
    expect(await ask(id, shop.potter)).toMatchObject({ status: 200 });
    expect(await acts()).toEqual([]);
    for (let n = 0; n < MOST_DOWNLOADS; n++) await download(id);
    expect((await download(id)).status).toBe(403);
    shop.buyer.clock.advance(1);

    const { status, body } = await ask(id, shop.potter);

    expect(status).toBe(200);
    expect(body.order.lines).toMatchObject([{ downloads: 0 }]);
    shop.buyer.clock.advance(1);
    expect((await listed(id))[0]?.files[0]?.isSpent).toBe(false);
    expect((await download(id)).status).toBe(200);
    expect(await downloadsIn(id)).toEqual([1]);
    expect(await acts()).toMatchObject([{ data: { targetId: id, after: { vendorId: TEST_VENDOR_ID } } }]);
  });

  it('belongs to the seller of the part and to administrators, who give a reason', async () => {
    const id = await buySong();
    await download(id);

    expect((await ask(id, shop.rival)).status).toBe(404);
    expect((await ask(id, shop.buyer)).status).toBe(403);
    const query = { vendorId: TEST_VENDOR_ID };
    expect(await ask(id, shop.admin, {}, query)).toMatchObject({ status: 400 });
    expect((await ask(id, shop.admin, { reason: 'Asked by mail' }, { vendorId: RIVAL_ID })).status).toBe(404);
    expect((await ask(id, shop.admin, { reason: 'Asked by mail' }, query)).status).toBe(200);
    expect(await acts()).toMatchObject([{ data: { reason: 'Asked by mail', actorId: shop.admin.user.id } }]);
  });
});
