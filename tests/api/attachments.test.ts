import { beforeAll, describe, expect, it } from 'vitest';
import { GET } from '#app/api/attachments/[id]/route.ts';
import * as one from '#app/api/conversations/[id]/messages/[messageId]/route.ts';
import * as messages from '#app/api/conversations/[id]/messages/route.ts';
import { DELETE as leave } from '#app/api/conversations/[id]/route.ts';
import { POST as uploadRoute } from '#app/api/conversations/upload/route.ts';
import type { UserContext } from '#lib/context/context.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { newId } from '#lib/core/ids.ts';
import { DAY_MS } from '#lib/core/time.ts';
import { clearAttachments } from '#lib/messaging/attachments/attachment-gc.ts';
import { Attachments, UploadUse } from '#lib/messaging/collections.ts';
import { QUOTA_BYTES } from '#lib/messaging/limits.ts';
import { leaveForGood } from '#lib/messaging/members/forget-member.ts';
import { hostileFiles } from '#tests/fixtures/hostile-files.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { putConversation, testConversation } from '#tests/support/conversations.ts';
import { openMemoryFiles } from '#tests/support/memory-files.ts';
import { formOf, type TestFile, textFile, tinyPng, upload, uploadOne } from '#tests/support/upload.ts';

type Person = TestContext & UserContext;

const files = openMemoryFiles();
let world: TestContext;
beforeAll(async () => {
  world = await testContext({ files, vars: { UPLOAD_MAX_BYTES: '1000000' } });
  installRuntime(world);
});

const person = (patch = {}): Promise<Person> => asUser(world, patch);
async function talk(...people: Person[]): Promise<string> {
  const conversation = testConversation(
    people.map(({ user }) => user.id),
    world.now(),
  );
  await putConversation(world, conversation);
  return conversation.id;
}
const send = (as: Person, id: string, body: object) => call(messages.POST, { as, params: { id }, body });
const leaveAs = (as: Person, id: string, query = {}) => call(leave, { as, params: { id }, query, method: 'DELETE' });
const open = (as: Person, id: string, headers = {}) => call(GET, { as, params: { id }, headers });
const png: TestFile = { filename: 'photo.png', bytes: tinyPng, type: 'image/png' };
const byNumber = (a: number, b: number) => a - b;
const usedBy = async ({ user, data }: Person) => (await data.get(UploadUse, user.id))?.data.bytes ?? 0;
/** Returns the bytes that a user takes up, summed over the rows. */
async function livingOf({ user, data }: Person, ids: readonly string[]): Promise<number> {
  const rows = await data.getMany(Attachments, ids);
  const living = rows.filter((row) => row && row.data.ownerId === user.id && row.data.state !== 'deleted');
  return living.reduce((sum, row) => sum + (row?.data.size ?? 0), 0);
}

