import { describe, expect, it } from 'vitest';
import { GET as unknown } from '#app/api/[[...unknown]]/route.ts';
import { GET as live } from '#app/api/health/live/route.ts';
import { GET as ready } from '#app/api/health/ready/route.ts';
import { GET as health } from '#app/api/health/route.ts';
import { GET as openApi } from '#app/api/openapi.json/route.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { call } from '#tests/support/call.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { openWorld } from '#tests/support/signing-in.ts';

describe('/api/health', () => {
  it('reports that the process is live and ready, and nothing else', async () => {
    await openWorld();

    expect((await call(live)).body).toEqual({ status: 'live' });
    // A process or a store that is busy for a second reports that until it is free.
    await expect.poll(async () => (await call(ready)).body, PATIENCE).toEqual({ status: 'ready' });
    await expect.poll(async () => (await call(health)).body, PATIENCE).toEqual({ status: 'ready' });
  });

  it('responds with 503 without the reason while the store is down, and the process stays live', async () => {
    const world = await openWorld();
    const broken = { ...world.data, health: () => Promise.reject(new Error('disk /var/lib/plaza.db is full')) };
    installRuntime({ ...world, data: broken });

    const reply = await call(ready);

    expect(reply.status).toBe(503);
    expect(reply.body.error).toBe('ServiceUnavailable');
    expect(reply.text).not.toContain('plaza.db');
    expect((await call(live)).status).toBe(200);
  });
});

describe('an unknown API path', () => {
  it('responds with 404 in the one error shape', async () => {
    await openWorld();

    const reply = await call(unknown);

    expect(reply.body).toEqual({ error: 'NotFound', message: 'Route /api does not exist', statusCode: 404 });
  });
});

describe('/api/openapi.json', () => {
  it('returns the OpenAPI document of the routes', async () => {
    await openWorld();

    const { text } = await call(openApi);

    expect(JSON.parse(text)).toMatchObject({ openapi: '3.1.0', paths: { '/api/store/cart': { get: {}, post: {} } } });
  });
});
