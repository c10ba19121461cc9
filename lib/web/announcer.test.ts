import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openAnnouncer } from './announcer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const told: number[] = [];
  return { told, ...openAnnouncer(0, 5_000, (value) => told.push(value)) };
}

it('tells the latest every few seconds, also while it goes on changing', () => {
  const { told, heard } = open();

  for (let second = 1; second <= 12; second++) {
    heard(second);
    vi.advanceTimersByTime(1_000);
  }

  expect(told).toEqual([5, 10]);
  vi.advanceTimersByTime(5_000);
  expect(told).toEqual([5, 10, 12]);
});

it('tells nothing of what has come back, and nothing after its end', () => {
  const { told, heard, close } = open();
  heard(1);
  heard(0);
  vi.advanceTimersByTime(5_000);
  heard(2);
  close();
  vi.advanceTimersByTime(5_000);

  expect(told).toEqual([]);
});
