import { beforeEach, describe, expect, it } from 'vitest';
import { ApiProblem, unreachable } from '#lib/web/api/api-client.ts';
import { ReadMarker } from './read-marker.ts';

let now = 0;
let posts: { seq: number; isLeaving: boolean }[] = [];
let waiting: { work: () => void; ms: number }[] = [];
let refusal: ApiProblem | null = null;

const marker = (readSeq = 0) =>
  new ReadMarker(
    {
      post: async (seq, isLeaving) => {
        posts.push({ seq, isLeaving });
        if (refusal) throw refusal;
      },
      now: () => now,
      later: (work, ms) => {
        const timer = { work, ms };
        waiting.push(timer);
        return () => {
          waiting = waiting.filter((waitingTimer) => waitingTimer !== timer);
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
const settled = async () => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
};

beforeEach(() => {
  [now, posts, waiting, refusal] = [0, [], [], null];
});

describe('the read position', () => {
  it('is sent at once, then at most every two seconds with the newest value', () => {
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

  it('is not sent twice, nor when the server already knows it', () => {
    const read = marker(3);

    read.seen(2);
    read.known(7);
    read.seen(6);
    read.leave();

    expect(posts).toEqual([]);
  });

  it('is sent when the reader leaves', () => {
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

  it('is sent again with growing pauses until it succeeds', async () => {
    const read = marker();
    [refusal, now] = [unreachable(), 10_000];
    read.seen(1);
    await settled();
    expect(waiting.map(({ ms }) => ms)).toEqual([2000]);
    pass();
    await settled();
    expect(waiting.map(({ ms }) => ms)).toEqual([4000]);

    refusal = null;
    pass();
    await settled();
    expect(seqs()).toEqual([1, 1, 1]);
    read.leave();
    expect([seqs(), waiting]).toEqual([[1, 1, 1], []]);
  });

  it('is not sent again after a rejection, nor after the reader has left', async () => {
    const [refused, left] = [marker(), marker()];
    refusal = new ApiProblem({ error: 'NotFound', message: 'Gone', statusCode: 404 });
    refused.seen(1);
    await settled();
    refusal = unreachable();
    left.seen(1);
    left.leave();
    await settled();

    expect([seqs(), waiting]).toEqual([[1, 1], []]);
  });

  it('moves back only when the reader asks for it', () => {
    const read = marker(3);
    read.seen(4);
    read.seen(5);

    read.moveBack(2, 8);
    for (const seq of [3, 5, 8]) read.seen(seq);
    read.leave();
    expect([seqs(), waiting]).toEqual([[4], []]);

    now += 5000;
    read.seen(9);
    expect(seqs()).toEqual([4, 9]);
  });

  it('is unchanged when it could not be moved back', () => {
    const read = marker(3);
    read.seen(4);
    read.seen(5);

    read.moveBack(2, 8)();
    read.leave();

    expect([seqs(), read.seq]).toEqual([[4, 5], 5]);
  });
});
