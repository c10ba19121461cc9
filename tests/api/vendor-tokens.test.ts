import { beforeEach, describe, expect, it } from 'vitest';
import { DELETE } from '#app/api/vendor/tokens/[id]/route.ts';
import { GET, POST } from '#app/api/vendor/tokens/route.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { DAY_MS } from '#lib/core/time.ts';
import { Vendors } from '#lib/store/collections.ts';
import { VendorTokens } from '#lib/store/tooling/collections.ts';
import { MOST_LIVE_TOKENS } from '#lib/store/tooling/limits.ts';
import { tokensForPage } from '#lib/store/tooling/vendor-tokens.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext } from '#tests/support/context.ts';
import { addVendor } from '#tests/support/shop.ts';
import { openWorld } from '#tests/support/signing-in.ts';
import { steppedUp } from '#tests/support/stepped-up.ts';
import { makeToken, sendMessage } from '#tests/support/tooling.ts';
import { everyRow } from '#tests/support/world.ts';

type Person = TestContext & UserContext;
let world: TestContext;
let olha: Person;
let rival: Person;
const given = { name: 'Warehouse', scopes: ['stock:write', 'products:read'] };

beforeEach(async () => {
  world = await openWorld();
  await addVendor(world, 'vnd_olha');
  await addVendor(world, 'vnd_rival');
  olha = await asUser(world, { vendorId: 'vnd_olha' });
  rival = await asUser(world, { vendorId: 'vnd_rival' });
});

const make = async (as: UserContext, body: unknown = given) => call(POST, { headers: await steppedUp(as), body });
const list = (as: UserContext, query = {}) => call(GET, { as, query });
const revoke = (as: UserContext, id: string) => call(DELETE, { as, params: { id }, method: 'DELETE' });

