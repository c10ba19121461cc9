import { describe, expect, it } from 'vitest';
import { GET as get, PUT as put } from '#app/api/admin/platform-settings/route.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { PlatformSettings } from '#lib/settings/collections.ts';
import { aiAccess, seedSettings } from '#lib/settings/settings.ts';
import { call } from '#tests/support/call.ts';
import { asUser } from '#tests/support/context.ts';
import { openWorld } from '#tests/support/signing-in.ts';
import { asSuperadmin } from '#tests/support/staff.ts';
import { everyRow } from '#tests/support/world.ts';

const SECRET = 'sk-marker-0123456789-abcd';
const ai = { namespace: 'ai' };
const read = (as: UserContext, query: Record<string, string> = ai) => call(get, { as, query });
const save = (as: UserContext, body: object) => call(put, { as, body: { ...ai, data: {}, ...body }, method: 'PUT' });
const vars = {
  AI_PROVIDER: 'openai-compatible',
  AI_BASE_URL: 'https://models.test/v1',
  AI_MODEL: 'm-1',
  AI_API_KEY: SECRET,
};

describe('GET /api/admin/platform-settings', () => {
  it('returns the defaults and their source on a new server', async () => {
    const world = await openWorld();

    const reply = await read(await asSuperadmin(world));

    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      namespace: 'ai',
      data: {
        provider: 'embedded',
        baseUrl: null,
        models: null,
        timeoutMs: 20_000,
        dailyBudgetMicros: 5_000_000,
        prices: {},
      },
      secrets: { apiKey: { set: false, last4: null, updatedAt: null } },
      source: 'database',
      readOnly: false,
      version: 1,
      updatedBy: null,
    });
  });

  it('requires a superadmin, and rejects every namespace but ai', async () => {
    const world = await openWorld();
    const [admin, superadmin] = [await asUser(world, { role: 'admin' }), await asSuperadmin(world)];

    expect((await read(admin)).status).toBe(403);
    for (const query of [{}, { namespace: 'branding' }, { namespace: 'web3' }, { namespace: '__proto__' }])
      expect((await read(superadmin, query as Record<string, string>)).status).toBe(400);
  });

  it('takes the first values from the environment, once', async () => {
    const world = await openWorld({ vars });
    await Promise.all([seedSettings(world), seedSettings(world), read(await asSuperadmin(world))]);
    const told = { ...world, env: { ...world.env, AI_MODEL: 'm-2' } };
    await seedSettings(told);

    const access = await aiAccess(told);

    expect(access).toMatchObject({ apiKey: SECRET, version: 1, settings: { baseUrl: vars.AI_BASE_URL } });
    expect(access.settings.models).toEqual({ classify: 'm-1', draft: 'm-1', agent: 'm-1' });
  });

  it('S61 returns only a secret’s last four characters and time, and stores it encrypted', async () => {
    const world = await openWorld({ vars });
    const superadmin = await asSuperadmin(world);

    const reply = await read(superadmin);
    await save(superadmin, { secrets: { apiKey: `${SECRET}-next` } });

    expect(reply.body.secrets).toEqual({ apiKey: { set: true, last4: 'abcd', updatedAt: world.now().toISOString() } });
    const kept = JSON.stringify([await everyRow(world.data, PlatformSettings), await everyRow(world.data, AuditLog)]);
    expect(kept + reply.text + JSON.stringify(world.lines)).not.toContain('sk-marker');
    expect((await aiAccess(world)).apiKey).toBe(`${SECRET}-next`);
  });
});

