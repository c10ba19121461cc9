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

it('refreshes a page once for a hint, and checks the server once', async () => {
  openPageRefresher({ refresh }).refresh();
  await pass(60 * SECOND_MS);

  expect(asked).toHaveBeenCalledOnce();
  expect(refresh).toHaveBeenCalledOnce();
});

it('refreshes a page once, after the server is back, for a hint that came while the server was away', async () => {
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

it('checks the server at once for a hint during a pause, and continues in a single series of checks', async () => {
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
  ['during the pause between two checks', false, 3 * SECOND_MS],
  ['during a check', true, 0],
])('does not refresh a page that is closed %s', async (_, answers, afterMs) => {
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
