import { beforeEach, describe, expect, it } from 'vitest';
import { POST as postReports } from '#app/api/analytics/csp-reports/route.ts';
import { GET as getErrors, POST as postError } from '#app/api/analytics/errors/route.ts';
import { GET as getStats } from '#app/api/analytics/platform-stats/route.ts';
import { GET as getVitals, POST as postVitals } from '#app/api/analytics/web-vitals/route.ts';
import { GET as getReady } from '#app/api/health/ready/route.ts';
import { ErrorDays, ErrorGroups } from '#lib/admin/errors/collections.ts';
import { WebVitalsDays } from '#lib/admin/vitals/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { everyRow } from '#tests/support/world.ts';

let world: TestContext;
let admin: TestContext & UserContext;
beforeEach(async () => {
  world = await testContext();
  installRuntime(world);
  admin = await asUser(world, { role: 'admin' });
});

const sample = { name: 'LCP', value: 1_200, path: '/products/prd_mug/mug', navigationType: 'navigate' };
const pageError = { name: 'TypeError', message: 'x is not a function', path: '/cart', release: '0.1.0' };
const report = {
  'csp-report': {
    'document-uri': 'https://shop.test/orders/P7K3M9QX1?token=secret',
    'blocked-uri': 'https://evil.test/ann@shop.test',
    'effective-directive': 'img-src',
  },
};
const asReport = (body: unknown, type = 'application/csp-report') => ({
  raw: JSON.stringify(body),
  headers: { 'content-type': type },
});

/** Stores what has been collected, and waits until the kept figures are old. */
async function settle(): Promise<void> {
  await Promise.all([world.vitals.flush(), world.errors.flush()]);
  world.clock.advance(11 * SECOND_MS);
}

const stored = async () => ({
  days: await everyRow(world.data, WebVitalsDays),
  groups: await everyRow(world.data, ErrorGroups),
  errorDays: await everyRow(world.data, ErrorDays),
});

/** The three collectors with a body that each of them accepts. */
const collectors = [
  ['web-vitals', () => call(postVitals, { body: { samples: [sample] } })],
  ['errors', () => call(postError, { body: pageError })],
  ['csp-reports', () => call(postReports, asReport(report))],
] as const;

describe('POST /api/analytics/…', () => {
  it.each(collectors)('%s accepts a stranger, and responds with nothing', async (_, send) => {
    const reply = await send();

    expect([reply.status, reply.text]).toEqual([204, '']);
    expect(reply.headers.get('set-cookie')).toBeNull();
  });

  it.each(collectors)('%s writes nothing while it responds', async (_, send) => {
    const before = await stored();
    await send();

    expect(await stored()).toEqual(before);
  });

  it('limits one caller to thirty calls a minute over all three, and counts none beyond them', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 33; n++) statuses.push((await collectors[n % 3]?.[1]())?.status ?? 0);
    await settle();

    expect(statuses).toEqual([...Array(30).fill(204), 429, 429, 429]);
    expect((await call(getVitals, { as: admin })).body.samples).toBe(10);
    expect((await call(getErrors, { as: admin })).body.total).toBe(20);
  });

  it.each(collectors)('%s does not exist where collecting is off', async (_, send) => {
    installRuntime({ ...world, env: { ...world.env, ANALYTICS_COLLECT: false } });

    expect((await send()).status).toBe(404);
    await settle();
    expect(await stored()).toEqual({ days: [], groups: [], errorDays: [] });
  });

  it.each([
    [
      'web-vitals',
      () => call(postVitals, { body: { samples: [sample] }, headers: { 'sec-fetch-site': 'cross-site' } }),
    ],
    ['errors', () => call(postError, { body: pageError, headers: { 'sec-fetch-site': 'same-site' } })],
  ])('%s refuses other sites', async (_, send) => {
    expect((await send()).status).toBe(403);
  });

  it('stores nothing personal, whatever is sent', async () => {
    const secret = 'ann@shop.test';
    await call(postVitals, { body: { samples: [{ ...sample, path: `/orders/P7K3M9QX1?mail=${secret}` }] } });
    await call(postError, {
      as: admin,
      body: {
        ...pageError,
        name: secret,
        message: `Order P7K3M9QX1 of ${secret} at https://shop.test/?token=tok3nsecret`,
        stack: `Error: ${secret}\n    at https://shop.test/orders/P7K3M9QX1`,
        path: `/account/${secret}`,
        release: secret,
      },
    });
    await call(postReports, asReport(report));
    await settle();

    const text = JSON.stringify(await stored());
    expect(text).toContain('evil.test');
    expect(text).not.toMatch(/ann@|P7K3M9QX1|tok3nsecret|token=/);
    expect(text).not.toContain(admin.user.id);
    expect(text).not.toContain('203.0.113');
  });
});

