import { afterEach, expect, it, vi } from 'vitest';
import { refreshIfThere } from './refresh-if-there.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Returns how often a page was refreshed while the server responds like this. */
async function refreshes(
  answer: () => Promise<Response>,
): Promise<{ readonly isThere: boolean; readonly count: number }> {
  vi.stubGlobal('fetch', answer);
  const refresh = vi.fn();
  const asked = refreshIfThere({ refresh });
  await vi.advanceTimersByTimeAsync(8000);
  return { isThere: await asked, count: refresh.mock.calls.length };
}

it.each([
  ['is ready', async () => Response.json({ status: 'ready' }), true],
  ['is not ready', async () => Response.json({ status: 'not-ready' }, { status: 503 }), false],
  ['is unreachable', () => Promise.reject(new TypeError('Failed to fetch')), false],
  ['does not respond', () => new Promise<Response>(() => {}), false],
])('refreshes a page only when the server is ready: it %s', async (_, answer, isThere) => {
  vi.useFakeTimers();

  expect(await refreshes(answer)).toEqual({ isThere, count: isThere ? 1 : 0 });
});