describe('/api/vendor/tokens', () => {
  it('shows the secret once, keeps a hash of it, and records who made and revoked it, without name and secret', async () => {
    const { status, body } = await make(olha);
    const { token, secret } = body;

    expect(status).toBe(201);
    expect(secret).toMatch(new RegExp(`^pvt_${token.id}_[A-Za-z0-9_-]{43}$`));
    expect(token).toEqual({
      ...{ id: token.id, name: 'Warehouse', scopes: ['products:read', 'stock:write'] },
      createdAt: world.now().toISOString(),
      expiresAt: new Date(world.now().getTime() + 90 * DAY_MS).toISOString(),
      ...{ lastUsedAt: null, revokedAt: null },
    });
    expect((await list(olha)).body).toEqual({ tokens: [token], nextCursor: null });
    expect((await revoke(olha, token.id)).body).toEqual({ revoked: true, id: token.id });
    expect((await revoke(olha, token.id)).body).toEqual({ revoked: true, id: token.id });

    const stored = JSON.stringify([await everyRow(world.data, VendorTokens), await everyRow(world.data, AuditLog)]);
    expect(stored).not.toContain(secret.slice(-43));
    const rows = (await everyRow(world.data, AuditLog)).map(({ data }) => data);
    const acts = rows.filter(({ targetId }) => targetId === token.id);
    expect(acts.map(({ action }) => action).toSorted()).toEqual(['vendor-token.created', 'vendor-token.revoked']);
    expect(JSON.stringify(acts)).not.toContain('Warehouse');
    expect((await list(olha)).body.tokens[0]?.revokedAt).toBe(world.now().toISOString());
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(61) }, 'name'],
    [{ name: 'two\nlines' }, 'name'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['products:read', 'products:read'] }, 'scopes'],
    [{ scopes: ['payouts:write'] }, 'scopes.0'],
    [{ expiresInDays: 0 }, 'expiresInDays'],
    [{ expiresInDays: 366 }, 'expiresInDays'],
    [{ expiresInDays: 1.5 }, 'expiresInDays'],
    [{ vendorId: 'vnd_rival' }, 'body'],
  ])('refuses %j and names the field', async (wrong, field) => {
    const reply = await make(olha, { ...given, ...wrong });

    expect([reply.status, Object.keys(reply.body.details ?? {})]).toEqual([400, [field]]);
  });

  it('needs a fresh code for a new token, before the body is read', async () => {
    const reply = await call(POST, { as: olha, raw: '{' });

    expect([reply.status, reply.body.details]).toEqual([403, { code: 'StepUpRequired' }]);
  });

  it('is closed for guests and for callers without an approved shop, and a suspended one only reads', async () => {
    const { id } = await makeToken(olha);
    expect((await call(GET)).status).toBe(401);
    expect((await call(DELETE, { params: { id }, method: 'DELETE' })).status).toBe(401);
    const nobody = await asUser(world);
    for (const reply of [await list(nobody), await make(nobody), await revoke(nobody, id)])
      expect([reply.status, reply.body.details]).toEqual([403, { code: 'VendorNotApproved' }]);

    await world.data.update(Vendors, 'vnd_olha', { status: 'suspended' });
    expect((await list(olha)).body.tokens).toHaveLength(1);
    for (const reply of [await make(olha), await revoke(olha, id)])
      expect([reply.status, reply.body.details]).toEqual([403, { code: 'VendorNotApproved' }]);
  });

  it('S35 answers for the token of another seller as for a missing one', async () => {
    const { id } = await makeToken(olha);
    const missing = '00000000000000000000';

    const [theirs, none] = [await revoke(rival, id), await revoke(rival, missing)];

    expect([theirs.status, theirs.body.message?.replace(id, missing)]).toEqual([none.status, none.body.message]);
    expect((await list(rival)).body.tokens).toEqual([]);
    expect((await list(olha)).body.tokens[0]?.revokedAt).toBeNull();
  });

  it('keeps at most ten tokens that work, also of calls at the same time; expired and revoked ones do not count', async () => {
    const first = (await make(olha, { ...given, expiresInDays: 1 })).body.token;
    await Promise.all(Array.from({ length: MOST_LIVE_TOKENS - 3 }, () => make(olha)));
    const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await make(olha)).status));

    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409, 409]);
    expect((await make(olha)).body.details).toEqual({ code: 'TooManyTokens' });
    await revoke(olha, first.id);
    expect((await make(olha, { ...given, expiresInDays: 1 })).status).toBe(201);
    expect((await make(olha)).status).toBe(409);
    world.clock.advance(DAY_MS);
    expect((await make(olha)).status).toBe(201);
    expect((await make(rival)).status).toBe(201);
  });

  it('shows every token that works on the page, however many newer ones do not', async () => {
    const older = await makeToken(olha);
    world.clock.advance(1_000);
    const newer = await makeToken(olha);
    world.clock.advance(1_000);
    const { data } = await world.data.need(VendorTokens, older.id);
    const at = world.now().toISOString();
    await world.data.batch((write) => {
      for (let n = 100; n < 160; n++)
        write.create(VendorTokens, `dead0000000000000${n}`, { ...data, createdAt: at, revokedAt: at });
    });

    const shown = await tokensForPage(world, 'vnd_olha');

    expect(shown.slice(0, 2).map(({ id }) => id)).toEqual([newer.id, older.id]);
    expect(shown.slice(2).map(({ revokedAt }) => revokedAt)).toEqual(Array.from({ length: 50 }, () => at));
  });

  it('lists in pages, newest first, with the last use of each at most minutes late', async () => {
    const made = await makeToken(olha);
    world.clock.advance(1_000);
    await makeToken(olha);

    const page = (await list(olha, { limit: 1 })).body;
    const rest = (await list(olha, { limit: 1, cursor: page.nextCursor ?? '' })).body;
    expect([page.tokens[0]?.id === made.id, rest.tokens[0]?.id, rest.nextCursor]).toEqual([false, made.id, null]);

    const used = world.now().toISOString();
    await sendMessage(made, { jsonrpc: '2.0', id: 1, method: 'ping' });
    world.clock.advance(60_000);
    await sendMessage(made, { jsonrpc: '2.0', id: 1, method: 'ping' });
    expect((await list(olha)).body.tokens[1]?.lastUsedAt).toBe(used);
  });
});
