import type { BrowserContext, Page, Request } from 'playwright/test';
import type { Transport } from '#lib/tunnel/values.ts';
import { LADDER_KEY } from '#lib/web/tunnel/ladder.ts';
import { receive } from '#tests/support/inbox.ts';
import { long } from './fixtures/form.ts';
import { called, row } from './fixtures/inbox-page.ts';
import { expect, test } from './fixtures/shop-test.ts';

const isHint = (payload: string | Buffer) => String(payload).includes('desk.changed');
const isTunnel = (url: string) => new URL(url).pathname === '/api/tunnel/ws';

/** Records the WebSockets of the tunnel that the pages of a browser open. */
function socketsOf(context: BrowserContext) {
  const open = new Map<Page, number>();
  const opened: string[] = [];
  context.on('page', (page) =>
    page.on('websocket', (socket) => {
      if (!isTunnel(socket.url())) return;
      opened.push(socket.url());
      open.set(page, (open.get(page) ?? 0) + 1);
      socket.on('close', () => open.set(page, (open.get(page) ?? 0) - 1));
    }),
  );
  return {
    opened,
    /** Returns how many WebSockets each page has open. */
    of: (...pages: readonly Page[]) => pages.map((page) => open.get(page) ?? 0),
  };
}

test('two tabs share one connection, and the other tab takes over when the first closes', async ({
  context,
  world,
  signInAs,
}) => {
  await signInAs({ role: 'admin' });
  const sockets = socketsOf(context);
  const first = await context.newPage();
  await first.goto('/admin/orders');
  await expect.poll(() => sockets.of(first)).toEqual([1]);

  const second = await context.newPage();
  await second.goto('/admin/payments');
  await second.waitForLoadState('networkidle');
  await expect.poll(() => sockets.of(first, second)).toEqual([1, 0]);
  expect(sockets.opened.length).toBe(1);

  const told = second
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framereceived', { predicate: ({ payload }) => isHint(payload) }));
  await first.close();
  await expect.poll(() => sockets.of(second)).toEqual([1]);
  await receive(world, { subject: 'Is the lamp still there?', text: 'I should like two' });
  await told;
});

test('events arrive over a stream when WebSockets are blocked', async ({ page, signInAs }) => {
  await signInAs({ role: 'admin' });
  // The WebSocket connects but never delivers a message, as behind a proxy that does not support it.
  await page.routeWebSocket(/\/api\/tunnel\/ws$/, () => undefined);
  const stream = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/tunnel/sse');

  await page.goto('/admin/orders');

  expect((await stream).status()).toBe(200);
});

test('the console shows what arrived between its page and its connection', async ({ page, world, signInAs }) => {
  await signInAs({ role: 'admin' });
  const gate = Promise.withResolvers<void>();
  await page.routeWebSocket(/\/api\/tunnel\/ws$/, async (socket) => {
    await gate.promise;
    // All hints are dropped, so that no later hint can replace the lost one.
    const server = socket.connectToServer();
    server.onMessage((message) => isHint(message) || socket.send(message));
  });
  const subject = called('Between page and line');
  await page.goto('/admin/inbox');
  await receive(world, { subject, text: 'Is anybody there?' });

  gate.resolve();

  await expect(row(page, subject)).toBeVisible();
});

/** Makes every page begin with this transport, like a page on which the better ones have failed. */
const beginWith = (context: BrowserContext, transport: Transport) =>
  context.addInitScript(
    ([key, name]) => {
      // The empty page of a new tab has no storage.
      if (location.protocol !== 'about:') sessionStorage.setItem(key, `${name} ${Date.now()}`);
    },
    [LADDER_KEY, transport] as const,
  );

test('seven tabs share one stream, so that pages still load over HTTP/1.1', long, async ({ context, signInAs }) => {
  await signInAs();
  await beginWith(context, 'sse');
  const streams = new Set<Request>();
  const open = () => [...streams].filter((stream) => !stream.frame().page().isClosed());
  const most: number[] = [];
  context.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/api/tunnel/sse') return;
    streams.add(request);
    most.push(open().length);
  });
  context.on('requestfinished', (request) => streams.delete(request));
  context.on('requestfailed', (request) => streams.delete(request));

  const tabs = await Promise.all(Array.from({ length: 7 }, () => context.newPage()));
  // Seven streams would use all six connections to this host, and the last page would not load.
  for (const tab of tabs) await tab.goto('/account');
  await expect.poll(() => open().length).toBe(1);
  // When another tab wants a channel, a new stream replaces the old one.
  expect(Math.max(...most)).toBeLessThanOrEqual(2);

  // The tab with the stream may close: the next tab opens one, and pages still load.
  const [leader] = open().map((stream) => stream.frame().page());
  await leader?.close();
  await expect.poll(() => open().length).toBe(1);
  const other = tabs.findLast((tab) => tab !== leader);
  expect((await other?.goto('/notifications'))?.status()).toBe(200);
});

test('events arrive by polling when streams are blocked', long, async ({ page, context, signInAs }) => {
  await signInAs();
  await beginWith(context, 'sse');
  // The request is accepted but nothing of the response is passed on, as by a proxy that buffers it.
  await page.route(/\/api\/tunnel\/sse\?/, () => undefined);
  const asked = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/tunnel/poll');

  await page.goto('/account');

  expect((await asked).status()).toBe(200);
});

test('a guest opens no tunnel', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  page.on('websocket', (socket) => asked.push(new URL(socket.url()).pathname));

  await page.goto('/products', { waitUntil: 'networkidle' });

  expect(asked.filter((path) => path.startsWith('/api/tunnel'))).toEqual([]);
});
