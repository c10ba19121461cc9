import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openPageRefresher } from './page-refresher.ts';

const SECOND_MS = 1000;
let isThere: boolean;
const asked = vi.fn();
const refresh = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  isThere = true;
  asked.mockClear();
  refresh.mockClear();
  vi.stubGlobal('fetch', async () => {
    asked();
    if (!isThere) throw new TypeError('Failed to fetch');
    return Response.json({ status: 'ready' });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('reads a page anew once for a hint, and asks no more where the server is there', async () => {
  openPageRefresher({ refresh }).refresh();
  await pass(60 * SECOND_MS);

  expect(asked).toHaveBeenCalledOnce();
  expect(refresh).toHaveBeenCalledOnce();
});

it('shows what a hint told of while the server was away, soon after it is back and once', async () => {
  isThere = false;
  openPageRefresher({ refresh }).refresh();
  await pass(20 * SECOND_MS);
  expect(refresh).not.toHaveBeenCalled();
  isThere = true;
  await pass(60 * SECOND_MS);

  // Once immediately, then every five seconds.
  expect(asked).toHaveBeenCalledTimes(6);
  expect(refresh).toHaveBeenCalledOnce();
});

it('takes a hint that comes while it waits as a reason to ask at once, and goes on in one line', async () => {
  isThere = false;
  const page = openPageRefresher({ refresh });
  page.refresh();
  await pass(2 * SECOND_MS);
  page.refresh();
  page.refresh();
  await pass(4 * SECOND_MS);
  expect(asked).toHaveBeenCalledTimes(2);
  await pass(SECOND_MS);

  expect(asked).toHaveBeenCalledTimes(3);
});

it.each([
  ['while it waits to ask again', false, 3 * SECOND_MS],
  ['while it asks', true, 0],
])('leaves a page alone that goes %s', async (_, answers, afterMs) => {
  isThere = answers;
  const page = openPageRefresher({ refresh });
  page.refresh();
  if (afterMs > 0) await pass(afterMs);
  page.close();
  isThere = true;
  await pass(60 * SECOND_MS);
  page.refresh();
  await pass(SECOND_MS);

  expect(asked).toHaveBeenCalledOnce();
  expect(refresh).not.toHaveBeenCalled();
});