describe('POST /api/analytics/web-vitals', () => {
  it.each([
    [{ samples: [] }],
    [{ samples: Array.from({ length: 11 }, () => sample) }],
    [{ samples: [{ ...sample, name: 'FID' }] }],
    [{ samples: [{ ...sample, value: '1200' }] }],
    [{ samples: [{ ...sample, path: `/${'x'.repeat(300)}` }] }],
    [{ samples: [{ ...sample, userId: 'usr_1' }] }],
    [{ samples: [sample], more: 1 }],
    [[]],
    [null],
  ])('rejects a body of another shape: %j', async (body) => {
    expect((await call(postVitals, { body })).status).toBe(400);
  });

  it('drops values that no browser measures, and keeps the others', async () => {
    const values = [-1, 60_001, 1_200];
    await call(postVitals, { body: { samples: values.map((value) => ({ ...sample, value })) } });
    await settle();

    expect((await call(getVitals, { as: admin })).body.samples).toBe(1);
  });

  it('rejects a body beyond 16 KiB', async () => {
    const raw = JSON.stringify({ samples: [sample] }).padEnd(16 * 1024 + 1, ' ');

    expect((await call(postVitals, { raw, headers: { 'content-type': 'application/json' } })).status).toBe(413);
  });

  it('rejects a body that is not sent as JSON', async () => {
    const raw = JSON.stringify({ samples: [sample] });

    expect((await call(postVitals, { raw, headers: { 'content-type': 'text/plain' } })).status).toBe(415);
  });
});

describe('POST /api/analytics/errors', () => {
  it.each([
    ['name', 'x'.repeat(81)],
    ['message', 'x'.repeat(501)],
    ['stack', 'x'.repeat(4_001)],
    ['path', 'x'.repeat(301)],
    ['release', 'x'.repeat(41)],
    ['message', 7],
    ['userId', 'usr_1'],
  ])('rejects a wrong %s', async (key, value) => {
    expect((await call(postError, { body: { ...pageError, [key]: value } })).status).toBe(400);
  });

  it('counts the person whose session met the error, once', async () => {
    for (let n = 0; n < 3; n++) await call(postError, { as: admin, body: pageError });
    await call(postError, { body: pageError });
    await settle();

    expect((await call(getErrors, { as: admin })).body.groups).toMatchObject([{ count: 4, users: 1 }]);
  });
});