describe('POST /api/conversations/upload', () => {
  it('stores files with type, size and a safe name, for a day and readable by the owner alone', async () => {
    const [ann, bob] = [await person(), await person()];

    const { status, body } = await upload(ann, [png, textFile('hello', '../../report.txt')]);

    expect(status).toBe(201);
    expect(body.attachments).toMatchObject([
      { name: 'photo.png', mimeType: 'image/png', kind: 'image', width: 3, height: 2, size: tinyPng.byteLength },
      { name: 'report.txt', mimeType: 'application/octet-stream', kind: 'file', size: 5 },
    ]);
    const [picture] = body.attachments;
    expect(picture?.expiresAt).toBe(new Date(world.now().getTime() + DAY_MS).toISOString());
    expect(picture?.url).toBe(`/api/attachments/${picture?.id}`);
    expect((await open(ann, picture?.id ?? '')).status).toBe(200);
    expect((await open(bob, picture?.id ?? '')).status).toBe(404);
    expect(await usedBy(ann)).toBe(tinyPng.byteLength + 5);
  });

  it('S17 accepts only a multipart form with one to ten files and no other field', async () => {
    const ann = await person();
    const raw = async (form: Awaited<ReturnType<typeof formOf>>) =>
      (await call(uploadRoute, { as: ann, ...form })).status;

    expect(await raw({ raw: '{}', headers: { 'content-type': 'application/json' } })).toBe(415);
    expect(await raw({ raw: 'x', headers: { 'content-type': 'multipart/form-data; boundary=x' } })).toBe(400);
    expect(await raw(await formOf([]))).toBe(400);
    expect(await raw(await formOf([png], { other: '1' }))).toBe(400);
    expect(await raw(await formOf(Array.from({ length: 11 }, () => textFile('x'))))).toBe(400);
    expect(await raw(await formOf(Array.from({ length: 10 }, () => textFile('x'))))).toBe(201);
    expect((await call(uploadRoute, { as: ann, ...(await formOf([png])), headers: {} })).status).toBe(415);
  });

  it('S26 rejects a too large file while it is still streaming, and stores nothing of it', async () => {
    const ann = await person();
    const before = files.keys().length;
    let sent = 0;
    const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="big.bin"\r\n\r\n';
    const raw = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(sent === 0 ? Buffer.from(head) : new Uint8Array(65_536));
        sent += 65_536;
        if (sent > 26 * 1024 * 1024) controller.close();
      },
    });

    const { status, body } = await call(uploadRoute, {
      as: ann,
      raw,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });

    expect([status, body.error]).toEqual([413, 'PayloadTooLarge']);
    expect(sent).toBeLessThan(2_000_000);
    expect([files.keys().length, await usedBy(ann)]).toEqual([before, 0]);
  });

  it('S57 never exceeds a person’s quota, even for concurrent uploads', async () => {
    const ann = await person();
    await ann.data.set(UploadUse, ann.user.id, { bytes: QUOTA_BYTES - 25 });

    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await upload(ann, [textFile('0123456789')])).status),
    );

    expect(statuses.toSorted(byNumber)).toEqual([201, 201, 413, 413, 413, 413, 413, 413]);
    expect(await usedBy(ann)).toBe(QUOTA_BYTES - 5);
    const refused = await upload(ann, [textFile('0123456789')]);
    expect(refused.body.details).toMatchObject({ code: 'QuotaExceeded' });
  });

  it('refuses a restricted account, and responds with 404 for a foreign conversation', async () => {
    const [ann, bob, eve] = [await person(), await person(), await person({ status: 'restricted' })];
    const id = await talk(ann, bob);

    expect((await upload(eve, [png])).status).toBe(403);
    expect((await upload(await person(), [png], { conversationId: id })).status).toBe(404);
    expect((await upload(ann, [png], { conversationId: id })).status).toBe(201);
  });

  it('frees the quota when the file store fails', async () => {
    const ann = await person();
    const failing = { ...files, put: async () => Promise.reject(new Error('disk full')) };
    installRuntime({ ...world, files: failing });
    const { status } = await upload(ann, [png]);
    installRuntime(world);

    expect(status).toBe(500);
    expect(await usedBy(ann)).toBe(0);
  });
});

