import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openAnnouncer } from './announcer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const told: number[] = [];
  return { told, ...openAnnouncer(0, 5_000, (value) => told.push(value)) };
}

it('announces the latest value every five seconds while the value keeps changing', () => {
  const { told, update } = open();

  for (let second = 1; second <= 12; second++) {
    update(second);
    vi.advanceTimersByTime(1_000);
  }

  expect(told).toEqual([5, 10]);
  vi.advanceTimersByTime(5_000);
  expect(told).toEqual([5, 10, 12]);
});

it('announces nothing when the value has changed back, or after close', () => {
  const { told, update, close } = open();
  update(1);
  update(0);
  vi.advanceTimersByTime(5_000);
  update(2);
  close();
  vi.advanceTimersByTime(5_000);

  expect(told).toEqual([]);
});
