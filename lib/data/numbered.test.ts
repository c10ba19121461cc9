import { expect, it } from 'vitest';
import { z } from 'zod';
import { openSqlite } from '#services/database/sqlite.ts';
import { testContext } from '#tests/support/context.ts';
import { collection } from './collection.ts';
import { readNumbered } from './numbered.ts';

const Notes = collection('notes', { label: 'Note', schema: z.object({ n: z.int() }), indexes: [] });

it.each([0, 1, 2, 3, 10, 11, 50])('reads exactly the %i numbered documents', async (count) => {
  const { now, log } = await testContext();
  const store = openSqlite({ path: ':memory:', collections: [Notes], now, log });
  await store.batch((write) => {
    for (let n = 0; n < count; n++) write.create(Notes, `a-${n}`, { n });
    write.create(Notes, `a-${count + 1}`, { n: -1 });
    write.create(Notes, 'b-0', { n: -1 });
  });

  const rows = await readNumbered(store, Notes, (n) => `a-${n}`, 2);

  expect(rows.map(({ data }) => data.n)).toEqual(Array.from({ length: count }, (_, n) => n));
  await store.close();
});