describe('a file in a message', () => {
  it('is readable by current participants and nobody else', async () => {
    const [ann, bob, eve, admin] = [await person(), await person(), await person(), await person({ role: 'admin' })];
    const id = await talk(ann, bob);
    const file = await uploadOne(ann, png);

    const sent = await send(ann, id, { type: 'image', attachments: [file.id] });

    expect(sent.status).toBe(201);
    const { sha256: _, expiresAt: __, ...shown } = file;
    expect(sent.body.message.attachments).toEqual([shown]);
    for (const who of [ann, bob]) expect((await open(who, file.id)).status).toBe(200);
    const missing = await open(eve, 'att_none');
    for (const who of [eve, admin]) {
      const { status, text } = await open(who, file.id);
      expect([status, JSON.parse(text).message]).toEqual([
        404,
        JSON.parse(missing.text).message.replace('att_none', file.id),
      ]);
    }
    await call(leave, { as: bob, params: { id }, method: 'DELETE' });
    expect((await open(bob, file.id)).status).toBe(404);
    expect((await open(ann, file.id)).status).toBe(200);
  });

  it('must be the sender’s own, unexpired, unused and uploaded for this conversation', async () => {
    const [ann, bob] = [await person(), await person()];
    const [id, other] = [await talk(ann, bob), await talk(ann, bob)];
    const file = await uploadOne(ann);
    const bound = (await upload(ann, [png], { conversationId: other })).body.attachments[0]?.id;
    const refused = async (as: Person, attachments: unknown) => {
      const { status, body } = await send(as, id, { content: 'x', attachments });
      return [status, Object.keys(body.details ?? {}).some((key) => key.startsWith('attachments'))];
    };

    expect(await refused(bob, [file.id])).toEqual([400, true]);
    expect(await refused(ann, ['att_none'])).toEqual([400, true]);
    expect(await refused(ann, [bound])).toEqual([400, true]);
    expect(await refused(ann, [file.id, file.id])).toEqual([400, true]);
    expect((await send(ann, id, { content: '', attachments: [{ id: file.id }] })).status).toBe(201);
    expect(await refused(ann, [file.id])).toEqual([400, true]);
    const late = await uploadOne(ann);
    world.clock.advance(DAY_MS);
    expect(await refused(ann, [late.id])).toEqual([400, true]);
  });

  it('goes to one of two messages that name it concurrently', async () => {
    const [ann, bob] = [await person(), await person()];
    const talks = [await talk(ann, bob), await talk(ann, bob)];
    const file = await uploadOne(ann);

    const sent = await Promise.all(talks.map((id) => send(ann, id, { content: 'x', attachments: [file.id] })));

    expect(sent.map(({ status }) => status).toSorted(byNumber)).toEqual([201, 400]);
  });

  it('must fit the message type: an image message needs images, a file message needs a file', async () => {
    const [ann, bob] = [await person(), await person()];
    const id = await talk(ann, bob);
    const [picture, text] = [await uploadOne(ann, png), await uploadOne(ann)];
    const statusOf = async (body: object) => (await send(ann, id, body)).status;

    expect(await statusOf({ type: 'image', attachments: [text.id] })).toBe(400);
    expect(await statusOf({ type: 'image', content: 'none' })).toBe(400);
    expect(await statusOf({ type: 'file', content: 'none' })).toBe(400);
    expect(await statusOf({ type: 'text', content: ' ' })).toBe(400);
    expect(await statusOf({ type: 'file', attachments: [picture.id, text.id] })).toBe(201);
  });

  it('is unreadable at once when its message is deleted, and removed from the store by the next run', async () => {
    const [ann, bob] = [await person(), await person()];
    const id = await talk(ann, bob);
    const [file, unused, kept] = [await uploadOne(ann), await uploadOne(ann), await uploadOne(ann)];
    const sent = await send(ann, id, { content: 'x', attachments: [file.id] });
    const safe = await send(ann, id, { content: 'y', attachments: [kept.id] });
    const ids = [file.id, unused.id, kept.id];
    const keyOf = async (one: string) => (await ann.data.need(Attachments, one)).data.storageKey;
    const keys = await Promise.all(ids.map(keyOf));
    expect(await usedBy(ann)).toBe(await livingOf(ann, ids));

    await call(one.DELETE, { as: ann, params: { id, messageId: sent.body.message.id }, method: 'DELETE' });
    for (const who of [ann, bob]) expect((await open(who, file.id)).status).toBe(404);
    expect(await usedBy(ann)).toBe(await livingOf(ann, ids));
    world.clock.advance(DAY_MS);
    while ((await clearAttachments(world)).isMore);

    expect(files.keys().filter((key) => keys.includes(key))).toEqual([keys[2]]);
    expect((await ann.data.getMany(Attachments, ids)).map((row) => row?.data.state)).toEqual([
      undefined,
      undefined,
      'attached',
    ]);
    expect(await usedBy(ann)).toBe(kept.size);
    expect(safe.status).toBe(201);
  });
});

