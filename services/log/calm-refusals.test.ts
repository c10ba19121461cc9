import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Log } from '#lib/context/ports/log.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { calmRefusals } from './calm-refusals.ts';

let lines: Record<string, unknown>[];
let log: Log;
beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  log = calmRefusals((level, event, facts) => void lines.push({ level, event, ...facts }));
});
afterEach(() => vi.useRealTimers());

const refuse = (route: string, requestId: string, error = 'Unauthorized') =>
  log('info', 'request.failed', { requestId, route, error, status: 401 });

it('calmRefusals logs the first refusal of a route at once, and then one line with a count per second', () => {
  for (let n = 0; n < 1_000; n++) refuse('Read', `req_${n}`);
  expect(lines).toMatchObject([{ requestId: 'req_0', count: 1 }]);

  vi.advanceTimersByTime(SECOND_MS);
  expect(lines[1]).toMatchObject({ event: 'request.failed', level: 'info', requestId: 'req_999', count: 999 });
  refuse('Read', 'req_x');
  refuse('Read', 'req_y');
  expect(lines).toHaveLength(2);

  vi.advanceTimersByTime(SECOND_MS);
  expect(lines[2]).toMatchObject({ count: 2 });
});

it('calmRefusals counts routes and errors separately, and starts over after a quiet second', () => {
  refuse('Read', 'req_1');
  refuse('Write', 'req_2');
  refuse('Read', 'req_3', 'NotFound');
  vi.advanceTimersByTime(SECOND_MS);
  refuse('Read', 'req_4');

  expect(lines.map(({ requestId }) => requestId)).toEqual(['req_1', 'req_2', 'req_3', 'req_4']);
  expect(vi.getTimerCount()).toBe(1);
});

it('calmRefusals logs each server error and every other event as it happens', () => {
  for (let n = 0; n < 3; n++)
    log('error', 'request.failed', { route: 'Read', error: 'InternalServerError', status: 500 });
  for (let n = 0; n < 3; n++) log('info', 'order.placed', { n });

  expect(lines).toHaveLength(6);
  expect(lines.some((line) => 'count' in line)).toBe(false);
});
