import { beforeEach, describe, expect, it } from 'vitest';
import { openContext } from '#lib/api/open-context.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { notFound } from '#lib/core/errors.ts';
import { MINUTE_MS } from '#lib/core/time.ts';
import { type TestContext, testContext } from '#tests/support/context.ts';
import { answerPicture } from './answer-picture.ts';
import { PEER_HEADER } from './peer.ts';

let world: TestContext;
let drawn: string[];
beforeEach(async () => {
  world = await testContext();
  installRuntime(world);
  drawn = [];
});

function ask(title: string, { from = '203.0.113.7', tag }: { from?: string; tag?: string | null } = {}) {
  const headers = new Headers({ [PEER_HEADER]: from, ...(tag && { 'if-none-match': tag }) });
  return answerPicture(openContext(headers), { headers }, async () => ({
    words: [title],
    draw: async () => {
      drawn.push(title);
      return new TextEncoder().encode(title).buffer;
    },
  }));
}

describe('a generated picture', () => {
  it('is drawn once for the same words, also for simultaneous requests', async () => {
    const replies = await Promise.all([ask('Mug'), ask('Mug'), ask('Bowl')]);
    replies.push(await ask('Mug'));

    expect(await Promise.all(replies.map((reply) => reply.text()))).toEqual(['Mug', 'Mug', 'Bowl', 'Mug']);
    expect(replies[0]?.headers.get('content-type')).toBe('image/png');
    expect(drawn).toEqual(['Mug', 'Bowl']);
  });

  it('is not sent again to a caller with its ETag until its words change', async () => {
    const first = await ask('Mug');
    const tag = first.headers.get('etag');

    const [same, changed] = [await ask('Mug', { tag }), await ask('Blue mug', { tag })];

    expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', tag]);
    expect([changed.status, await changed.text()]).toEqual([200, 'Blue mug']);
  });

  it('S58 is limited to 60 requests a minute per address, whatever the content', async () => {
    const many = await Promise.all(Array.from({ length: 60 }, (_, n) => ask(`Mug ${n}`)));

    const [refused, other] = [await ask('Mug 0'), await ask('Mug 0', { from: '203.0.113.8' })];
    world.clock.advance(MINUTE_MS);
    const later = await ask('Mug 0');

    expect(many.every(({ status }) => status === 200)).toBe(true);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('cache-control')).toBe('private, no-store');
    expect(refused.headers.get('retry-after')).toBe(String((await refused.json()).retryAfter));
    expect([other.status, later.status]).toEqual([200, 200]);
    expect(drawn).toHaveLength(60);
  });

  it('is not cached after drawing failed, and responds with 404 when its product is missing', async () => {
    const headers = new Headers();
    const ctx = openContext(headers);
    const failed = await answerPicture(ctx, { headers }, async () => ({
      words: ['Mug'],
      draw: () => Promise.reject(new Error('no font')),
    }));
    const missing = await answerPicture(ctx, { headers }, () => Promise.reject(notFound('Product', 'prd_x')));

    expect([failed.status, (await ask('Mug')).status]).toEqual([500, 200]);
    expect(await missing.json()).toMatchObject({ error: 'NotFound', statusCode: 404 });
  });
});
