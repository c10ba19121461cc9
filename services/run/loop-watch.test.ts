import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type LoopWatch, openLoopWatch } from './loop-watch.ts';

let now: number;
let cpu: number;
let lines: Record<string, unknown>[];
let watch: LoopWatch;
beforeEach(() => {
  now = 0;
  cpu = 0;
  lines = [];
  watch = openLoopWatch({
    log: (level, event, facts) => void lines.push({ level, event, ...facts }),
    routeOf: (path) => `route of ${path}`,
    nowMs: () => now,
    cpuMs: () => cpu,
  });
  // Only the beats of the test run.
  watch.close();
});
afterEach(() => watch.close());

/** Begins a request; the returned function ends it. */
function begin(url: string): () => void {
  const response = new EventEmitter();
  watch.note({ url }, response as never); // only the events of the response matter here
  return () => void response.emit('close');
}
function pass(ms: number, cpuMs = ms): void {
  now += ms;
  cpu += cpuMs;
  watch.beat();
}

it('the loop watch names the running routes, without their full addresses, after a block of over 250 ms', () => {
  begin('/products?search=anna%40plaza.test');
  begin('/api/store/cart')();
  pass(400, 390);

  expect(lines).toEqual([
    {
      level: 'warn',
      event: 'loop.held',
      ms: 300,
      cpuMs: 390,
      routes: ['route of /products', 'route of /api/store/cart'],
    },
  ]);
});

it('the loop watch logs nothing for shorter blocks, and forgets routes that ended before', () => {
  begin('/products')();
  pass(350);
  pass(100);
  expect(lines).toEqual([]);

  pass(1_000, 10);
  expect(lines).toMatchObject([{ ms: 900, cpuMs: 10, routes: [] }]);
});

it('the loop watch names at most five routes, each once, the newest first', () => {
  for (let n = 0; n < 1_000; n++) begin(`/products/${n % 9}`);
  pass(2_000);

  expect(lines[0]?.routes).toEqual([0, 8, 7, 6, 5].map((n) => `route of /products/${n}`));
});
