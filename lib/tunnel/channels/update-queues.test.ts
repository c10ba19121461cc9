import { describe, expect, it } from 'vitest';
import { settled } from '#tests/support/memory-sink.ts';
import { UpdateQueues } from './update-queues.ts';

function desk(withinMs = 60_000) {
  const delivered: string[] = [];
  const lost: string[] = [];
  const failures: unknown[] = [];
  const queues = new UpdateQueues((_, __, { error } = {}) => void failures.push(error), withinMs);
  const gates: PromiseWithResolvers<ReadonlyMap<string, string>>[] = [];
  /** Adds an event for these users. The test resolves its read by number, with `pass`. */
  const add = (...keys: string[]) =>
    queues.add({
      keys,
      read: () => {
        const gate = Promise.withResolvers<ReadonlyMap<string, string>>();
        gates.push(gate);
        return gate.promise;
      },
      deliver: (key, what) => delivered.push(`${key} ${what}`),
      lost: (key) => lost.push(key),
    });
  const pass = async (at: number, what: string) => {
    gates[at]?.resolve(new Map(['ann', 'bob'].map((key) => [key, what])));
    await settled(2);
  };
  return { queues, add, pass, gates, delivered, lost, failures };
}

describe('an update for several users', () => {
  it('is read once for all users of an event', async () => {
    const { add, pass, gates, delivered } = desk();
    add('ann', 'bob');
    await settled(2);
    await pass(0, 'first');

    expect(gates).toHaveLength(1);
    expect(delivered).toEqual(['ann first', 'bob first']);
  });

  it('reaches each user in the order of the events, and waits for no other user', async () => {
    const { add, pass, delivered } = desk();
    add('ann');
    add('ann', 'bob');
    await settled(2);
    await pass(1, 'second');
    const early = [...delivered];
    await pass(0, 'first');

    expect(early).toEqual(['bob second']);
    expect(delivered).toEqual(['bob second', 'ann first', 'ann second']);
  });

  it.each(['hangs', 'fails'])('is reported as lost when its read %s, and the next update is delivered', async (how) => {
    const { add, pass, gates, delivered, lost, failures } = desk(5);
    add('ann');
    add('ann');
    await settled(2);
    if (how === 'fails') gates[0]?.reject(new Error('the store is away'));
    while (gates.length < 2) await settled(1);
    await pass(0, 'too late');
    await pass(1, 'second');

    expect(delivered).toEqual(['ann second']);
    expect(lost).toEqual(['ann']);
    expect(failures).toHaveLength(1);
  });
});
