import { afterEach, describe, expect, it } from 'vitest';
import { MailRefreshTokens } from '#lib/crm/collections.ts';
import { MailboxError } from '#lib/crm/mailboxes/ports.ts';
import { openRefreshTokens } from '#lib/crm/mailboxes/refresh-tokens.ts';
import { testChannel } from '#tests/support/channel.ts';
import { openClock } from '#tests/support/clock.ts';
import { testContext } from '#tests/support/context.ts';
import { openTokenServer, type TokenServer } from '#tests/support/token-server.ts';
import { openMailTokens } from './mail-oauth.ts';

const open: TokenServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function withTokens(lifeSeconds?: number) {
  const server = await openTokenServer(lifeSeconds);
  open.push(server);
  const clock = openClock();
  return { server, clock, tokens: openMailTokens(clock.now), channel: testChannel({ oauth: server.oauth }) };
}
const failure = (answer: Promise<unknown>) =>
  answer.then(
    () => null,
    (error: unknown) => (error instanceof MailboxError ? error.trouble : error),
  );

describe('the access tokens of channels', () => {
  it('are requested with the refresh token and cached until a minute before they expire', async () => {
    const { server, clock, tokens, channel } = await withTokens();

    const first = await tokens.tokenOf(channel);
    clock.advance(3_539_000);
    const kept = await tokens.tokenOf(channel);
    clock.advance(2_000);
    const second = await tokens.tokenOf(channel);

    expect(first).toMatchObject({ text: 'token-1', fresh: true });
    expect(kept).toMatchObject({ text: 'token-1', fresh: false, expiresAt: first?.expiresAt });
    expect(second).toMatchObject({ text: 'token-2', fresh: true });
    expect(server.asked[0]).toEqual({
      grant_type: 'refresh_token',
      client_id: 'plaza',
      client_secret: 'client-secret',
      refresh_token: 'refresh-0',
    });
  });

  it('are requested once for concurrent callers, and separately for each channel', async () => {
    const { server, tokens, channel } = await withTokens();

    const all = await Promise.all(Array.from({ length: 20 }, () => tokens.tokenOf(channel)));
    await tokens.tokenOf({ ...channel, id: 'sales' });

    expect(new Set(all.map((token) => token?.text))).toEqual(new Set(['token-1']));
    expect(server.asked).toHaveLength(2);
  });

  it('use a rotated refresh token', async () => {
    const { server, tokens, channel } = await withTokens();
    server.next({ status: 200, body: { access_token: 'a', expires_in: 3_600, refresh_token: 'refresh-1' } });

    await tokens.tokenOf(channel);
    tokens.forget(channel.id);
    await tokens.tokenOf(channel);

    expect(server.asked.map((form) => form.refresh_token)).toEqual(['refresh-0', 'refresh-1']);
  });

  it('use a rotated refresh token in every process and after a restart', async () => {
    const { server, clock, channel } = await withTokens();
    const ctx = await testContext();
    const process = () => openMailTokens(clock.now, openRefreshTokens(ctx));
    const rotating = Array.from({ length: 4 }, (_, n) => ({
      status: 200,
      body: { access_token: `access-${n + 1}`, refresh_token: `refresh-${n + 1}` },
    }));
    server.next(...rotating);

    // Two concurrent processes, each of which would use up the same token, and one that was just started.
    await Promise.all([process().tokenOf(channel), process().tokenOf(channel)]);
    await process().tokenOf(channel);
    const signedInAnew = { ...channel, oauth: { ...server.oauth, refreshToken: 'refresh-of-another-consent' } };
    await process().tokenOf(signedInAnew);

    expect(server.asked.map((form) => form.refresh_token)).toEqual([
      'refresh-0',
      'refresh-1',
      'refresh-2',
      'refresh-of-another-consent',
    ]);
    expect(JSON.stringify(await ctx.data.get(MailRefreshTokens, channel.id))).not.toContain('refresh-4');
  });

  it('are requested with the configured refresh token when the stored one cannot be decrypted', async () => {
    const { server, clock, channel } = await withTokens();
    const ctx = await testContext();
    server.next({ status: 200, body: { access_token: 'a', refresh_token: 'refresh-1' } });
    await openMailTokens(clock.now, openRefreshTokens(ctx)).tokenOf(channel);

    const otherKeys = { ...ctx.keys, settings: [{ kid: 'other', key: new Uint8Array(32).fill(7) }] };
    await openMailTokens(clock.now, openRefreshTokens({ ...ctx, keys: otherKeys })).tokenOf(channel);

    expect(server.asked.map((form) => form.refresh_token)).toEqual(['refresh-0', 'refresh-0']);
    expect(ctx.lines.map(({ event }) => event)).toContain('mail_token.unreadable');
  });

  it('are null for a channel with a password', async () => {
    const { server, tokens } = await withTokens();

    expect(await tokens.tokenOf(testChannel())).toBeNull();
    expect(server.asked).toEqual([]);
  });

  it.each([
    ['invalid_grant', 400, 'auth_failed', 'InvalidGrant'],
    ['invalid_client', 401, 'auth_failed', 'TokenRefused'],
    ['temporarily_unavailable', 400, 'unreachable', 'TokenUnreachable'],
    ['server_error', 503, 'unreachable', 'TokenUnreachable'],
  ])('report after %s whether the login is wrong or the provider unreachable', async (error, status, kind, code) => {
    const { server, tokens, channel } = await withTokens();
    server.next({ status, body: { error, error_description: 'refresh-0 was withdrawn' } });

    const trouble = await failure(tokens.tokenOf(channel));

    expect(trouble).toMatchObject({ kind, code });
    expect(JSON.stringify(trouble)).not.toMatch(/refresh-0|client-secret/);
    // A failure is not cached: the next call asks again.
    expect(await tokens.tokenOf(channel)).toMatchObject({ text: 'token-2' });
  });

  it('do not follow a redirect', async () => {
    const { server, tokens, channel } = await withTokens();
    server.next({ status: 307, body: {} });

    expect(await failure(tokens.tokenOf(channel))).toMatchObject({ kind: 'unreachable' });
    expect(server.asked).toHaveLength(1);
  });

  it('report unreachable when the connection is refused', async () => {
    const { server, tokens, channel } = await withTokens();
    await server.close();

    expect(await failure(tokens.tokenOf(channel))).toMatchObject({ kind: 'unreachable', code: 'TokenUnreachable' });
  });
});
