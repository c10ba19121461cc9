import { beforeEach, describe, expect, it } from 'vitest';
import { DELETE } from '#app/api/vendor/products/[id]/files/[fileId]/route.ts';
import { POST } from '#app/api/vendor/products/[id]/files/route.ts';
import { DELETE as deleteProduct, GET, PATCH } from '#app/api/vendor/products/[id]/route.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { DAY_MS } from '#lib/core/time.ts';
import { MediaUse, Products, Vendors } from '#lib/store/collections.ts';
import { clearProductFiles } from '#lib/store/files/clear-product-files.ts';
import { ProductFiles } from '#lib/store/files/collections.ts';
import { MEDIA_QUOTA_BYTES, MOST_FILES } from '#lib/store/limits.ts';
import { getPublicProduct } from '#lib/store/products/products.ts';
import { call } from '#tests/support/call.ts';
import { asUser } from '#tests/support/context.ts';
import { type MemoryFiles, openMemoryFiles } from '#tests/support/memory-files.ts';
import {
  OWN_PRODUCT,
  openTwoSellers,
  type Person,
  RIVAL_PRODUCT,
  type TwoSellers,
} from '#tests/support/two-sellers.ts';
import { formOf, type TestFile, textFile } from '#tests/support/upload.ts';
import { everyRow } from '#tests/support/world.ts';

let world: TwoSellers;
let files: MemoryFiles;
beforeEach(async () => {
  world = await openTwoSellers();
  files = openMemoryFiles();
  installRuntime({ ...world.shop, files });
  await become({ fulfilment: 'digital' });
});

type As = { readonly as?: Person; readonly id?: string; readonly reason?: string };
const become = (patch: object, id = OWN_PRODUCT) => world.shop.data.update(Products, id, patch);
const add = async (file: TestFile, { as = world.seller, id = OWN_PRODUCT, reason }: As = {}) =>
  call(POST, { as, params: { id }, ...(await formOf([file], reason === undefined ? {} : { reason })) });
const added = async (text: string, name = `${text}.txt`): Promise<string> => {
  const { body, text: refusal } = await add(textFile(text, name));
  if (!body.file) throw new Error(`the file was refused: ${refusal}`);
  return body.file.id;
};
const drop = (fileId: string, { as = world.seller, id = OWN_PRODUCT, reason }: As = {}) =>
  call(DELETE, { as, params: { id, fileId }, body: reason === undefined ? {} : { reason }, method: 'DELETE' });
const edit = (body: object, id = OWN_PRODUCT) =>
  call(PATCH, { as: world.seller, params: { id }, body, method: 'PATCH' });
const read = async () => (await call(GET, { as: world.seller, params: { id: OWN_PRODUCT } })).body.product;
const rows = () => everyRow(world.shop.data, ProductFiles);
const usedBytes = async () => (await world.shop.data.get(MediaUse, 'vnd_lamps'))?.data.bytes ?? 0;
const clear = async () => {
  while ((await clearProductFiles({ ...world.shop, files })).isMore);
};
const acts = async () =>
  (await everyRow(world.shop.data, AuditLog))
    .map(({ data }) => data)
    .filter(({ action }) => action === 'product.changed');

