import { setTimeout as pause } from 'node:timers/promises';
import type { Runtime } from '#lib/context/runtime.ts';
import { hashOf } from '#lib/core/ids.ts';
import { seal, unseal } from '#lib/core/secrets.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { MailRefreshTokens } from '#lib/crm/collections.ts';
import { withLease } from '#lib/data/locks.ts';
import { MailboxError, type RefreshTokens } from './ports.ts';

type Ctx = Pick<Runtime, 'data' | 'now' | 'log' | 'keys'>;

/** Longer than the timeout of a request for a token. */
const LEASE_MS = 15 * SECOND_MS;
const LOOK_MS = 100;
const MOST_LOOKS = LEASE_MS / LOOK_MS;

const sealName = (channelId: string): string => `mail-refresh/${channelId}`;

/** Opens the refresh tokens that all processes share. Rows are sealed, and a lease on each token covers its use. */
export const openRefreshTokens = (ctx: Ctx): RefreshTokens => ({
  async renew(channelId, configured, ask) {
    for (let look = 0; look < MOST_LOOKS; look++) {
      const asked = await withLease(ctx, `mail-token-${channelId}`, { leaseMs: LEASE_MS }, async () => {
        const answer = await ask(await newestOf(ctx, channelId, configured));
        if (answer.refreshToken !== undefined) await keep(ctx, channelId, configured, answer.refreshToken);
        return answer;
      });
      if (asked.held) return asked.value;
      await pause(LOOK_MS);
    }
    throw new MailboxError({
      kind: 'unreachable',
      code: 'TokenUnreachable',
      words: 'Another process is still requesting an access token for this channel',
    });
  },
});

async function newestOf({ data, keys, log }: Ctx, channelId: string, configured: string): Promise<string> {
  const kept = (await data.get(MailRefreshTokens, channelId))?.data;
  if (kept?.configuredHash !== hashOf(configured)) return configured;
  try {
    return unseal(keys.settings, sealName(channelId), kept.sealed);
  } catch (error) {
    log('error', 'mail_token.unreadable', { channelId, error });
    return configured;
  }
}

async function keep({ data, keys }: Ctx, channelId: string, configured: string, token: string): Promise<void> {
  const sealed = seal(keys.settings, sealName(channelId), token);
  await data.set(MailRefreshTokens, channelId, { sealed, configuredHash: hashOf(configured) });
}
