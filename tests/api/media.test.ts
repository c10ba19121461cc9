import { beforeAll, describe, expect, it } from 'vitest';
import * as one from '#app/api/media/[id]/route.ts';
import { POST } from '#app/api/media/route.ts';
import type { UserContext } from '#lib/context/context.ts';
import type { Images } from '#lib/context/ports/images.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { UploadUse } from '#lib/messaging/collections.ts';
import { QUOTA_BYTES } from '#lib/messaging/limits.ts';
import { MediaFiles, MediaUse } from '#lib/store/collections.ts';
import { MEDIA_QUOTA_BYTES } from '#lib/store/limits.ts';
import { type MediaOwner, vendorMedia } from '#lib/store/media/media-owner.ts';
import { changeMediaUses, type MediaReference, noMedia } from '#lib/store/media/media-uses.ts';
import type { Order } from '#lib/store/schemas/order.ts';
import { setVendorStatus } from '#lib/store/vendors/vendors.ts';
import { openImagesHere } from '#services/images/open-images.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { newBuyer, newSeller, picture, post, uploaded } from '#tests/support/media.ts';
import { openMemoryFiles } from '#tests/support/memory-files.ts';
import { formOf } from '#tests/support/upload.ts';

type Person = TestContext & UserContext;
const files = openMemoryFiles();
let decoded = 0;
const real = openImagesHere();
/** Counts the pictures that were decoded. */
const images: Images = {
  process: (...given) => {
    decoded += 1;
    return real.process(...given);
  },
  close: () => real.close(),
};
let world: TestContext;
beforeAll(async () => {
  world = await testContext({ files, images, vars: { UPLOAD_MAX_BYTES: '200000' } });
  installRuntime(world);
});

const person = (patch = {}): Promise<Person> => asUser(world, patch);
const admin = () => person({ role: 'admin' });
const seller = () => newSeller(world);
const buyer = (patch: Partial<Order> = {}) => newBuyer(world, patch);
const get = (id: string, as?: Person, options: { query?: object; headers?: Record<string, string> } = {}) =>
  call(one.GET, { ...(as && { as }), params: { id }, query: { ...options.query }, headers: { ...options.headers } });
const remove = (as: Person, id: string) => call(one.DELETE, { as, params: { id }, method: 'DELETE' });
const fieldOf = () => 'images';
const change = (owner: MediaOwner, before: MediaReference, after: MediaReference) =>
  world.data.tx((t) => changeMediaUses(t, { owner, before, after, fieldOf }, world.now()));
const refer = (owner: MediaOwner, id: string, isPublic: boolean) => change(owner, noMedia, { fileIds: [id], isPublic });
const release = (owner: MediaOwner, id: string, isPublic: boolean) =>
  change(owner, { fileIds: [id], isPublic }, noMedia);
const refusalOf = ({ status, body }: { status: number; body: object }) => {
  const { details } = body as { details?: Record<string, string> };
  return [status, details?.code].filter(Boolean).join(' ');
};
const keysOf = (id: string) => files.keys().filter((key) => key.startsWith(`media/${id}/`));

