import { z } from 'zod';
import { SECOND_MS } from '#lib/core/time.ts';
import { type Channel, MailboxError, type MailOauth, type RefreshTokens } from '#lib/crm/mailboxes/ports.ts';

/**
 * An access token. `fresh` means that it was just requested, so a server that rejects it will reject the next one too.
 */
export type MailToken = { readonly text: string; readonly expiresAt: string; readonly fresh: boolean };

/** The access tokens of the channels that sign in by OAuth, cached in memory until a minute before they expire. */
export type MailTokens = {
  /**
   * Returns null when the channel signs in with a password. Throws MailboxError. `invalid_grant` counts as a wrong
   * login.
   */
  tokenOf(channel: Pick<Channel, 'id' | 'oauth'>): Promise<MailToken | null>;
  /** Drops a token that a server has rejected. */
  forget(channelId: string): void;
};

const EARLY_MS = 60 * SECOND_MS;
const ANSWER_MS = 10 * SECOND_MS;
/** The lifetime of a token when the response does not state one. */
const UNSAID_SECONDS = 300;

const grant = z
  .object({
    access_token: z.string().min(1).max(16_384),
    expires_in: z.coerce.number().positive().max(31_536_000).optional().catch(undefined),
    refresh_token: z.string().min(1).max(16_384).optional().catch(undefined),
  })
  .transform((given) => ({
    accessToken: given.access_token,
    lifeSeconds: given.expires_in,
    refreshToken: given.refresh_token,
  }));
const refusal = z.object({ error: z.string() });
/** Errors in the configuration (RFC 6749, 5.2). Other errors may be temporary. */
const finalRefusals = ['invalid_grant', 'invalid_client', 'unauthorized_client', 'invalid_scope'];

type Kept = { readonly token: Omit<MailToken, 'fresh'>; readonly until: number };

/** Returns the refresh tokens of one process. */
function inMemory(): RefreshTokens {
  const newest = new Map<string, string>();
  return {
    async renew(channelId, configured, ask) {
      const answer = await ask(newest.get(channelId) ?? configured);
      if (answer.refreshToken !== undefined) newest.set(channelId, answer.refreshToken);
      return answer;
    },
  };
}

export function openMailTokens(now: () => Date, refreshTokens: RefreshTokens = inMemory()): MailTokens {
  const kept = new Map<string, Kept>();
  const asking = new Map<string, Promise<MailToken>>();

  async function renew(channelId: string, oauth: MailOauth): Promise<MailToken> {
    const answer = await refreshTokens.renew(channelId, oauth.refreshToken, (refreshToken) =>
      ask({ ...oauth, refreshToken }),
    );
    const lifeMs = (answer.lifeSeconds ?? UNSAID_SECONDS) * SECOND_MS;
    const at = now().getTime();
    const token = { text: answer.accessToken, expiresAt: new Date(at + lifeMs).toISOString() };
    kept.set(channelId, { token, until: at + lifeMs - EARLY_MS });
    return { ...token, fresh: true };
  }

  return {
    tokenOf: async ({ id, oauth }) => {
      if (oauth === null) return null;
      const held = kept.get(id);
      if (held && held.until > now().getTime()) return { ...held.token, fresh: false };
      const running = asking.get(id) ?? renew(id, oauth).finally(() => asking.delete(id));
      asking.set(id, running);
      return running;
    },
    forget: (channelId) => {
      kept.delete(channelId);
    },
  };
}

/**
 * Requests an access token (RFC 6749, 6). No text of the response leaves this function, because it may contain tokens.
 */
async function ask({ tokenUrl, clientId, clientSecret, refreshToken }: MailOauth): Promise<z.output<typeof grant>> {
  const reply = await fetch(tokenUrl, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_MS),
    headers: { accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: clientId,
      client_secret: clientSecret,
      refresh_token: refreshToken,
    }),
  }).catch(() => null);
  if (reply === null) throw unreachable('TokenUnreachable', 'The OAuth token address does not respond');
  const body: unknown = await reply.json().catch(() => null);
  const given = grant.safeParse(body);
  if (reply.ok && given.success) return given.data;
  const refused = refusal.safeParse(body);
  if (refused.success && finalRefusals.includes(refused.data.error))
    throw new MailboxError({
      kind: 'auth_failed',
      code: refused.data.error === 'invalid_grant' ? 'InvalidGrant' : 'TokenRefused',
      words: 'The OAuth server rejected the refresh token or the client of this channel: authorize the mailbox again',
    });
  throw unreachable('TokenUnreachable', `The OAuth token address responded with status ${reply.status}`);
}

const unreachable = (code: string, words: string) => new MailboxError({ kind: 'unreachable', code, words });