describe('GET /api/attachments/{id}', () => {
  it('serves byte ranges, and responds with 416 beyond the end', async () => {
    const ann = await person();
    const { id } = await uploadOne(ann, textFile('0123456789'));
    const part = async (range: string) => {
      const { status, headers, text } = await open(ann, id, { range });
      return [status, headers.get('content-range'), headers.get('content-length'), text];
    };

    expect(await part('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '3', '234']);
    expect(await part('bytes=7-')).toEqual([206, 'bytes 7-9/10', '3', '789']);
    expect(await part('bytes=-2')).toEqual([206, 'bytes 8-9/10', '2', '89']);
    expect(await part('bytes=10-')).toEqual([416, 'bytes */10', null, '']);
    expect(await part('bytes=0-1,3-4')).toEqual([200, null, '10', '0123456789']);
    expect((await open(ann, id)).headers.get('accept-ranges')).toBe('bytes');
  });

  it('S55 S56 serves every hostile file with a safe type, disposition and name', async () => {
    for (const file of hostileFiles) {
      const ann = await person();
      const { id, name, mimeType } = await uploadOne(ann, file);
      const { status, headers } = await open(ann, id);
      const [type, how] = [headers.get('content-type') ?? '', headers.get('content-disposition') ?? ''];

      expect(status, file.about).toBe(200);
      expect(headers.get('x-content-type-options'), file.about).toBe('nosniff');
      expect(headers.get('content-security-policy'), file.about).toBe("sandbox; default-src 'none'");
      expect(headers.get('cache-control'), file.about).toBe('private, max-age=3600');
      expect(headers.get('cross-origin-resource-policy'), file.about).toBe('same-origin');
      expect(headers.get('set-cookie'), file.about).toBeNull();
      // A file that may be shown is sent with a type that its bytes match and that a browser cannot run.
      expect([type, mimeType], file.about).toEqual([mimeType, type]);
      expect(type, file.about).toMatch(/^(?:application\/octet-stream|application\/pdf|image\/gif|audio\/mpeg)$/);
      expect(how.startsWith(type === 'application/octet-stream' ? 'attachment;' : 'inline;'), file.about).toBe(true);
      expect(how, file.about).toMatch(
        /^(?:inline|attachment); filename="[A-Za-z0-9._ -]+"; filename\*=UTF-8''[A-Za-z0-9%._~!$&+^`|#-]+$/,
      );
      expect(name, file.about).not.toMatch(/[/\\\p{Cc}\u202e]/u);
    }
  });
});

describe('a group that has ended', () => {
  it('releases its files from the quotas of their uploaders', async () => {
    const ends = {
      'deleted for everyone': async (id: string, ann: Person) => void (await leaveAs(ann, id, { scope: 'all' })),
      'left by the last': async (id: string, ann: Person, bob: Person) => {
        await leaveAs(ann, id);
        await leaveAs(bob, id);
      },
      'left with the last account': async (id: string, ann: Person, bob: Person) => {
        await leaveAs(bob, id);
        await world.data.tx((t) => leaveForGood(t, ann.user.id, world.now().toISOString()), { mayQuery: true });
      },
    };
    for (const end of Object.values(ends)) {
      const [ann, bob] = [await person(), await person()];
      const [id, other] = [await talk(ann, bob), await talk(ann, await person())];
      const sent = async (as: Person, where: string, text: string) => {
        const file = await uploadOne(as, textFile(text));
        expect((await send(as, where, { content: '', attachments: [file.id] })).status).toBe(201);
        return file.id;
      };
      const gone = [await sent(ann, id, 'one'), await sent(ann, id, 'three'), await sent(bob, id, 'four')];
      const stays = await sent(ann, other, 'stays');
      expect([await usedBy(ann), await usedBy(bob)]).toEqual([13, 4]);

      await end(id, ann, bob);
      while ((await world.drain()) > 0);

      expect([await usedBy(ann), await usedBy(bob)]).toEqual([5, 0]);
      expect([await livingOf(ann, [...gone, stays]), await livingOf(bob, gone)]).toEqual([5, 0]);
      await clearAttachments(world);
      expect((await world.data.getMany(Attachments, gone)).filter(Boolean)).toEqual([]);
      expect(await world.data.get(Attachments, stays)).toBeDefined();
    }
  });

  it('releases more files than one batch, each once', async () => {
    const ann = await person();
    const id = await talk(ann);
    const file = await uploadOne(ann, textFile('seven b'));
    await send(ann, id, { content: '', attachments: [file.id] });
    const { data } = await world.data.need(Attachments, file.id);
    const more = Array.from({ length: 210 }, () => newId('attachment'));
    await world.data.batch((write) => {
      for (const one of more) write.create(Attachments, one, { ...data, storageKey: `attachments/${one}` });
      write.update(UploadUse, ann.user.id, { bytes: 7 * 211 });
    });

    await leaveAs(ann, id);
    while ((await world.drain()) > 0);

    expect(await usedBy(ann)).toBe(0);
    expect(await livingOf(ann, more)).toBe(0);
  });
});
