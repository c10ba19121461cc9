import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PEER_HEADER } from '#lib/api/peer.ts';
import type { UserContext } from '#lib/context/context.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { contactIdOf } from '#lib/crm/contacts/contact-id.ts';
import { createDraft } from '#lib/crm/drafts/drafts.ts';
import { quarantineMail } from '#lib/crm/mailboxes/dead-letters.ts';
import { createTask } from '#lib/crm/tasks/tasks.ts';
import { checkOut } from '#lib/store/checkout/checkout.ts';
import { openLog } from '#services/log/pino.ts';
import { openScriptedMailbox } from '#services/mail/scripted-mailbox.ts';
import { openScriptedSender } from '#services/mail/scripted-sender.ts';
import { type Call, call, type Reply } from '#tests/support/call.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { crmVars, SUPPORT } from '#tests/support/crm.ts';
import { sizeOf } from '#tests/support/form.ts';
import { familyOf } from '#tests/support/fuzz-families.ts';
import { takeMail } from '#tests/support/mails.ts';
import { ownParams } from '#tests/support/own-params.ts';
import { pushVars } from '#tests/support/push-vars.ts';
import { type FoundRoute, readRoutes } from '#tests/support/route-table.ts';
import { type Filling, spoiled, valuesOf } from '#tests/support/schema-arbitrary.ts';
import { scriptedGateway } from '#tests/support/scripted-gateway.ts';
import { stockShop } from '#tests/support/shop.ts';
import { asSuperadmin } from '#tests/support/staff.ts';

/** `fuzz-families.ts` explains how to run one family alone. */
const SEEDS = sizeOf(
  'FUZZ_SEEDS',
  process.env.TEST_DRIVER === 'firestore' ? { short: 1, long: 2 } : { short: 8, long: 80 },
);
const { routes, runs: RUNS, note, told } = familyOf(await readRoutes(), SEEDS);
// A call of the scheduler works for up to fifty seconds, and a busy machine needs several times that on the emulator.
const timeout = Math.max(600_000, RUNS * 500);
/** Part of every free text that is sent; the log must never contain it. */
const MARKER = 'marker-4f1e';

const written: string[] = [];
let world: TestContext;
let filling: Filling;
beforeAll(async () => {
  world = await testContext({
    vars: { ...crmVars, ...pushVars, WEBHOOK_EMAIL_SECRET: 'mail-secret-of-tests-0123456789abcdef' },
    log: openLog({ LOG_LEVEL: 'debug' }, { write: (line) => void written.push(line) }),
    cardGateway: scriptedGateway().gateway,
    channelSender: openScriptedSender(),
    mailbox: openScriptedMailbox(() => new Date()),
    // Limits have tests of their own; here they would only hide the code behind them.
    limits: { spend: async (_, limit) => ({ allowed: true, limit, remaining: limit, resetSeconds: 1 }) },
  });
  installRuntime(world);
  await stockShop(world, { mug: 1_000_000 });
  const other = await asUser(world);
  const placed = await checkOut(other, {
    input: { items: [{ id: 'mug', qty: 1 }] },
    key: undefined,
    referralCode: undefined,
  });
  const orderId = placed.kind === 'answer' ? placed.body.order.id : '';
  filling = {
    ids: ['mug', other.user.id, orderId, ...(await inboxThings()), 'none', MARKER],
    texts: [MARKER, `${MARKER}@plaza.test`, 'UAH', 'mug'],
  };
});

afterAll(() => void process.stdout.write(told()));

/** Creates one of each thing of the inbox that a route can name. */
async function inboxThings(): Promise<readonly string[]> {
  const admin = await asSuperadmin(world);
  const { id, threadId } = await takeMail(world, { to: SUPPORT });
  const draft = await createDraft(admin, threadId, `It is on its way. ${MARKER}`);
  const task = await createTask(admin, { threadId, title: MARKER, taskType: 'call' });
  const letter = await quarantineMail(world, {
    ...{ channelId: 'support', via: 'webhook', uid: 0, uidValidity: null },
    raw: Buffer.from('{'),
    error: new Error('cannot be read'),
  });
  return [threadId, id, draft.id, task.id, contactIdOf('anna@shop.test'), letter, 'a1'];
}

const inputOf = (schema: z.ZodType) =>
  valuesOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), filling);

async function send(route: FoundRoute, as: TestContext & UserContext, options: Call): Promise<Reply<unknown>> {
  const headers = {
    [PEER_HEADER]: '198.51.100.7',
    'user-agent': MARKER,
    referer: `http://localhost:3000/${MARKER}`,
    'accept-language': MARKER,
    ...(route.spec.auth === 'cron' && { authorization: `Bearer ${world.env.CRON_SECRET}` }),
    ...(route.spec.auth === 'emailWebhook' && webhookProof(options)),
    ...options.headers,
  };
  const reply = await call(route.handler, { ...options, as, method: route.method, headers });
  note(reply.status, options.raw !== undefined || options.body !== undefined);
  return reply;
}

