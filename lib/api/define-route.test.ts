import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineRoute, rawBody } from '#lib/api/define-route.ts';
import { PEER_HEADER } from '#lib/api/peer.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { AppError, conflict, notFound } from '#lib/core/errors.ts';
import { ID_PATTERN } from '#lib/core/id-pattern.ts';
import { idText } from '#lib/core/ids.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';

const thing = z.object({ id: idText, name: z.string() }).meta({ id: 'Thing' });
const naming = defineRoute({
  summary: 'Name a thing',
  auth: 'session',
  params: z.object({ id: idText }),
  query: z.object({
    limit: z
      .string()
      .regex(/^\d{1,3}$/)
      .transform(Number)
      .optional(),
  }),
  body: z.strictObject({ name: z.string().max(5) }),
  response: thing,
  status: 201,
  load: async ({ params }) => {
    if (params.id === 'gone') throw notFound('Thing', params.id);
    return { id: params.id };
  },
  handler: async ({ loaded, body, query }) => ({ id: loaded.id, name: `${body.name}${query.limit ?? ''}` }),
});

let ctx: TestContext;
beforeEach(async () => {
  ctx = await testContext();
  installRuntime(ctx);
});

describe('defineRoute', () => {
  it('passes parsed values to the handler and responds with the declared status and headers', async () => {
    const as = await asUser(ctx);

    const reply = await call(naming, { as, params: { id: 'one' }, query: { limit: 7 }, body: { name: 'Mug' } });

    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({ id: 'one', name: 'Mug7' });
    expect(reply.headers.get('cache-control')).toBe('private, no-store');
    expect(reply.headers.get('x-request-id')).toMatch(/^req_/);
  });

  it('passes the exact bytes of a raw body whatever its content type, and rejects a body over the limit', async () => {
    const raw = defineRoute({
      summary: 'Take bytes',
      auth: 'signed',
      bodyAs: 'raw',
      maxBytes: 4,
      body: rawBody,
      response: z.object({ bytes: z.array(z.int()), via: z.string() }),
      handler: async ({ ctx: { via }, body }) => ({ bytes: [...body], via }),
    });
    const foreign = { 'content-type': 'image/x; nonsense', 'sec-fetch-site': 'cross-site' };

    const reply = await call(raw, { raw: new Uint8Array([0, 255, 128, 10]), headers: foreign });

    expect(reply.body).toEqual({ bytes: [0, 255, 128, 10], via: 'webhook' });
    expect((await call(raw, { raw: new Uint8Array(5) })).status).toBe(413);
  });

  it('S14 accepts cross-site requests only when the route allows them', async () => {
    const spec = { summary: 'Come back', auth: 'public', handler: async () => new Response('in') } as const;
    const from = { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } };

    expect((await call(defineRoute({ ...spec, crossSite: true }), from)).status).toBe(200);
    expect((await call(defineRoute(spec), from)).status).toBe(403);
  });

  it('S34 rejects an unauthenticated caller before validating the request', async () => {
    const broken = { raw: '{', headers: { 'content-type': 'text/plain' }, params: { id: '../x' }, query: 'a=1&a=2' };

    const reply = await call(naming, { ...broken, method: 'POST' });

    expect(reply.status).toBe(401);
    expect(reply.body).toEqual({ error: 'Unauthorized', message: 'Sign in to do this', statusCode: 401 });
  });

  it('does not read the body of an unauthenticated request', async () => {
    let pulled = 0;
    const raw = new ReadableStream({ pull: () => void pulled++ }, { highWaterMark: 0 });

    const reply = await call(naming, { raw, params: { id: 'one' } });

    expect(reply.status).toBe(401);
    expect(pulled).toBe(0);
  });

  it('responds with 403 to an insufficient role, and with 404 for the path before 400 for the body', async () => {
    const as = await asUser(ctx);
    const adminOnly = defineRoute({ summary: 'Admin', auth: 'admin', handler: async () => new Response('in') });

    const denied = await call(adminOnly, { as });
    const missing = await call(naming, { as, params: { id: 'gone' }, raw: '{', method: 'POST' });

    expect(denied.status).toBe(403);
    expect(missing.status).toBe(404);
  });

  it('names every invalid field in the details, and responds with 400 to a missing body', async () => {
    const as = await asUser(ctx);
    const to = { as, params: { id: 'one' } };

    const long = await call(naming, { ...to, body: { name: 'Teapots', more: 1 } });
    const absent = await call(naming, { ...to, method: 'POST' });

    expect(Object.keys(long.body.details ?? {}).sort()).toEqual(['body', 'name']);
    expect(absent.status).toBe(400);
  });

  it('S25 rejects IDs that a store could read as a path', async () => {
    const as = await asUser(ctx);
    const hostile = ['a/items/b', '..', 'a\0b', '', 'x'.repeat(129), 'ид', '__x__/y', '__proto__'];

    const replies = await Promise.all(hostile.map((id) => call(naming, { as, params: { id }, body: { name: 'a' } })));

    expect(replies.map(({ status }) => status)).toEqual(hostile.map(() => 400));
    expect(hostile.some((id) => ID_PATTERN.test(id))).toBe(false);
  });

  it('S32 responds only with the fields of the response schema', async () => {
    const leaking = defineRoute({
      summary: 'Leak',
      auth: 'public',
      response: thing,
      handler: async () => ({
        id: 'one',
        name: 'Mug',
        passwordHash: 'x',
        token: 'y',
        sessionEpoch: 3,
        smtpPassword: 'z',
      }),
    });

    const reply = await call(leaking);

    expect(reply.body).toEqual({ id: 'one', name: 'Mug' });
  });

  it('responds with 500 and a request ID, without the cause, when the handler returns an invalid response', async () => {
    const lying = defineRoute({
      summary: 'Lie',
      auth: 'public',
      response: thing,
      handler: async () => ({ id: 'not an id', name: 'secret' }),
    });

    const reply = await call(lying);

    expect(reply.status).toBe(500);
    expect(reply.body.requestId).toMatch(/^req_/);
    expect(reply.text).not.toContain('secret');
    expect(ctx.lines.find(({ event }) => event === 'request.failed')).toMatchObject({
      level: 'error',
      facts: { requestId: reply.body.requestId },
    });
  });

  it('S63 responds to any thrown value in the one error format', async () => {
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    const thrown: unknown[] = ['text', null, undefined, 7, new RangeError('deep'), cyclic, new Error('/etc/passwd')];

    const replies = await Promise.all(
      thrown.map((what) =>
        call(
          defineRoute({
            summary: 'Throw',
            auth: 'public',
            handler: async () => {
              // oxlint-disable-next-line typescript/only-throw-error -- the point of the test
              throw what;
            },
          }),
        ),
      ),
    );

    for (const { status, text } of replies) {
      expect(status).toBe(500);
      expect(text).not.toContain('passwd');
      expect(Object.keys(JSON.parse(text)).sort()).toEqual(['error', 'message', 'requestId', 'statusCode']);
    }
  });

  it('puts the code of an error into the details, next to the field errors', async () => {
    const refusing = defineRoute({
      summary: 'Refuse',
      auth: 'public',
      handler: async () => {
        throw conflict('Not enough stock', { code: 'NotEnoughStock', details: { 'items.0': 'only 2 left' } });
      },
    });

    const reply = await call(refusing);

    expect(reply.body).toEqual({
      error: 'Conflict',
      message: 'Not enough stock',
      statusCode: 409,
      details: { 'items.0': 'only 2 left', code: 'NotEnoughStock' },
    });
  });

  it('sends the time to retry after both as a header and in the body', async () => {
    const busy = defineRoute({
      summary: 'Busy',
      auth: 'public',
      handler: async () => {
        throw new AppError('ServiceUnavailable', 'The store is busy', { retryAfter: 1 });
      },
    });

    const reply = await call(busy);

    expect(reply.headers.get('retry-after')).toBe('1');
    expect(reply.body).toMatchObject({ statusCode: 503, retryAfter: 1 });
  });

  it('S58 sends the rate limit headers and responds with 429 over the limit', async () => {
    const limited = defineRoute({
      summary: 'Limited',
      auth: 'public',
      rateLimit: 'sign-in-verify',
      response: z.object({ ok: z.boolean() }),
      handler: async () => ({ ok: true }),
    });

    const replies = [];
    for (let turn = 0; turn < 11; turn++) replies.push(await call(limited));

    expect(replies.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429]);
    expect(replies[0]?.headers.get('x-ratelimit-limit')).toBe('10');
    expect(replies[0]?.headers.get('x-ratelimit-remaining')).toBe('9');
    expect(replies[10]?.body.retryAfter).toBe(60);
    expect(replies[10]?.headers.get('retry-after')).toBe('60');
    expect(replies[10]?.headers.get('x-ratelimit-remaining')).toBe('0');
  });

  it('S58 counts the addresses of one IPv6 network as one caller and each IPv4 address separately', async () => {
    const limited = defineRoute({
      summary: 'Limited',
      auth: 'public',
      rateLimit: 'sign-in-verify',
      handler: async () => new Response('in'),
    });
    const from = async (address: string) => (await call(limited, { headers: { [PEER_HEADER]: address } })).status;

    for (let turn = 0; turn < 10; turn++) await from(`2001:db8::${turn}`);
    for (let turn = 0; turn < 10; turn++) await from('203.0.113.1');

    expect(await from('2001:db8::ffff')).toBe(429);
    expect(await from('2001:db8:0:1::1')).toBe(200);
    expect(await from('203.0.113.1')).toBe(429);
    expect(await from('203.0.113.2')).toBe(200);
  });

  it('responds with 304 to a matching ETag without running the handler', async () => {
    let ran = 0;
    const tagged = defineRoute({
      summary: 'Tagged',
      auth: 'public',
      response: z.object({ ran: z.int() }),
      etag: async () => 'r7',
      handler: async () => ({ ran: ++ran }),
    });

    const first = await call(tagged);
    const again = await call(tagged, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });

    expect(first.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    expect(again.status).toBe(304);
    expect(again.text).toBe('');
    expect(ran).toBe(1);
  });

  it('sends cookies with a successful response and none with a failed one', async () => {
    const setting = (fails: boolean) =>
      defineRoute({
        summary: 'Cookies',
        auth: 'public',
        response: z.object({ ok: z.boolean() }),
        handler: async ({ reply }) => {
          reply.append('set-cookie', 'a=1');
          reply.append('set-cookie', 'b=2');
          if (fails) throw conflict('No');
          return { ok: true };
        },
      });

    const good = await call(setting(false));
    const bad = await call(setting(true));

    expect(good.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(bad.headers.getSetCookie()).toEqual([]);
  });

  it('passes the user to an optional route and admits guests', async () => {
    const greeting = defineRoute({
      summary: 'Greet',
      auth: 'optional',
      response: z.object({ who: z.string().nullable() }),
      handler: async ({ ctx }) => ({ who: ctx.user?.id ?? null }),
    });
    const as = await asUser(ctx);

    expect((await call(greeting, { as })).body).toEqual({ who: as.user.id });
    expect((await call(greeting)).body).toEqual({ who: null });
  });

  it('S39 S40 opens cron routes only to the current and previous secret, and to no caller without a configured secret', async () => {
    const tick = defineRoute({ summary: 'Tick', auth: 'cron', handler: async ({ ctx }) => new Response(ctx.via) });
    const now = 'n'.repeat(32);
    const former = 'f'.repeat(32);
    const asked = async (vars: Record<string, string>, authorization: string) => {
      installRuntime(await testContext({ vars }));
      return (await call(tick, { method: 'POST', headers: { authorization, 'sec-fetch-site': 'cross-site' } })).status;
    };

    expect(await asked({ CRON_SECRET: now }, `Bearer ${now}`)).toBe(200);
    expect(await asked({ CRON_SECRET: now, CRON_SECRET_PREVIOUS: former }, `Bearer ${former}`)).toBe(200);
    expect(await asked({ CRON_SECRET: now }, `Bearer ${former}`)).toBe(401);
    expect(await asked({ CRON_SECRET: now }, now)).toBe(401);
    for (const sent of ['Bearer undefined', 'Bearer ', '']) expect(await asked({ CRON_SECRET: '' }, sent)).toBe(401);
  });
});

describe('the types of defineRoute', () => {
  it('reject a handler that does not match its declaration', () => {
    const response = z.object({ id: z.string() });
    // @ts-expect-error the reply lacks what the response declares
    defineRoute({ summary: '', auth: 'public', response, handler: async () => ({ name: 'x' }) });
    // @ts-expect-error there is no body where none is declared
    defineRoute({ summary: '', auth: 'public', response, handler: async ({ body }) => ({ id: body.id }) });
    // @ts-expect-error no such guard
    defineRoute({ summary: '', auth: 'owner', response, handler: async () => ({ id: '' }) });
    // @ts-expect-error a public route does not know that there is a person
    defineRoute({ summary: '', auth: 'public', response, handler: async ({ ctx }) => ({ id: ctx.user.id }) });
    // @ts-expect-error without a response schema the handler must return a Response
    defineRoute({ summary: '', auth: 'public', handler: async () => ({ id: '' }) });

    const fine = defineRoute({
      summary: '',
      auth: 'session',
      response,
      handler: async ({ ctx }) => ({ id: ctx.user.id }),
    });
    expect(fine.spec.auth).toBe('session');
  });
});
