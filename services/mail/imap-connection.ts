import type { ImapFlow, ImapFlowOptions } from 'imapflow';
import { SECOND_MS } from '#lib/core/time.ts';
import { type Channel, MailboxError, type MailServer } from '#lib/crm/mailboxes/ports.ts';
import { trouble, troubleOf } from './imap-trouble.ts';
import type { MailToken, MailTokens } from './mail-oauth.ts';

/** The time limits for connecting, for the greeting, for a pause within an answer, and for a whole answer. */
export type ImapLimits = {
  readonly connectMs: number;
  readonly greetingMs: number;
  readonly silentMs: number;
  readonly answerMs: number;
};
export const limitsOfProduct: ImapLimits = {
  connectMs: 10 * SECOND_MS,
  greetingMs: 10 * SECOND_MS,
  silentMs: 20 * SECOND_MS,
  answerMs: 40 * SECOND_MS,
};
/**
 * Much larger than the largest mail that is fetched whole. The connection to a server that announces more is closed.
 */
export const MOST_LITERAL_BYTES = 64 * 1024 * 1024;
const LOGOUT_MS = 2 * SECOND_MS;

export type ImapMeans = { readonly tokens: MailTokens; readonly limits: ImapLimits };
/** A signed-in connection. Always wait through `within`, which limits the time. */
export type ImapLine = {
  readonly client: ImapFlow;
  readonly tokenExpiresAt: string | null;
  readonly within: <T>(answer: Promise<T>) => Promise<T>;
  /** Logs out if the server still responds, and waits no longer than this. The connection is closed in any case. */
  close(goodbyeMs?: number): Promise<void>;
};

/**
 * Connects and signs in with a new client. Throws MailboxError. When an access token is rejected early, one new token
 * is requested.
 */
export async function connectImap(channel: Channel, means: ImapMeans, more: ImapFlowOptions = {}): Promise<ImapLine> {
  if (!channel.imap)
    throw new MailboxError({ kind: 'unreachable', code: 'NotConfigured', words: 'This channel has no IMAP server' });
  const token = await means.tokens.tokenOf(channel);
  try {
    return await signIn(channel.imap, token, means.limits, more);
  } catch (error) {
    const found = troubleOf(error);
    if (found.kind !== 'auth_failed' || !token || token.fresh) throw new MailboxError(found);
    means.tokens.forget(channel.id);
    return signIn(channel.imap, await means.tokens.tokenOf(channel), means.limits, more).catch((again) => {
      throw new MailboxError(troubleOf(again));
    });
  }
}

async function signIn(
  server: MailServer,
  token: MailToken | null,
  limits: ImapLimits,
  more: ImapFlowOptions,
): Promise<ImapLine> {
  const { ImapFlow } = await import('imapflow');
  const client = new ImapFlow({ ...optionsOf(server, token, limits), ...more });
  // Without a listener, an error on an idle connection would end the process.
  client.on('error', () => {});
  const within = <T>(answer: Promise<T>): Promise<T> => inTime(client, limits.answerMs, answer);
  try {
    await within(client.connect());
  } catch (error) {
    client.close();
    throw error;
  }
  return {
    client,
    within,
    tokenExpiresAt: token?.expiresAt ?? null,
    close: (goodbyeMs = LOGOUT_MS) => leave(client, goodbyeMs),
  };
}

function optionsOf(server: MailServer, token: MailToken | null, limits: ImapLimits): ImapFlowOptions {
  return {
    host: server.host,
    port: server.port,
    secure: server.tls === 'implicit',
    // When STARTTLS is configured, a server without it is rejected, because the password would be sent unencrypted.
    ...(server.tls !== 'implicit' && { doSTARTTLS: server.tls === 'starttls' }),
    ...(server.servername !== null && { servername: server.servername }),
    auth: token ? { user: server.user, accessToken: token.text } : { user: server.user, pass: server.password ?? '' },
    tls: {
      rejectUnauthorized: server.rejectUnauthorized,
      ...(server.ca !== null && { ca: server.ca }),
      ...(server.servername !== null && { servername: server.servername }),
    },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: limits.connectMs,
    greetingTimeout: limits.greetingMs,
    socketTimeout: limits.silentMs,
    maxLiteralSize: MOST_LITERAL_BYTES,
    maxResponseSize: MOST_LITERAL_BYTES * 2,
    maxLineLength: MOST_LITERAL_BYTES,
  };
}

/**
 * Limits the time of the whole answer. A server that sends a byte now and then never triggers the limit for silence.
 */
async function inTime<T>(client: ImapFlow, ms: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(trouble('ETIMEOUT'));
      client.close();
    }, ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function leave(client: ImapFlow, goodbyeMs: number): Promise<void> {
  if (client.usable) await inTime(client, goodbyeMs, client.logout()).catch(() => {});
  client.close();
}
