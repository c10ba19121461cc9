import { beforeEach, describe, expect, it } from 'vitest';
import { auditRowsOf } from '#lib/audit/queries.ts';
import { MINUTE_MS } from '#lib/core/time.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { emailClaimId } from './email-key.ts';
import { makeSignInLink } from './sign-in-link.ts';
import { startLogin } from './start-login.ts';
import { verifyLogin } from './verify-login.ts';

let ctx: TestContext;
beforeEach(async () => {
  ctx = await testContext();
});

const tokenIn = (link: string) => new URL(link).searchParams.get('token') ?? '';
const enter = (link: string, browser: string | null = null) => verifyLogin(ctx, { token: tokenIn(link) }, browser);
const recordsOf = async (id: string) => (await ctx.data.find(auditRowsOf(id, 10))).rows.map(({ data }) => data);

describe('makeSignInLink', () => {
  it('returns a link that signs the user in once, in a browser without a login cookie', async () => {
    const { user } = await asUser(ctx, { email: 'Root@plaza.test', emailKey: 'root@plaza.test', role: 'superadmin' });

    const { link, isKnown } = await makeSignInLink(ctx, 'root@plaza.test');
    const entered = await enter(link);

    expect(link).toMatch(/\/sign-in\/link\?token=[\w-]{43}$/);
    expect({ isKnown, id: entered.user.id, created: entered.created }).toEqual({
      isKnown: true,
      id: user.id,
      created: false,
    });
    await expect(enter(link)).rejects.toMatchObject({ code: 'SignInRefused' });
  });

  it('returns a link that expires after ten minutes', async () => {
    const { link } = await makeSignInLink(ctx, 'root@plaza.test');
    ctx.clock.advance(10 * MINUTE_MS);

    await expect(enter(link)).rejects.toMatchObject({ code: 'SignInRefused' });
  });

  it('invalidates the previous link, and a guessed code is rejected', async () => {
    const first = await makeSignInLink(ctx, 'root@plaza.test');
    await makeSignInLink(ctx, 'root@plaza.test');

    await expect(enter(first.link)).rejects.toMatchObject({ code: 'SignInRefused' });
    await expect(verifyLogin(ctx, { email: 'root@plaza.test', code: '000000' }, null)).rejects.toMatchObject({
      code: 'SignInRefused',
    });
  });

  it('returns a link that survives wrong codes and another sign-in mail for the address', async () => {
    const { link } = await makeSignInLink(ctx, 'root@plaza.test');
    for (let n = 0; n < 6; n++)
      await verifyLogin(ctx, { email: 'root@plaza.test', code: '000000' }, null).catch(() => undefined);
    await startLogin(ctx, { email: 'root@plaza.test', purpose: 'sign-in' }, 'a browser');

    expect(await enter(link)).toMatchObject({ user: { email: 'root@plaza.test' } });
  });

  it('returns a link that creates the account of an unknown address', async () => {
    const { link, isKnown } = await makeSignInLink(ctx, 'new@plaza.test');

    expect(isKnown).toBe(false);
    expect(await enter(link)).toMatchObject({ created: true, user: { email: 'new@plaza.test', role: 'visitor' } });
  });

  it('writes an audit row without the address and the token', async () => {
    const { user } = await asUser(ctx, { email: 'root@plaza.test', emailKey: 'root@plaza.test' });
    const { link } = await makeSignInLink(ctx, 'root@plaza.test');
    await makeSignInLink(ctx, 'new@plaza.test');

    const records = [...(await recordsOf(user.id)), ...(await recordsOf(emailClaimId('new@plaza.test')))];
    expect(records).toMatchObject([
      { action: 'sign-in-link.made', via: 'system', actorId: null, targetType: 'user', result: 'ok' },
      { action: 'sign-in-link.made', targetType: 'address' },
    ]);
    expect(JSON.stringify([records, ctx.lines])).not.toMatch(/root@|new@/);
    expect(JSON.stringify([records, ctx.lines])).not.toContain(tokenIn(link));
  });

  it('rejects an invalid address', async () => {
    await expect(makeSignInLink(ctx, 'root')).rejects.toMatchObject({ status: 400 });
  });
});
