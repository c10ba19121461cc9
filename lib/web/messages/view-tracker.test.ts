import { beforeEach, describe, expect, it } from 'vitest';
import { SEEN_MS, ViewTracker } from './view-tracker.ts';

type Thing = { readonly name: string };

let now = 0;
let isLooking = true;
let waiting: { work: () => void; at: number }[] = [];
let seen: string[] = [];

const tracker = () =>
  new ViewTracker<Thing>({
    isLooking: () => isLooking,
    later: (work, ms) => {
      const timer = { work, at: now + ms };
      waiting.push(timer);
      return () => {
        waiting = waiting.filter((waitingTimer) => waitingTimer !== timer);
      };
    },
    seen: ({ name }) => seen.push(name),
  });

function pass(ms: number): void {
  now += ms;
  const due = waiting.filter(({ at }) => at <= now);
  waiting = waiting.filter(({ at }) => at > now);
  for (const { work } of due) work();
}

beforeEach(() => {
  [now, isLooking, waiting, seen] = [0, true, [], []];
});

describe('ViewTracker', () => {
  it('reports an item after half a second in view, however fast other items appear', () => {
    const looked = tracker();
    const all = Array.from({ length: 6 }, (_, at) => ({ name: `${at}` }));

    for (const thing of all) {
      for (const earlier of all.slice(0, all.indexOf(thing) + 1)) looked.enters(earlier);
      pass(SEEN_MS / 2);
    }

    expect(seen).toEqual(['0', '1', '2', '3', '4']);
    pass(SEEN_MS);
    expect(seen).toEqual(['0', '1', '2', '3', '4', '5']);
    looked.enters(all[0] ?? { name: '' });
    expect(waiting).toEqual([]);
  });

  it('reports no item that scrolls past or is in view while the page is hidden', () => {
    const looked = tracker();
    const [first, second] = [{ name: 'first' }, { name: 'second' }];

    looked.enters(first);
    pass(SEEN_MS - 1);
    looked.leaves(first);
    looked.enters(second);
    isLooking = false;
    looked.looked();
    pass(SEEN_MS);
    expect([seen, waiting]).toEqual([[], []]);

    isLooking = true;
    looked.looked();
    pass(SEEN_MS);
    expect(seen).toEqual(['second']);
  });

  it('stops its timers on close', () => {
    const looked = tracker();
    looked.enters({ name: 'first' });

    looked.close();

    expect(waiting).toEqual([]);
  });
});