describe('PUT /api/admin/platform-settings', () => {
  it('keeps absent fields, resets null to the default, and writes an audit entry', async () => {
    const world = await openWorld();
    const superadmin = await asSuperadmin(world);
    await save(superadmin, { data: { timeoutMs: 5_000, maxOutputTokens: 200 }, secrets: { apiKey: SECRET } });

    const reply = await save(superadmin, { data: { timeoutMs: null, crmDrafts: false }, secrets: { apiKey: null } });

    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      success: true,
      version: 3,
      updatedBy: superadmin.user.id,
      data: { timeoutMs: 20_000, maxOutputTokens: 200, crmDrafts: false },
      secrets: { apiKey: { set: false } },
    });
    const acts = (await everyRow(world.data, AuditLog))
      .map(({ data }) => data)
      .filter(({ action }) => action === 'settings.changed');
    expect(acts).toHaveLength(2);
    expect(acts).toContainEqual(
      expect.objectContaining({
        before: { timeoutMs: 5_000, crmDrafts: null },
        after: { timeoutMs: null, crmDrafts: false, 'secrets.apiKey': 'removed' },
        targetId: 'ai',
      }),
    );
    expect(acts).toContainEqual(
      expect.objectContaining({ after: expect.objectContaining({ 'secrets.apiKey': 'set' }) }),
    );
  });

  it('writes nothing when nothing changes', async () => {
    const world = await openWorld();
    const superadmin = await asSuperadmin(world);
    await save(superadmin, { data: { timeoutMs: 5_000 } });

    const again = await save(superadmin, { data: { timeoutMs: 5_000 }, secrets: { apiKey: null } });

    expect(again.body.version).toBe(2);
    expect(await everyRow(world.data, AuditLog)).toHaveLength(1);
  });

  it('lets one of two superadmins win who change the same version', async () => {
    const world = await openWorld();
    const superadmin = await asSuperadmin(world);
    await read(superadmin);

    const replies = await Promise.all(
      [6_000, 7_000].map((timeoutMs) => save(superadmin, { data: { timeoutMs }, version: 1 })),
    );

    expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.body.details).toEqual({ code: 'StaleVersion' });
  });

  it.each([
    ['an unknown field', { data: { temperature: 1 } }],
    ['an unknown field that is null', { data: { temperature: null } }],
    ['an unknown secret', { secrets: { password: 'x' } }],
    ['an empty secret', { secrets: { apiKey: '' } }],
    ['an unknown namespace', { namespace: 'branding' }],
    ['no data', { data: undefined }],
    ['a fractional budget', { data: { dailyBudgetMicros: 1.5 } }],
    ['an incomplete set of models', { data: { models: { classify: 'a' } } }],
    ['an invalid model name', { data: { prices: { 'a b': {} } } }],
    ['an address without a scheme', { data: { baseUrl: 'models.test' } }],
    ['S46 an address without TLS', { data: { baseUrl: 'http://models.test/v1' } }],
    ['S46 an address with a password', { data: { baseUrl: 'https://a:b@models.test/v1' } }],
    ['S46 a file URL', { data: { baseUrl: 'file:///etc/passwd' } }],
  ])('rejects %s and changes nothing', async (_, body) => {
    const world = await openWorld();
    const superadmin = await asSuperadmin(world);

    const reply = await save(superadmin, body);

    expect(reply.status).toBe(400);
    expect((await aiAccess(world)).version).toBe(1);
  });

  it.each([
    ...['http://127.0.0.1:9000/v1', 'https://127.0.0.1/v1', 'https://2130706433/v1', 'https://[::1]/v1'],
    ...['https://[::ffff:10.0.0.1]/v1', 'https://10.0.0.8/v1', 'https://172.16.0.1/v1', 'https://192.168.1.9/v1'],
    ...['https://[fd00::1]/v1', 'https://localhost/v1', 'https://ollama/v1', 'https://models.internal/v1'],
  ])('S46 accepts %s only with AI_ALLOW_PRIVATE, which is off in production by default', async (baseUrl) => {
    const body = { data: { baseUrl } };
    const world = await openWorld();
    const production = { ...world.env, NODE_ENV: 'production' as const };
    const saveIn = async (env: typeof world.env) => save(await asSuperadmin(await openWorld({ env })), body);

    const [refused, ...answers] = [
      await saveIn(production),
      await saveIn({ ...world.env, AI_ALLOW_PRIVATE: false }),
      await saveIn({ ...production, AI_ALLOW_PRIVATE: true }),
      await saveIn(world.env),
    ];

    expect(refused?.body.details).toEqual({ 'data.baseUrl': expect.stringContaining('AI_ALLOW_PRIVATE') });
    expect(answers.map(({ status }) => status)).toEqual([400, 200, 200]);
  });

  it.each(['169.254.169.254', '0.0.0.0', '[fe80::1]', '224.0.0.1', '100.64.0.1'])(
    'S46 rejects the special address %s',
    async (host) => {
      const reply = await save(await asSuperadmin(await openWorld()), { data: { baseUrl: `https://${host}/v1` } });

      expect(reply.status).toBe(400);
    },
  );

  it('returns the environment’s settings, read-only, when database settings are disabled', async () => {
    const world = await openWorld({ vars: { ...vars, PLATFORM_SETTINGS_DISABLE_DB: 'true' } });
    const superadmin = await asSuperadmin(world);
    await seedSettings(world);

    const [answer, refused] = [await read(superadmin), await save(superadmin, { data: { timeoutMs: 5_000 } })];

    expect(answer.body).toMatchObject({
      source: 'environment',
      secrets: null,
      readOnly: true,
      version: 0,
      data: { provider: 'openai-compatible' },
    });
    expect(refused.status).toBe(503);
    expect(refused.body.details).toMatchObject({ code: 'SettingsReadOnly' });
    expect(await everyRow(world.data, PlatformSettings)).toEqual([]);
    expect((await aiAccess(world)).apiKey).toBe(SECRET);
  });

  it('responds with 503 and stores no secret without an encryption key', async () => {
    const { keys } = await openWorld();
    const world = await openWorld({ keys: { ...keys, settings: [] } });

    const reply = await save(await asSuperadmin(world), { secrets: { apiKey: SECRET } });

    expect(reply.status).toBe(503);
    expect(reply.body.details).toMatchObject({ code: 'NoEncryptionKey' });
    expect(JSON.stringify(await everyRow(world.data, PlatformSettings))).not.toContain(SECRET);
  });

  it('requires a fresh code for a secret, and for the address a stored one is sent to', async () => {
    const world = await openWorld({ vars: { ...vars, ADMIN_STEP_UP: 'on' } });
    const superadmin = await asSuperadmin(world);

    const replies = [
      await save(superadmin, { secrets: { apiKey: 'another-key-0123456789' } }),
      await save(superadmin, { data: { baseUrl: 'https://elsewhere.test/v1' } }),
      await save(superadmin, { data: { timeoutMs: 9_000 } }),
    ];

    expect(replies.map(({ status }) => status)).toEqual([403, 403, 200]);
    expect(replies[0]?.body.details).toEqual({ code: 'StepUpRequired' });
  });
});
