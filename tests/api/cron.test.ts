import { beforeEach, describe, expect, it } from 'vitest';
import { POST as start } from '#app/api/auth/email/start/route.ts';
import { POST as cleanUp, GET as cleanUpByGet } from '#app/api/cron/cleanup-email-tokens/route.ts';
import { POST as tick, GET as tickByGet } from '#app/api/cron/tick/route.ts';
import { processesHere } from '#lib/admin/processes/processes.ts';
import { EmailLoginTokens } from '#lib/auth/collections.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/core/time.ts';
import { from } from '#lib/data/query.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext } from '#tests/support/context.ts';
import { openWorld } from '#tests/support/signing-in.ts';

let world: TestContext;
beforeEach(async () => {
  world = await openWorld();
});

const bearer = () => ({ authorization: `Bearer ${world.env.CRON_SECRET}` });

describe('/api/cron/tick', () => {
  it('runs every due process, by GET as by POST, and none twice', async () => {
    const scheduled = processesHere(world)
      .filter(({ schedule }) => schedule !== null)
      .map(({ id }) => id);

    const first = await call(tickByGet, { headers: bearer() });
    const again = await call(tick, { method: 'POST', headers: bearer() });
    world.clock.advance(MINUTE_MS);
    const later = await call(tick, { method: 'POST', headers: bearer() });

    expect(first.body).toMatchObject({ success: true, remaining: 0 });
    expect(first.body.ran.map(({ processId }) => processId).sort()).toEqual(scheduled.sort());
    expect(again.body.ran).toEqual([]);
    expect(later.body.ran.map(({ processId }) => processId)).toContain('hold-expiry');
  });

  it('runs each process once when several schedulers call concurrently', async () => {
    const replies = await Promise.all([1, 2, 3].map(() => call(tick, { method: 'POST', headers: bearer() })));

    const ran = replies.flatMap(({ body }) => body.ran.map(({ processId }) => processId));
    expect(new Set(ran).size).toBe(ran.length);
  });

  it('S39 responds to every wrong credential with the same 401', async () => {
    const superadmin = await asUser(world, { role: 'superadmin' });
    const sent = [
      {},
      { authorization: 'Bearer ' },
      { authorization: 'Bearer undefined' },
      { authorization: 'Basic x' },
    ];

    const replies = await Promise.all(sent.map((headers) => call(tick, { as: superadmin, method: 'POST', headers })));

    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  });

  it('S39 responds with the same 401 when no secret is configured', async () => {
    const withSecret = await call(tick, { method: 'POST', headers: { authorization: 'Bearer wrong' } });
    world = await openWorld({ vars: { CRON_SECRET: '' } });

    const without = await call(tick, { method: 'POST', headers: { authorization: 'Bearer undefined' } });

    expect(without.status).toBe(401);
    expect(without.text).toBe(withSecret.text);
  });
});

describe('/api/cron/cleanup-email-tokens', () => {
  it('deletes expired sign-in mails, and only those', async () => {
    await call(start, { body: { email: 'early@plaza.test' } });
    world.clock.advance(HOUR_MS);
    await call(start, { body: { email: 'late@plaza.test' } });

    const reply = await call(cleanUp, { method: 'POST', headers: bearer() });
    const again = await call(cleanUpByGet, { headers: bearer() });

    expect(reply.body).toEqual({ success: true, deleted: 1 });
    expect(again.body).toEqual({ success: true, deleted: 0 });
    const left = await world.data.find(from(EmailLoginTokens).orderBy('expiresAt').limit(10));
    expect(left.rows).toHaveLength(1);
  });
});
