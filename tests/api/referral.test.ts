import { describe, expect, it } from 'vitest';
import { DELETE, GET, POST } from '#app/api/account/referral/route.ts';
import { POST as disable } from '#app/api/admin/referrals/[code]/disable/route.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { MOST_REFERRAL_CODES } from '#lib/store/limits.ts';
import { ReferralCodes } from '#lib/store/referrals/collections.ts';
import { makeReferralCode } from '#lib/store/referrals/referral-codes.ts';
import { call } from '#tests/support/call.ts';
import { asUser } from '#tests/support/context.ts';
import { openWorld } from '#tests/support/signing-in.ts';
import { everyRow } from '#tests/support/world.ts';

const read = (as: UserContext) => call(GET, { as });
const make = (as: UserContext) => call(POST, { as, method: 'POST' });
const end = (as: UserContext) => call(DELETE, { as, method: 'DELETE' });
const disableAs = (as: UserContext, code: string, body: unknown = { reason: 'Spread as spam' }) =>
  call(disable, { as, params: { code }, body });
const codesIn = async (ctx: UserContext) => (await everyRow(ctx.data, ReferralCodes)).length;

describe('/api/account/referral', () => {
  it('makes a code with its link once, and returns it again', async () => {
    const world = await openWorld();
    const person = await asUser(world);
    const none = { code: null, url: null, codesLeft: MOST_REFERRAL_CODES, rewardBps: 0, orders: 0, rewards: [] };
    expect((await read(person)).body).toEqual(none);

    const [first, second] = [await make(person), await make(person)];

    const { code } = first.body;
    expect(code).toMatch(/^R[0-9A-HJKMNP-TV-Z]{8}$/);
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(first.body).toEqual({ code, url: `${world.origin}/?ref=${code}` });
    expect(second.body).toEqual(first.body);
    expect((await read(person)).body).toEqual({ ...none, ...first.body, codesLeft: MOST_REFERRAL_CODES - 1 });
  });

  it('makes one code for calls at the same time', async () => {
    const person = await asUser(await openWorld());

    const replies = await Promise.all([make(person), make(person), make(person)]);

    expect(new Set(replies.map(({ body }) => body.code)).size).toBe(1);
    expect(await codesIn(person)).toBe(1);
  });

  it('disables the own code, also when asked twice, and allows five codes ever', async () => {
    const world = await openWorld();
    const person = await asUser(world);
    for (let n = 1; n <= MOST_REFERRAL_CODES; n++) {
      world.clock.advance(60_000);
      expect((await make(person)).status).toBe(201);
      expect([(await end(person)).body, (await end(person)).body]).toEqual([{ disabled: true }, { disabled: true }]);
    }

    world.clock.advance(60_000);
    const refused = await make(person);

    expect([refused.status, refused.body.details]).toMatchObject([409, { code: 'TooManyCodes' }]);
    expect((await read(person)).body).toMatchObject({ code: null, codesLeft: 0 });
  });

  it('calls a code new whose transaction runs again after its commit', async () => {
    const person = await asUser(await openWorld());
    const { data } = person;
    const tx: typeof data.tx = async (work, options) => {
      await data.tx(work, options);
      return data.tx(work, options);
    };

    const made = await makeReferralCode({ ...person, data: { ...data, tx } });

    expect(made).toMatchObject({ code: (await read(person)).body.code, isNew: true });
    expect((await makeReferralCode(person)).isNew).toBe(false);
  });

  it('belongs to the person, and needs a session', async () => {
    const world = await openWorld();
    const [person, other] = [await asUser(world), await asUser(world)];
    const { code } = (await make(person)).body;

    await end(other);

    expect([(await read(person)).body.code, (await read(other)).body.code]).toEqual([code, null]);
    expect((await call(GET)).status).toBe(401);
    expect((await call(POST, { method: 'POST' })).status).toBe(401);
  });

  it('is refused to a restricted account', async () => {
    const restricted = await asUser(await openWorld(), { status: 'restricted' });

    expect((await make(restricted)).body.details).toMatchObject({ code: 'AccountRestricted' });
    expect((await read(restricted)).status).toBe(200);
  });

  it('allows ten calls a minute', async () => {
    const person = await asUser(await openWorld());
    for (let n = 1; n <= 10; n++) await read(person);

    expect((await make(person)).status).toBe(429);
  });
});

describe('POST /api/admin/referrals/{code}/disable', () => {
  it('disables a code once, on record with the reason, and its owner can make another', async () => {
    const world = await openWorld();
    const [person, admin] = [await asUser(world), await asUser(world, { role: 'admin' })];
    const { code } = (await make(person)).body;

    const first = await disableAs(admin, code);
    world.clock.advance(1_000);
    const second = await disableAs(admin, code);

    expect(first.body).toMatchObject({ success: true, code, userId: person.user.id });
    expect(second.body).toEqual(first.body);
    const acts = (await everyRow(world.data, AuditLog)).map(({ data }) => data);
    expect(acts.filter(({ action }) => action === 'referral.disabled')).toMatchObject([
      { actorId: admin.user.id, targetId: person.user.id, after: { code }, reason: 'Spread as spam' },
    ]);
    expect((await world.data.need(ReferralCodes, code)).data.disabledBy).toBe(admin.user.id);
    expect((await make(person)).status).toBe(201);
  });

  it('refuses others, unknown codes and a missing reason', async () => {
    const world = await openWorld();
    const [person, admin] = [await asUser(world), await asUser(world, { role: 'admin' })];
    const { code } = (await make(person)).body;

    expect((await disableAs(person, code)).status).toBe(403);
    expect((await disableAs(admin, 'RMISSING0')).status).toBe(404);
    expect((await disableAs(admin, code, { reason: ' ' })).status).toBe(400);
    expect((await disableAs(admin, code, {})).status).toBe(400);
    expect((await read(person)).body.code).toBe(code);
  });
});