describe('POST /api/analytics/csp-reports', () => {
  it('accepts both forms of a report', async () => {
    const modern = [
      { type: 'csp-violation', body: { effectiveDirective: 'img-src', blockedURL: 'https://evil.test/b' } },
    ];
    const statuses = [
      await call(postReports, asReport(report)),
      await call(postReports, asReport(modern, 'application/reports+json')),
    ].map(({ status }) => status);
    await settle();

    expect(statuses).toEqual([204, 204]);
    expect((await call(getErrors, { as: admin, query: { kind: 'csp' } })).body.groups).toMatchObject([
      { kind: 'csp', name: 'img-src', message: 'https://evil.test', count: 2 },
    ]);
  });

  it.each([
    ['of another type', asReport(report, 'application/json'), 415],
    ['without a report', asReport({}), 400],
    ['that is no JSON', { raw: '{', headers: { 'content-type': 'application/csp-report' } }, 400],
    ['with more than twenty reports', asReport(Array(21).fill({ type: 'x' }), 'application/reports+json'), 400],
    ['beyond 16 KiB', asReport({ ...report, more: 'x'.repeat(16 * 1024) }), 413],
  ])('rejects a body %s', async (_, options, status) => {
    expect((await call(postReports, options)).status).toBe(status);
  });
});

describe('GET /api/analytics/web-vitals', () => {
  it('shows an admin what browsers measured', async () => {
    await call(postVitals, {
      body: { samples: [sample, { ...sample, value: 5_000 }, { ...sample, name: 'CLS', value: 0.3 }] },
    });
    await settle();

    const { body } = await call(getVitals, { as: admin });

    expect(body).toMatchObject({ scope: 'platform', range: '7d', samples: 3 });
    expect(body.metrics.LCP).toMatchObject({ samples: 2, good: 1, needsImprovement: 0, poor: 1, rating: 'poor' });
    expect(body.metrics.CLS).toMatchObject({ samples: 1, poor: 1, rating: 'poor' });
    expect(body.metrics.TTFB).toMatchObject({ samples: 0, p75: null, rating: null });
    expect(body.daily).toHaveLength(7);
    expect(body.daily.at(-1)).toMatchObject({ date: '2026-03-02', samples: 3 });
  });

  it.each([{ range: '1d' }, { range: '365d' }, { scope: 'vendor' }, { scope: '' }])(
    'rejects a query that has no figures: %j',
    async (query) => {
      expect((await call(getVitals, { as: admin, query })).status).toBe(400);
    },
  );
});

describe('GET /api/analytics/errors', () => {
  it('shows a failure of the server with the request id of its log lines', async () => {
    const find = () => Promise.reject(new RangeError('Invalid time value'));
    installRuntime({ ...world, data: { ...world.data, getMany: find } });
    const failed = await call(getStats, { as: admin });
    installRuntime(world);
    await settle();

    const { body } = await call(getErrors, { as: admin });

    expect(failed.status).toBe(500);
    expect(body.groups).toMatchObject([{ kind: 'server', name: 'RangeError', lastRequestId: failed.body.requestId }]);
  });

  it('counts no probe of a process that is still starting', async () => {
    installRuntime({ ...world, unfinished: new Set(['users']) });
    const probe = await call(getReady);
    installRuntime(world);
    await settle();

    expect(probe.status).toBe(503);
    expect((await call(getErrors, { as: admin })).body.total).toBe(0);
  });

  it('counts no refusal of a caller', async () => {
    await call(getErrors);
    await call(getErrors, { as: admin, query: { range: '1d' } });
    await settle();

    expect((await call(getErrors, { as: admin })).body).toMatchObject({ total: 0, groups: [], nextCursor: null });
  });

  it.each([{ range: '1d' }, { kind: 'mail' }, { limit: 0 }, { cursor: 'x' }])(
    'rejects a wrong query: %j',
    async (query) => {
      expect((await call(getErrors, { as: admin, query })).status).toBe(400);
    },
  );
});

describe('the figures of browsers and errors', () => {
  it.each([
    ['web-vitals', (as?: UserContext) => call(getVitals, as && { as })],
    ['errors', (as?: UserContext) => call(getErrors, as && { as })],
  ])('%s are for admins', async (_, ask) => {
    const customer = await asUser(world);
    const confidant = await asUser(world, { role: 'confidential' });

    const replies = [await ask(), await ask(customer), await ask(confidant)];

    expect(replies.map(({ status }) => status)).toEqual([401, 403, 403]);
  });
});
