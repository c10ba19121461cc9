// A separate process over a store, for the tests of several processes: `store-worker.ts <task> <place> <count>`. The
// place is a SQLite file or `firestore:<host>/<project>`.
import { from } from '#lib/data/query.ts';
import type { Store } from '#lib/data/store.ts';
import { openFirestore } from '#services/database/firestore.ts';
import { openSqlite } from '#services/database/sqlite.ts';
import { Accounts, Claims, contractCollections } from '#tests/contract/store/things.ts';

const [task = '', place = '', count = '0'] = process.argv.slice(2);
const world = { collections: contractCollections, now: () => new Date(), log: () => undefined };
const [, emulatorHost, projectId] = /^firestore:(.+)\/(.+)$/.exec(place) ?? [];
const store =
  emulatorHost !== undefined && projectId !== undefined
    ? await openFirestore({ ...world, emulatorHost, projectId })
    : openSqlite({ ...world, path: place });
const say = (line: unknown): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

/** Takes one unit `count` times, all at once, and prints which units it got. */
async function buy(): Promise<void> {
  const taken = await Promise.allSettled(Array.from({ length: Number(count) }, () => takeOne(store)));
  say({
    units: taken.flatMap((one) => (one.status === 'fulfilled' && one.value !== null ? [one.value] : [])),
    failures: taken.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : [])),
  });
}

const takeOne = (data: Store): Promise<number | null> =>
  data.tx(
    async (t) => {
      const { data: stock } = await t.need(Accounts, 'stock');
      if (stock.balance === 0) return null;
      t.update(Accounts, 'stock', { balance: stock.balance - 1 });
      return stock.balance;
    },
    { lane: 'accounts/stock' },
  );

/** Claims one slot for itself, unless a query finds another claim on it. */
async function claim(): Promise<void> {
  const me = `p${process.pid}`;
  const isMine = await store.tx(
    async (t) => {
      const { rows } = await t.find(from(Claims).where('slot', '==', 'noon').limit(1));
      if (rows.length === 0) t.create(Claims, me, { slot: 'noon', by: me });
      return rows.length === 0;
    },
    { mayQuery: true },
  );
  say({ isMine });
}

/** Writes pairs of documents until it is killed, and prints each pair once its commit is acknowledged. */
async function writePairs(): Promise<void> {
  for (let n = Number(count); ; n++) {
    await store.batch((write) => {
      write.create(Accounts, `left-${n}`, { balance: n });
      write.create(Accounts, `right-${n}`, { balance: 0 - n });
    });
    say(n);
  }
}

const tasks: Readonly<Record<string, () => Promise<void>>> = { buy, claim, writePairs };
// All workers start at the same moment, when the parent signals.
say('ready');
await new Promise((resolve) => process.stdin.once('data', resolve));
await tasks[task]?.();
await store.close();
process.exit(0);
