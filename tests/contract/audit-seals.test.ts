import { expect, it } from 'vitest';
import { AuditLog } from '#lib/audit/collections.ts';
import type { AuditEntry } from '#lib/audit/schemas/audit.ts';
import { readHour } from '#lib/audit/seals/sealed-rows.ts';
import { auditResults } from '#lib/audit/values.ts';
import { roles } from '#lib/context/values.ts';
import { newId } from '#lib/core/ids.ts';
import type { Row, Store } from '#lib/data/store.ts';
import { allCollections } from '#services/collections.ts';
import { openFirestore } from '#services/database/firestore.ts';
import { openSqlite, type SqliteOptions } from '#services/database/sqlite.ts';
import { seedOf } from '#tests/support/chance.ts';
import { type Random, randomFrom } from '#tests/support/random.ts';
import { freshProject, sharedEmulator } from '#tests/support/shared-emulator.ts';

const host = await sharedEmulator();
const HOUR = '2026-11-26T09';
const ROWS = 120;

const keys = [
  'role',
  'Role',
  'é',
  'e\u0301',
  '10',
  '9',
  'a b',
  'ключ',
  '😀',
  '\u{FFFD}',
  'constructor',
  'a.b',
  'a/b',
  '$x',
];
const texts = ['', 'admin', '"quoted"', 'line\nbreak', '\u0000', 'Ї', '\ud800 alone', '\u2028', '1', 'null', '<&>'];
const numbers = [0, 1, -1, 0.1, 1e21, 1e-7, 123_456_789.123, Number.MAX_SAFE_INTEGER, 2 ** 53, 5e-324];

const factsOf = (random: Random): AuditEntry['before'] => {
  if (random.chance(0.3)) return null;
  const value = () =>
    random.pick<string | number | boolean | null>([random.pick(texts), random.pick(numbers), true, null]);
  return Object.fromEntries(Array.from({ length: random.int(8) }, () => [random.pick(keys), value()]));
};

const entryOf = (random: Random): AuditEntry => ({
  at: `${HOUR}:${String(random.int(60)).padStart(2, '0')}:00.000Z`, // many rows share a time
  actorId: random.chance(0.5) ? newId('user') : null,
  actorRole: random.pick([...roles, null]),
  via: random.pick(['session', 'cron', 'webhook', 'system']),
  ...{ action: 'thing.changed', targetType: 'thing', targetId: newId('user') },
  ...{ before: factsOf(random), after: factsOf(random), reason: random.pick([null, ...texts]) },
  ...{ requestId: newId('request'), ipPrefixHash: random.chance(0.5) ? 'hash' : null, device: random.pick(texts) },
  result: random.pick(auditResults),
});

async function sealOf(data: Store, rows: readonly Pick<Row<AuditEntry>, 'id' | 'data'>[]) {
  await data.batch((write) => {
    for (const row of rows) write.create(AuditLog, row.id, row.data);
  });
  return readHour({ data }, HOUR, 'hash before');
}

it.skipIf(host === null)(
  'S64 the same rows have the same seal on both databases, in whatever order they and their keys were written',
  async () => {
    const seed = seedOf('SEAL_SEED');
    const random = randomFrom(seed);
    const rows = Array.from({ length: ROWS }, () => ({ id: newId('audit'), data: entryOf(random) }));
    const turned = rows.toReversed().map(({ id, data }) => ({
      id,
      data: Object.fromEntries(Object.entries(data).reverse()) as typeof data,
    }));
    const common: Pick<SqliteOptions, 'collections' | 'now' | 'log'> = {
      collections: allCollections,
      now: () => new Date(),
      log: () => undefined,
    };

    const [sqlite, firestore] = await Promise.all([
      sealOf(openSqlite({ path: ':memory:', ...common }), rows),
      sealOf(await openFirestore({ projectId: freshProject(), emulatorHost: host ?? '', ...common }), turned),
    ]);

    expect(sqlite.count, `seed ${seed}`).toBe(ROWS);
    expect(firestore, `seed ${seed}`).toEqual(sqlite);
  },
);