describe('POST /api/vendor/products/{id}/files', () => {
  it('stores a file under a safe name with the type of its bytes, which the product then lists', async () => {
    const pdf: TestFile = { filename: '../Plan.pdf', bytes: Buffer.from('%PDF-1.7\n'), type: 'text/html' };

    const { status, body } = await add(pdf);

    expect(status).toBe(201);
    expect(body.file).toEqual({
      id: expect.stringMatching(/^pfl_/),
      name: 'Plan.pdf',
      bytes: 9,
      mimeType: 'application/pdf',
    });
    const id = await added('<script>', 'page.html');
    expect((await read()).files).toEqual([
      body.file,
      { id, name: 'page.html', bytes: 8, mimeType: 'application/octet-stream' },
    ]);
    expect(files.keys()).toHaveLength(2);
    expect(await usedBytes()).toBe(17);
    // Rows of one moment have no order.
    const recorded = await acts();
    expect(recorded).toHaveLength(2);
    for (const act of [
      { targetId: OWN_PRODUCT, before: { files: 0 }, after: { fields: 'files', files: 1, fileId: body.file?.id } },
      { before: { files: 1 }, after: { files: 2 } },
    ])
      expect(recorded).toContainEqual(
        expect.objectContaining({ ...act, after: expect.objectContaining(act.after), before: act.before }),
      );
    expect(JSON.stringify(await acts())).not.toContain('Plan');
  });

  it('lets a digital product be published, and leaves its version as it is', async () => {
    expect(await edit({ status: 'published' })).toMatchObject({
      status: 400,
      body: { details: { files: 'must have a file before a digital product is published' } },
    });
    await added('song');

    const { status, body } = await edit({ status: 'published', version: 1 });

    expect(status).toBe(200);
    expect(body.product).toMatchObject({ listed: true, unlistedBecause: null, version: 2 });
    expect(await getPublicProduct(world.shop, OWN_PRODUCT)).not.toBeNull();
  });

  it('returns the same file for the same bytes under the same name, also at the same time', async () => {
    const replies = await Promise.all(Array.from({ length: 4 }, () => add(textFile('song', 'song.txt'))));

    expect(new Set(replies.map(({ body }) => body.file?.id)).size).toBe(1);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 201]);
    expect(await rows()).toHaveLength(1);
    expect(files.keys()).toHaveLength(1);
    expect(await usedBytes()).toBe(4);
    expect((await add(textFile('song', 'other name.txt'))).status).toBe(201);
  });

  it('takes twenty files and not one more, also at the same time', async () => {
    for (let n = 1; n < MOST_FILES; n++) await added(`file ${n}`);

    const replies = await Promise.all([1, 2, 3].map((n) => add(textFile(`last ${n}`))));

    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    const refused = await add(textFile('too many'));
    expect(refused).toMatchObject({ status: 409, body: { details: { code: 'TooManyFiles' } } });
    expect((await read()).files).toHaveLength(MOST_FILES);
    expect(await rows()).toHaveLength(MOST_FILES);
    expect(files.keys()).toHaveLength(MOST_FILES);
  });

  it('refuses a product that is shipped or blocked, an empty file, two files and a full shop', async () => {
    expect(await add(textFile(''))).toMatchObject({ status: 400, body: { details: { file: 'must not be empty' } } });
    const two = { ...(await formOf([textFile('a'), textFile('b')])), params: { id: OWN_PRODUCT }, as: world.seller };
    expect((await call(POST, two)).status).toBe(400);
    await become({ fulfilment: 'physical' });
    expect(await add(textFile('a'))).toMatchObject({ status: 409, body: { details: { code: 'NotDigital' } } });
    await become({ fulfilment: 'digital', status: 'blocked' });
    expect(await add(textFile('a'))).toMatchObject({ status: 409, body: { details: { code: 'ProductBlocked' } } });
    await become({ status: 'draft' });
    await world.shop.data.set(MediaUse, 'vnd_lamps', { bytes: MEDIA_QUOTA_BYTES });
    expect(await add(textFile('a'))).toMatchObject({ status: 413, body: { details: { code: 'QuotaExceeded' } } });
    expect(await rows()).toEqual([]);
    expect(files.keys()).toEqual([]);
  });

  it('refuses a file above UPLOAD_MAX_BYTES', async () => {
    world = await openTwoSellers({ UPLOAD_MAX_BYTES: '10' });
    await become({ fulfilment: 'digital' });

    expect((await add(textFile('0123456789'))).status).toBe(201);
    expect((await add(textFile('0123456789A'))).status).toBe(413);
  });

  it('leaves nothing when the bytes cannot be stored', async () => {
    const put = () => Promise.reject(new Error('disk full'));
    installRuntime({ ...world.shop, files: { ...files, put } });

    expect((await add(textFile('a'))).status).toBe(500);
    expect(await rows()).toEqual([]);
    expect(await usedBytes()).toBe(0);
    expect((await read()).files).toEqual([]);
  });

  it('leaves nothing when the product is deleted meanwhile', async () => {
    const put = async (key: string, bytes: Uint8Array) => {
      await files.put(key, bytes);
      await world.shop.data.delete(Products, OWN_PRODUCT);
    };
    installRuntime({ ...world.shop, files: { ...files, put } });

    expect((await add(textFile('a'))).status).toBe(404);
    expect(await rows()).toEqual([]);
    expect(files.keys()).toEqual([]);
  });

  it('takes a reason from an administrator alone, who acts for any seller', async () => {
    expect(await add(textFile('a'), { reason: 'By phone' })).toMatchObject({ status: 400 });

    const { status, body } = await add(textFile('a'), { as: world.admin, reason: 'Asked by phone' });

    expect(status).toBe(201);
    expect(await acts()).toMatchObject([{ reason: 'Asked by phone', actorId: world.admin.user.id }]);
    expect(await drop(body.file?.id ?? '', { as: world.admin, reason: 'Wrong file' })).toMatchObject({ status: 200 });
  });
});

