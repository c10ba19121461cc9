import { z } from 'zod';
import { codeOf } from '#lib/core/errors.ts';
import { collection } from './collection.ts';
import { inc } from './patch.ts';
import type { Counter, Store } from './store.ts';

/** The shards of counters, with ids `<name>_<shard>`. Every store has this collection, declared or not. */
export const Counters = collection('counter_shards', {
  label: 'Counter shard',
  schema: z.object({ value: z.number() }),
  indexes: [],
});

const shardId = (name: string, shard: number): string => `${name}_${shard}`;

/**
 * Builds a counter over several documents, so that many writers do not contend for one document. `add` writes without
 * reading; `read` sums the shards.
 */
export function shardedCounter(
  store: Pick<Store, 'getMany' | 'update' | 'create'>,
  name: string,
  shards: number,
): Counter {
  async function add(by: number): Promise<void> {
    const id = shardId(name, Math.floor(Math.random() * shards));
    try {
      await store.update(Counters, id, { value: inc(by) });
    } catch (error) {
      if (codeOf(error) !== 'NOT_FOUND') throw error;
      await begin(id, by);
    }
  }

  async function begin(id: string, by: number): Promise<void> {
    try {
      await store.create(Counters, id, { value: by });
    } catch (error) {
      if (codeOf(error) !== 'EXISTS') throw error;
      await store.update(Counters, id, { value: inc(by) });
    }
  }

  async function read(): Promise<number> {
    const ids = Array.from({ length: shards }, (_, shard) => shardId(name, shard));
    const rows = await store.getMany(Counters, ids);
    return rows.reduce((sum, row) => sum + (row?.data.value ?? 0), 0);
  }

  return { add, read };
}
