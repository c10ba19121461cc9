import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#lib/core/time.ts';
import { auditMoney } from '#lib/payments/audit/audit.ts';
import { PartRefunds } from '#lib/payments/collections.ts';
import { auditOrders } from '#lib/store/audit/order.ts';
import { auditStock } from '#lib/store/audit/stock.ts';
import { createCategory } from '#lib/store/catalog/categories.ts';
import { MediaFiles, MediaUse, Products } from '#lib/store/collections.ts';
import { mediaKeys } from '#lib/store/media/media-files.ts';
import { clearMedia } from '#lib/store/media/remove-media.ts';
import { allCollections } from '#services/collections.ts';
import { openSqlite } from '#services/database/sqlite.ts';
import { openFiles } from '#services/files/open.ts';
import { testEnv } from '#tests/support/context.ts';
import { picture } from '#tests/support/media.ts';
import { buyOfBoth, partOf, RIVAL_ID, sharedShop } from '#tests/support/shared-order.ts';
import { everyRow, owed, readWorld } from '#tests/support/world.ts';

const script = join(import.meta.dirname, '../support/selling-worker.ts');
const ends: (() => unknown)[] = [];
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end();
});

/** Opens a shop of two sellers in a folder. `work` has the second do something in a process that may be killed. */
async function openShop() {
  const folder = mkdtempSync(join(tmpdir(), 'plaza-selling-'));
  ends.push(() => rmSync(folder, { recursive: true }));
  let aheadMs = 0;
  const world = { now: () => new Date(Date.now() + aheadMs), log: () => undefined };
  const data = openSqlite({ ...world, path: join(folder, 'plaza.db'), collections: allCollections });
  const files = openFiles(testEnv({ PLAZA_DATA_DIR: folder }));
  const shop = await sharedShop({ data, files, now: world.now });
  await createCategory(shop.buyer, { slug: 'tableware', name: { en: 'Tableware', uk: 'Посуд', ru: 'Посуда' } });
  const work = async (deed: string, argument: string, at?: string): Promise<string | null> => {
    const env = { ...process.env, ...(at && { FAULT_AT: at, FAULT_MODE: 'kill' }) };
    const args = [script, folder, shop.rival.user.id, deed, argument];
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
    ends.push(() => child.kill('SIGKILL'));
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
    return signal ?? (code === 0 ? null : `exit ${code}`);
  };
  const put = (name: string, content: string | Uint8Array): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const advance = (ms: number): void => {
    aheadMs += ms;
  };
  return { ...shop, work, put, advance };
}

describe('a seller’s process killed', () => {
  it.each(['part.after_refuse', 'outbox.after_effect'])(
    'at %s while it refuses a part: the money went back once, and a repeat changes nothing',
    async (point) => {
      const { buyer, work, advance } = await openShop();
      const id = await buyOfBoth(buyer);

      expect(await work('refuse', id, point)).toBe('SIGKILL');
      expect(await work('refuse', id)).toBe(null);
      // Past the lease of what the dead process was doing, and past the effects that wait for others of their kind.
      advance(HOUR_MS);
      await buyer.drain();

      expect(await partOf(buyer, id, RIVAL_ID)).toMatchObject({ state: 'refused', refund: { state: 'done' } });
      expect(await everyRow(buyer.data, PartRefunds)).toHaveLength(1);
      const world = await readWorld(buyer.data);
      expect(owed(world)).toEqual([]);
      expect([...auditStock(world), ...auditOrders(world), ...auditMoney(world)]).toEqual([]);
    },
  );

  it('at import.after_row while it imports a table: the repeat creates the rest, and nothing twice', async () => {
    const { buyer, work, put } = await openShop();
    const rows = ['one', 'two', 'three'].map((name) => `SKU-${name},Vase ${name},120.00,UAH,4,tableware,published`);
    const table = put('goods.csv', ['sku,title,price,currency,stock,categories,status', ...rows, ''].join('\r\n'));
    const imported = async () =>
      (await everyRow(buyer.data, Products)).flatMap(({ data }) => (data.sku === null ? [] : [data.sku])).sort();

    expect(await work('import', table, 'import.after_row:2')).toBe('SIGKILL');
    expect(await imported()).toEqual(['SKU-one', 'SKU-two']);
    expect(await work('import', table)).toBe(null);

    expect(await imported()).toEqual(['SKU-one', 'SKU-three', 'SKU-two']);
    expect(auditStock(await readWorld(buyer.data))).toEqual([]);
  });

  it('at media.after_files while it uploads a picture: nobody sees half a file, and cleanup removes it', async () => {
    const { buyer, work, put, advance } = await openShop();
    const file = put('vase.png', await picture());

    expect(await work('upload', file, 'media.after_files')).toBe('SIGKILL');
    const [left] = await everyRow(buyer.data, MediaFiles);
    expect(left?.data.state).toBe('deleted');
    expect(await everyRow(buyer.data, MediaUse)).toEqual([]);
    expect(await work('upload', file)).toBe(null);

    const rows = await everyRow(buyer.data, MediaFiles);
    const good = rows.find(({ id }) => id !== left?.id);
    expect(rows).toHaveLength(2);
    expect(good?.data.state).toBe('staged');
    advance(DAY_MS + 1);
    await clearMedia(buyer);
    const kept = await Promise.all((left ? mediaKeys(left) : []).map((key) => buyer.files.read(key)));
    expect(kept.every((bytes) => bytes === null)).toBe(true);
    expect((await everyRow(buyer.data, MediaFiles)).map(({ id }) => id)).not.toContain(left?.id);
  });
});