describe('DELETE /api/vendor/products/{id}/files/{fileId}', () => {
  it('keeps a file of a product that was published for earlier buyers, and takes the last one out of the catalog', async () => {
    const id = await added('song');
    await edit({ status: 'published' });

    const { status, body } = await drop(id);

    expect({ status, body }).toEqual({ status: 200, body: { deleted: true, id } });
    expect(await read()).toMatchObject({ status: 'published', listed: false, unlistedBecause: 'files', files: [] });
    expect(await drop(id)).toMatchObject({ status: 200 });
    await clear();
    expect(await rows()).toMatchObject([{ id, data: { retiredAt: expect.any(String), expiresAt: null } }]);
    expect(files.keys()).toHaveLength(1);
    expect(await usedBytes()).toBe(4);
    expect(await acts()).toHaveLength(3);
  });

  it('releases a file that nobody can have bought, and those of a deleted product', async () => {
    const [first] = [await added('song'), await added('another')];
    expect((await drop(first)).status).toBe(200);
    expect(await usedBytes()).toBe(7);

    const removed = await call(deleteProduct, {
      ...{ as: world.seller, params: { id: OWN_PRODUCT }, body: {}, method: 'DELETE' },
    });

    expect(removed.status).toBe(200);
    await clear();
    expect(await rows()).toEqual([]);
    expect(files.keys()).toEqual([]);
    expect(await usedBytes()).toBe(0);
    expect((await drop(first)).status).toBe(404);
  });

  it('responds with 404 for an unended upload and for a file of another product', async () => {
    const id = await added('song');
    const [row] = await rows();
    if (!row) throw new Error('there is no file');
    const unended = { ...row.data, expiresAt: world.shop.now().toISOString() };
    await world.shop.data.create(ProductFiles, 'pfl_unended', unended);

    expect((await drop('pfl_unended')).status).toBe(404);
    expect((await drop('pfl_none')).status).toBe(404);
    expect((await drop(id, { as: world.rival, id: RIVAL_PRODUCT })).status).toBe(404);
    expect((await read()).files).toHaveLength(1);
  });
});

describe('SI18 the files of two sellers', () => {
  it('are as if missing to each other, and closed to those who do not sell', async () => {
    const id = await added('song');

    expect((await add(textFile('a'), { as: world.rival })).status).toBe(404);
    expect((await drop(id, { as: world.rival })).status).toBe(404);
    const nobody = await asUser(world.shop);
    expect((await add(textFile('a'), { as: nobody })).status).toBe(403);
    expect((await drop(id, { as: nobody })).status).toBe(403);
    await world.shop.data.update(Vendors, 'vnd_lamps', { status: 'suspended' });
    expect(await add(textFile('a'))).toMatchObject({ body: { details: { code: 'VendorNotApproved' } } });
    expect((await drop(id)).status).toBe(403);
    expect(await rows()).toHaveLength(1);
  });
});

describe('clearProductFiles', () => {
  it('removes what a crash between claim and keep left behind, after a day', async () => {
    const kept = await added('kept');
    const crash = new Error('the process was killed');
    const removed = { ...files, remove: () => Promise.reject(crash) };
    const put = async (key: string, bytes: Uint8Array) => {
      await files.put(key, bytes);
      throw crash;
    };
    installRuntime({ ...world.shop, files: { ...removed, put } });
    expect((await add(textFile('lost'))).status).toBe(500);
    expect(files.keys()).toHaveLength(2);

    await clear();
    expect(files.keys()).toHaveLength(2);
    world.shop.clock.advance(DAY_MS);
    await clear();

    expect((await rows()).map(({ id }) => id)).toEqual([kept]);
    expect(files.keys()).toHaveLength(1);
    expect(await usedBytes()).toBe(4);
  });

  it('wins or loses against an upload that ends at the same moment, and leaves no bytes without a row', async () => {
    const put = async (key: string, bytes: Uint8Array) => {
      await files.put(key, bytes);
      world.shop.clock.advance(DAY_MS);
      await clear();
    };
    installRuntime({ ...world.shop, files: { ...files, put } });

    expect((await add(textFile('late'))).status).toBe(503);
    expect(await rows()).toEqual([]);
    expect(files.keys()).toEqual([]);
  });
});
