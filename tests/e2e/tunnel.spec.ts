import type { BrowserContext, Page } from 'playwright/test';
import { receive } from '#tests/support/inbox.ts';
import { expect, test } from './fixtures/shop-test.ts';

const isHint = (payload: string | Buffer) => String(payload).includes('desk.changed');
const isTunnel = (url: string) => new URL(url).pathname === '/api/tunnel/ws';

/** The WebSockets of the tunnel that the pages of a browser have open. */
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
    /** How many each page has open. */
    of: (...pages: readonly Page[]) => pages.map((page) => open.get(page) ?? 0),
  };
}

test('two tabs share one connection, and when its tab is closed the other takes it up', async ({
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

test('where WebSockets do not get through, news come over a stream', async ({ page, signInAs }) => {
  await signInAs({ role: 'admin' });
  // Connected, and never a word: as behind a proxy that does not know them.
  await page.routeWebSocket(/\/api\/tunnel\/ws$/, () => undefined);
  const stream = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/tunnel/sse');

  await page.goto('/admin/orders');

  expect((await stream).status()).toBe(200);
});

test('a visitor pays nothing for the tunnel', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  page.on('websocket', (socket) => asked.push(new URL(socket.url()).pathname));

  await page.goto('/products', { waitUntil: 'networkidle' });

  expect(asked.filter((path) => path.startsWith('/api/tunnel'))).toEqual([]);
});
