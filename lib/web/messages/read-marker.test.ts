import { beforeEach, describe, expect, it } from 'vitest';
import { ReadMarker } from './read-marker.ts';

let now = 0;
let posts: { seq: number; isLeaving: boolean }[] = [];
let waiting: { work: () => void; ms: number }[] = [];
let isRefused = false;

const marker = (readSeq = 0) =>
  new ReadMarker(
    {
      post: async (seq, isLeaving) => {
        posts.push({ seq, isLeaving });
        if (isRefused) throw new Error('refused');
      },
      now: () => now,
      later: (work, ms) => {
        const timer = { work, ms };
        waiting.push(timer);
        return () => {
          waiting = waiting.filter((one) => one !== timer);
        };
      },
    },
    readSeq,
  );

function pass(): void {
  const timer = waiting.shift();
  now += timer?.ms ?? 0;
  timer?.work();
}
const seqs = () => posts.map(({ seq }) => seq);

beforeEach(() => {
  [now, posts, waiting, isRefused] = [0, [], [], false];
});

describe('how far somebody has read', () => {
  it('is told at once, then at most every two seconds with the newest position', () => {
    const read = marker();

    read.seen(1);
    now += 500;
    read.seen(2);
    read.seen(4);
    read.seen(3);

    expect(seqs()).toEqual([1]);
    expect(waiting.map(({ ms }) => ms)).toEqual([1500]);
    pass();
    expect(seqs()).toEqual([1, 4]);
  });

  it('is not told twice, nor what the server knows', () => {
    const read = marker(3);

    read.seen(2);
    read.known(7);
    read.seen(6);
    read.leave();

    expect(posts).toEqual([]);
  });

  it('is told on leaving', () => {
    const read = marker();
    read.seen(1);
    read.seen(2);

    read.leave();

    expect(posts).toEqual([
      { seq: 1, isLeaving: false },
      { seq: 2, isLeaving: true },
    ]);
    expect(waiting).toEqual([]);
  });

  it('is told again with the next one when it did not get through', async () => {
    const read = marker();
    isRefused = true;
    read.seen(1);
    await Promise.resolve();
    await Promise.resolve();

    isRefused = false;
    read.leave();

    expect(seqs()).toEqual([1, 1]);
  });

  it('goes back only when the reader says so', () => {
    const read = marker(5);

    read.moveBack(2);
    read.leave();
    read.seen(3);

    expect(seqs()).toEqual([3]);
  });
});
