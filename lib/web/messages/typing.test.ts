import { describe, expect, it } from 'vitest';
import { TypingSignal, Typists } from './typing.ts';

describe('the typing signal', () => {
  it('is sent with the first key, every five seconds, and when the box is empty', () => {
    let now = 0;
    const said: [number, boolean][] = [];
    const signal = new TypingSignal({ publish: (isTyping) => said.push([now, isTyping]), now: () => now });

    for (; now < 12_000; now += 1000) signal.changed('text');
    signal.changed(' ');
    signal.changed('');

    expect(said).toEqual([
      [0, true],
      [5000, true],
      [10_000, true],
      [12_000, false],
    ]);
  });

  it('is not ended after the message was sent, and starts again with the next message', () => {
    const said: boolean[] = [];
    const signal = new TypingSignal({ publish: (isTyping) => said.push(isTyping), now: () => 0 });

    signal.changed('a');
    signal.sent();
    signal.stop();
    signal.changed('b');

    expect(said).toEqual([true, true]);
  });
});

describe('the list of typing users', () => {
  it('drops a user when the signal expires or ends, and when the user is gone', () => {
    let now = Date.parse('2026-03-02T10:00:00.000Z');
    let ids: readonly string[] = [];
    const timers = new Map<() => void, number>();
    const typists = new Typists({
      now: () => now,
      later: (work, ms) => {
        timers.set(work, ms);
        return () => timers.delete(work);
      },
      changed: (all) => {
        ids = all;
      },
    });
    const signal = (userId: string, isTyping: boolean, second: number) =>
      typists.receive({ userId, isTyping, expiresAt: `2026-03-02T10:00:${second}.000Z` });

    signal('usr_1', true, 10);
    signal('usr_2', true, 12);
    expect(ids).toEqual(['usr_1', 'usr_2']);
    expect([...timers.values()]).toEqual([10_000, 12_000]);

    typists.gone('usr_1');
    expect(ids).toEqual(['usr_2']);
    signal('usr_2', true, 20);
    now += 20_000;
    for (const work of [...timers.keys()]) work();
    expect(ids).toEqual([]);

    // A signal that arrives too late has already expired.
    signal('usr_3', true, 10);
    signal('usr_2', false, 50);
    expect(ids).toEqual([]);
  });
});
