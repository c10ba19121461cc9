import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sessionFromCookie } from '#lib/auth/current-user.ts';
import { signSession } from '#lib/auth/session-token.ts';
import { newSessionSecret, openSession } from '#lib/auth/sessions.ts';
import { type Context, systemContext } from '#lib/context/context.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { readEnv } from '#lib/core/env/env.ts';
import { newId } from '#lib/core/ids.ts';
import { EmailMessages } from '#lib/crm/collections.ts';
import type { AnyCollection } from '#lib/data/collection.ts';
import type { Row, Store } from '#lib/data/store.ts';
import { uploadFiles } from '#lib/messaging/attachments/uploads.ts';
import { Attachments } from '#lib/messaging/collections.ts';
import { aiAccess } from '#lib/settings/settings.ts';
import { auditStore } from '#lib/store/audit/audit.ts';
import { makeBackup } from '#services/backup/make-backup.ts';
import { restoreBackup } from '#services/backup/restore.ts';
import { allCollections } from '#services/collections.ts';
import { seedDemo, seedPlatform } from '#services/run/seed.ts';
import { buildRuntime } from '#services/runtime.ts';
import { asUser } from '#tests/support/context.ts';
import { receive } from '#tests/support/inbox.ts';
import { placeOrder, withCredit } from '#tests/support/paying.ts';
import { stockShop } from '#tests/support/shop.ts';
import { everyRow } from '#tests/support/world.ts';

const API_KEY = 'the-key-of-a-model-0123456789';
/** A picture of one pixel: its bytes identify its type. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let root: string;
let dataFolder: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'plaza-disaster-'));
  dataFolder = join(root, 'data');
});
afterEach(() => rmSync(root, { recursive: true }));

/** Opens a demo over the data folder, with generated keys and files on the disk. */
async function startShop(): Promise<Context> {
  const env = readEnv({
    from: {
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      PLAZA_DEMO: '1',
      PLAZA_DEMO_HISTORY: 'off',
      PLAZA_DATA_DIR: dataFolder,
      STORE_FX_RATES: 'EUR:48.20,USD:41.50',
      PAYMENT_CREDIT_BALANCE_ACCEPTED_ORDER_CURRENCIES: 'UAH,EUR,USD',
      AI_PROVIDER: 'openai-compatible',
      AI_BASE_URL: 'https://models.example/v1',
      AI_MODEL: 'small',
      AI_API_KEY: API_KEY,
    },
  });
  const runtime = await buildRuntime(env, { cardGateway: null });
  await seedPlatform(runtime);
  await seedDemo(runtime);
  return systemContext(runtime, newId('request'));
}

async function drainAll(ctx: Runtime): Promise<void> {
  while ((await ctx.drain()) > 0);
}

async function signedIn(ctx: Context) {
  const person = await withCredit(await asUser(ctx), 100_000_000);
  const opening = { userId: person.user.id, epoch: 0, secret: newSessionSecret(), now: ctx.now() };
  const { sid } = await ctx.data.tx(async (t) => openSession(t, ctx, opening));
  return { person, cookie: await signSession(ctx.keys.session, sid, ctx.now()) };
}

/** Does one of each thing that people do: pays an order, receives a mail, uploads a file. */
async function live(ctx: Context, person: Awaited<ReturnType<typeof signedIn>>['person'], n: number): Promise<void> {
  await placeOrder(person, { mug: 1 });
  await receive(ctx, { subject: `A question, number ${n}`, text: `Where is my order? ${n}` });
  await uploadFiles(
    person,
    [{ filename: `picture-${n}.png`, bytes: Buffer.concat([PIXEL, Buffer.from(String(n))]) }],
    null,
  );
}

type Dump = ReadonlyMap<string, Row<object>>;
async function dump(data: Store): Promise<Dump> {
  const rows = new Map<string, Row<object>>();
  for (const collection of allCollections as readonly AnyCollection[])
    for (const row of await everyRow(data, collection as never)) rows.set(`${collection.name}/${row.id}`, row);
  return rows;
}

async function auditAll(ctx: Context): Promise<number> {
  let audited = await auditStore(ctx, null);
  while (audited.cursor !== null) audited = await auditStore(ctx, audited.cursor);
  return audited.discrepancies ?? -1;
}

describe('a backup', () => {
  it('made during purchases and incoming mail restores the whole shop', async () => {
    const ctx = await startShop();
    await stockShop(ctx, { mug: 100_000 });
    const { person, cookie } = await signedIn(ctx);
    for (let n = 0; n < 5; n++) await live(ctx, person, n);
    await drainAll(ctx);

    const before = await dump(ctx.data);
    let isLoaded = true;
    const load = (async () => {
      for (let n = 100; isLoaded; n++) await live(ctx, person, n);
    })();
    const backup = await makeBackup({ dataFolder, into: join(root, 'backups'), now: new Date() });
    isLoaded = false;
    await load;
    const after = await dump(ctx.data);
    await ctx.data.close();
    rmSync(dataFolder, { recursive: true });

    const { documents } = await restoreBackup({ from: backup.path, dataFolder, now: new Date() });
    const again = await startShop();

    const restored = await dump(again.data);
    const lost = [...before.keys()].filter((key) => after.has(key) && !restored.has(key));
    const changed = [...before].filter(
      ([key, row]) => after.get(key)?.version === row.version && restored.get(key)?.version !== row.version,
    );
    expect(documents).toBeGreaterThanOrEqual(before.size);
    expect(after.size).toBeGreaterThan(before.size);
    expect(lost).toEqual([]);
    expect(changed.map(([key]) => key)).toEqual([]);

    expect((await sessionFromCookie(again, cookie))?.user.id).toBe(person.user.id);
    expect((await aiAccess(again)).apiKey).toBe(API_KEY);

    const mails = await everyRow(again.data, EmailMessages);
    const raw = await Promise.all(
      mails.flatMap(({ data }) => (data.rawKey === null ? [] : [again.files.read(data.rawKey)])),
    );
    expect(raw.length).toBeGreaterThanOrEqual(5);
    expect(raw.filter((bytes) => bytes === null)).toEqual([]);

    const attachments = (await everyRow(again.data, Attachments)).filter(({ id }) => before.has(`attachments/${id}`));
    const hashes = await Promise.all(
      attachments.map(async ({ data }) =>
        createHash('sha256')
          .update((await again.files.read(data.storageKey)) ?? '')
          .digest('hex'),
      ),
    );
    expect(attachments).toHaveLength(5);
    expect(hashes).toEqual(attachments.map(({ data }) => data.sha256));

    await drainAll(again);
    expect(await auditAll(again)).toBe(0);
    await live(again, { ...person, ...again, user: person.user }, 1_000);
    await again.data.close();
  });
});