describe('POST /api/media', () => {
  it('stores a picture of the seller in all sizes, and responds to the same bytes with the same file', async () => {
    const ann = await seller();
    const bytes = await picture(1_200, 600);

    const first = await post(ann, bytes);
    const again = await post(ann, bytes);

    expect(first.status).toBe(201);
    expect(first.body.file).toMatchObject({ width: 1_200, height: 600, sizes: [192, 384, 640, 1_080, 1_200] });
    expect(again.status).toBe(200);
    expect(again.body.file).toEqual(first.body.file);
    const id = first.body.file.id;
    expect(keysOf(id)).toHaveLength(5);
    expect((await world.data.need(MediaFiles, id)).data).toMatchObject({ vendorId: ann.vendorId, state: 'staged' });
    expect((await world.data.need(MediaUse, ann.vendorId)).data.bytes).toBe(first.body.file.bytes);
  });

  it('stores one file for the same bytes sent several times at once, and another one for another seller', async () => {
    const [ann, bob] = [await seller(), await seller()];
    const bytes = await picture();

    const answers = await Promise.all([post(ann, bytes), post(ann, bytes), post(ann, bytes)]);
    const foreign = await post(bob, bytes);

    expect(new Set(answers.map(({ body }) => body.file.id)).size).toBe(1);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 200, 201]);
    const [file] = answers.map(({ body }) => body.file);
    expect((await world.data.need(MediaUse, ann.vendorId)).data.bytes).toBe(file?.bytes);
    expect(foreign.status).toBe(201);
    expect(foreign.body.file.id).not.toBe(file?.id);
  });

  it('admits approved sellers for their own shop, and admins for any shop and for the site', async () => {
    const [ann, bob, boss, nobody] = [await seller(), await seller(), await admin(), await person()];
    await setVendorStatus(world, bob.vendorId, 'suspended');
    const restricted = await person({ status: 'restricted', role: 'superadmin' });
    const tried = async (as: Person, fields = {}) => refusalOf(await post(as, await picture(), fields));
    const vendorOf = async (id: string) => (await world.data.need(MediaFiles, id)).data.vendorId;

    expect(await tried(nobody)).toBe('403 VendorNotApproved');
    expect(await tried(bob)).toBe('403 VendorNotApproved');
    expect(await tried(ann, { vendorId: bob.vendorId })).toBe('403 VendorNotApproved');
    expect(await tried(restricted)).toBe('403 AccountRestricted');
    expect(await tried(boss, { vendorId: 'vnd_missing' })).toBe('400');
    expect(refusalOf(await call(POST, await formOf([{ filename: 'a.png', bytes: await picture() }])))).toBe('401');

    expect(await vendorOf(await uploaded(ann, { vendorId: ann.vendorId, use: 'logo' }))).toBe(ann.vendorId);
    expect(await vendorOf(await uploaded(boss))).toBe('vnd_platform');
    expect(await vendorOf(await uploaded(boss, { vendorId: bob.vendorId }))).toBe(bob.vendorId);
    expect(await vendorOf(await uploaded(boss, { use: 'logo' }))).toBeNull();
  });

  it('admits pictures of reviews from people with a paid order alone', async () => {
    const tried = async (as: Person) => refusalOf(await post(as, await picture(), { use: 'review' }));

    expect(await tried(await seller())).toBe('403 NoPurchase');
    for (const as of [
      await person(),
      await buyer({ status: 'new', payState: 'unpaid' }),
      await buyer({ status: 'canceled', payState: 'refunded' }),
      await buyer({ payState: 'refunded' }),
    ])
      expect(await tried(as)).toBe('403 VendorNotApproved');
    const ann = await buyer({ status: 'completed' });
    const id = await uploaded(ann, { use: 'review' });
    const { data: file } = await world.data.need(MediaFiles, id);
    expect(file).toMatchObject({ vendorId: null, use: 'review', uploadedBy: ann.user.id });
    expect((await world.data.need(UploadUse, ann.user.id)).data.bytes).toBe(file.bytes);
    expect(refusalOf(await post(ann, await picture(), { use: 'review', vendorId: 'vnd_platform' }))).toBe('400');
  });

  it('refuses in the order of the rules, decodes nothing it refuses earlier, and leaves nothing behind', async () => {
    const ann = await seller();
    const before = { keys: files.keys(), decoded };
    const half = (await picture(800, 800)).slice(0, 600);
    const text = Buffer.from('hello');
    const broken = async (...given: Parameters<typeof formOf>) =>
      (await call(POST, { as: ann, ...(await formOf(...given)) })).status;

    expect(refusalOf(await post(ann, Buffer.concat([text, Buffer.alloc(200_000)])))).toBe('413');
    expect(await broken([])).toBe(400);
    expect(
      await broken([
        { filename: 'a', bytes: text },
        { filename: 'b', bytes: text },
      ]),
    ).toBe(400);
    expect(await broken([{ filename: 'a', bytes: text }], { other: 'x' })).toBe(400);
    expect(await broken([{ filename: 'a', bytes: text }], { use: 'avatar' })).toBe(400);
    expect((await call(POST, { as: ann, body: {} })).status).toBe(415);
    expect(refusalOf(await post(ann, text))).toBe('415 NotAnImage');
    expect(refusalOf(await post(ann, await picture(31, 400)))).toBe('400 ImageSize');
    expect(decoded).toBe(before.decoded);
    expect(refusalOf(await post(ann, half))).toBe('400 BrokenImage');
    await world.data.set(MediaUse, ann.vendorId, { bytes: MEDIA_QUOTA_BYTES });
    expect(refusalOf(await post(ann, half))).toBe('400 BrokenImage');
    expect(refusalOf(await post(ann, await picture()))).toBe('413 QuotaExceeded');
    const pat = await buyer();
    await world.data.set(UploadUse, pat.user.id, { bytes: QUOTA_BYTES });
    expect(refusalOf(await post(pat, await picture(), { use: 'review' }))).toBe('413 QuotaExceeded');

    expect(files.keys()).toEqual(before.keys);
    const refused = world.lines.filter(({ event }) => event === 'media.refused').map(({ facts }) => facts);
    expect(refused.at(-1)).toEqual({
      userId: pat.user.id,
      reason: 'QuotaExceeded',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('S57 never exceeds the quota of a seller, however many pictures arrive at once', async () => {
    const ann = await seller();
    const { bytes } = (await post(ann, await picture(64, 64))).body.file;
    await world.data.set(MediaUse, ann.vendorId, { bytes: MEDIA_QUOTA_BYTES - 2 * bytes });
    const given = await Promise.all(Array.from({ length: 5 }, () => picture(64, 64)));

    const answers = await Promise.all(given.map((file) => post(ann, file)));

    expect((await world.data.need(MediaUse, ann.vendorId)).data.bytes).toBeLessThanOrEqual(MEDIA_QUOTA_BYTES);
    const stored = answers.filter(({ status }) => status === 201);
    expect(answers.filter((answer) => refusalOf(answer) === '413 QuotaExceeded')).toHaveLength(5 - stored.length);
    expect(stored.length).toBeGreaterThan(0);
  });

  it('leaves a picture to cleanup when its bytes cannot be stored', async () => {
    const ann = await seller();
    const failing = { ...world, files: { ...files, put: () => Promise.reject(new Error('disk full')) } };
    installRuntime(failing);
    const { status } = await post(ann, await picture());
    installRuntime({ ...world, files });

    expect(status).toBe(500);
    expect((await world.data.get(MediaUse, ann.vendorId))?.data.bytes ?? 0).toBe(0);
  });
});

describe('GET /api/media/{id}', () => {
  it('responds with the smallest size that is wide enough, otherwise with the largest', async () => {
    const ann = await seller();
    const { body } = await post(ann, await picture(700, 500));
    const widthOf = async (query: object) => {
      const { keys } = { keys: (await get(body.file.id, ann, { query })).headers.get('etag') };
      return keys;
    };

    expect(await widthOf({ w: 1 })).toBe(`"${body.file.id}-192"`);
    expect(await widthOf({ w: 385 })).toBe(`"${body.file.id}-640"`);
    expect(await widthOf({})).toBe(`"${body.file.id}-700"`);
    expect(await widthOf({ w: 4_000 })).toBe(`"${body.file.id}-700"`);
    for (const w of ['0', '4001', '1e3', 'x'])
      expect((await get(body.file.id, ann, { query: { w } })).status).toBe(400);
  });

  it('shows a file without public use to its uploader, the shop and admins alone, and lets nobody keep it', async () => {
    const [ann, bob, boss] = [await seller(), await seller(), await admin()];
    const id = await uploaded(boss, { vendorId: ann.vendorId });
    await refer(vendorMedia(ann.vendorId), id, false);

    for (const as of [ann, boss]) {
      const { status, headers } = await get(id, as);
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('private, no-store');
    }
    expect((await get(id, bob)).status).toBe(404);
    expect((await get(id)).status).toBe(404);
    expect((await get('fil_missing')).body).toMatchObject({ error: 'NotFound' });
  });

  it('S24 S56 shows a public file to everyone for a month, sandboxed and with a tag', async () => {
    const ann = await seller();
    const id = await uploaded(ann);
    await refer(vendorMedia(ann.vendorId), id, true);

    const { status, headers } = await get(id);
    const tag = headers.get('etag') ?? '';
    const known = await get(id, undefined, { headers: { 'if-none-match': tag } });

    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'public, max-age=2592000, immutable',
      'content-type': 'image/webp',
      'content-disposition': expect.stringMatching(/^inline;/),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
    expect([known.status, known.text, known.headers.get('etag')]).toEqual([304, '', tag]);
  });

  it('serves a file for 400 days after its last public use, and not after a take-down', async () => {
    const ann = await seller();
    const owner = vendorMedia(ann.vendorId);
    const [sold, blocked] = [await uploaded(ann), await uploaded(ann)];
    await refer(owner, sold, true);
    await refer(owner, blocked, true);

    await release(owner, sold, true);
    await change(owner, { fileIds: [blocked], isPublic: true }, { fileIds: [blocked], isPublic: false });

    expect((await get(sold)).status).toBe(200);
    expect((await get(blocked)).status).toBe(404);
  });
});

describe('DELETE /api/media/{id}', () => {
  it('removes an unused file at once, releases its bytes, and says so again', async () => {
    const ann = await seller();
    const id = await uploaded(ann);

    expect((await remove(ann, id)).body).toEqual({ deleted: true, id });
    expect((await remove(ann, id)).status).toBe(200);
    expect((await get(id, ann)).status).toBe(404);
    expect(keysOf(id)).toEqual([]);
    expect((await world.data.need(MediaUse, ann.vendorId)).data.bytes).toBe(0);
  });

  it('refuses a file in use and a foreign one, and admits admins', async () => {
    const [ann, bob, boss, pat] = [await seller(), await seller(), await admin(), await buyer()];
    const id = await uploaded(ann);
    const review = await uploaded(pat, { use: 'review' });
    await refer(vendorMedia(ann.vendorId), id, false);

    expect(refusalOf(await remove(ann, id))).toBe('409 FileInUse');
    expect((await remove(bob, id)).status).toBe(404);
    expect((await remove(bob, review)).status).toBe(404);
    await release(vendorMedia(ann.vendorId), id, false);
    expect((await remove(boss, id)).status).toBe(200);
    expect((await remove(pat, review)).status).toBe(200);
  });
});