/** Proves the webhook: by a bearer token for a JSON body, by a signature over the exact bytes for raw bytes. */
function webhookProof({ raw }: Call): Readonly<Record<string, string>> {
  const secret = world.env.WEBHOOK_EMAIL_SECRET ?? '';
  if (!(raw instanceof Uint8Array)) return { authorization: `Bearer ${secret}` };
  return { 'x-email-webhook-signature': createHmac('sha256', secret).update(raw).digest('hex') };
}

/** Expects that no response is a server error, and that every refusal has the common shape. */
function expectAnswered({ status, body, text }: Reply<unknown>): void {
  expect(status, text).toBeLessThan(500);
  if (status >= 400) expect(body).toMatchObject({ statusCode: status, message: expect.any(String) });
}

type Sent = Pick<Call, 'params' | 'query' | 'body'>;
const partsOf = ({ spec }: FoundRoute, arm: (values: fc.Arbitrary<unknown>) => fc.Arbitrary<unknown>) => {
  const body = spec.holds ?? spec.body;
  return fc.record({
    params: spec.params ? inputOf(spec.params) : fc.constant({}),
    query: spec.query ? arm(inputOf(spec.query)).map(asQuery) : fc.constant(''),
    body: body ? arm(inputOf(body)) : fc.constant(undefined),
  }) as fc.Arbitrary<Sent>;
};

function asQuery(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value).toWellFormed();
  const texts = Object.entries(value).filter(([, part]) => part !== undefined);
  return new URLSearchParams(texts.map(([key, part]) => [key, String(part).toWellFormed()])).toString();
}

const rawBodies = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.integer({ min: 30, max: 4_000 }).map((depth) => Buffer.from('['.repeat(depth) + ']'.repeat(depth))),
  fc
    .constantFrom('{"a":1,"a":2}', '{"__proto__":{"x":1}}', '\ufeff{}', '"\\u0000"', '"\\ud800"', '', 'null', '[]')
    .map((text) => Buffer.from(text)),
  fc.string().map((text) => Buffer.from(text)),
);
const contentTypes = fc.constantFrom(
  'application/json',
  'application/json',
  'text/plain',
  'multipart/form-data; boundary=x',
  '',
);

describe.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', (_, route) => {
  it('responds to valid and nearly valid input without a 5xx', { timeout }, async () => {
    const as = await asSuperadmin(world);
    const own = await ownParams(world, route, as);

    for (const arm of [(values: fc.Arbitrary<unknown>) => values, spoiled])
      await fc.assert(
        fc.asyncProperty(partsOf(route, arm), async (sent) =>
          expectAnswered(await send(route, as, { ...sent, params: { ...sent.params, ...own } })),
        ),
        { numRuns: RUNS },
      );
  });

  it('responds to arbitrary bytes without a 5xx', { timeout }, async () => {
    const as = await asSuperadmin(world);

    await fc.assert(
      fc.asyncProperty(rawBodies, contentTypes, fc.string({ maxLength: 14_000 }), async (raw, type, query) => {
        const params = { id: MARKER, aid: MARKER, orderId: MARKER };
        const options = route.method === 'GET' ? {} : { raw: new Uint8Array(raw), headers: { 'content-type': type } };
        expectAnswered(await send(route, as, { params, query: query.toWellFormed(), ...options }));
      }),
      { numRuns: Math.ceil(RUNS / 2) },
    );
  });
});

const mailRoute = routes.find(({ spec }) => spec.auth === 'emailWebhook');
describe.skipIf(!mailRoute)('a signed mail', () => {
  const signed = async (as: TestContext & UserContext, body: Uint8Array) =>
    mailRoute && send(mailRoute, as, { raw: body, headers: { 'content-type': 'application/json' } });

  it('passes the guard with any bytes, and responds with 200 or 400', { timeout }, async () => {
    const as = await asSuperadmin(world);
    const bodies = mailRoute?.spec.holds ? inputOf(mailRoute.spec.holds) : fc.constant({});

    await fc.assert(
      fc.asyncProperty(fc.oneof(bodies, spoiled(bodies)), async (body) => {
        const reply = await signed(as, Buffer.from(JSON.stringify(body) ?? ''));
        expect([200, 400]).toContain(reply?.status);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('the log of all these calls', () => {
  it('S62 contains nothing that a caller sent', () => {
    expect(written.length).toBeGreaterThan(RUNS);
    expect(written.filter((line) => line.includes(MARKER))).toEqual([]);
  });
});
