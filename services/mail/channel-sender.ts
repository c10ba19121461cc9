import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import nodemailer from 'nodemailer';
import { unavailable } from '#lib/core/errors.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import {
  type Channel,
  type ChannelSender,
  MailboxError,
  type MailServer,
  type SmtpSeen,
} from '#lib/crm/mailboxes/ports.ts';
import { assertOutsideTransaction } from '#lib/data/in-transaction.ts';
import type { MailToken, MailTokens } from './mail-oauth.ts';
import { followStages } from './smtp-stage.ts';

/** The time limits of each part of an SMTP session, and of the whole session. */
export type SenderLimits = {
  readonly connectMs: number;
  readonly greetingMs: number;
  readonly answerMs: number;
  readonly wholeMs: number;
};
const limitsOfProduct: SenderLimits = {
  connectMs: 10 * SECOND_MS,
  greetingMs: 10 * SECOND_MS,
  answerMs: 30 * SECOND_MS,
  wholeMs: 60 * SECOND_MS,
};
/** The time limit of a login test, for which no request waits. */
const LOGIN_MS = 15 * SECOND_MS;
const MOST_RESPONSE = 200;

type Mail = Parameters<ChannelSender['send']>[1];
type Connection = ReturnType<typeof connectionOf>;
type Work = (connection: Connection) => Promise<SmtpSeen>;

/**
 * Sends through the SMTP server of a channel, with one connection per mail. Returns what was observed. Its meaning is
 * decided elsewhere.
 */
export function openChannelSender(tokens: MailTokens, limits: SenderLimits = limitsOfProduct): ChannelSender {
  const converse = async (channel: Channel, work: Work): Promise<SmtpSeen> => {
    assertOutsideTransaction('the channel sender');
    if (!channel.smtp) throw unavailable(`The channel ${channel.id} cannot send`, { code: 'ChannelNotConfigured' });
    const first = await attempt(channel, channel.smtp, work, { tokens, limits });
    if (!first.token || first.token.fresh || first.seen.code !== 'EAUTH') return first.seen;
    // The token may have been revoked early. Nothing has been sent yet, so one attempt with a new token is safe.
    tokens.forget(channel.id);
    return (await attempt(channel, channel.smtp, work, { tokens, limits })).seen;
  };
  return {
    send: (channel, mail) => converse(channel, (connection) => deliver(connection, mail, limits)),
    signIn: (channel) => converse(channel, tryLogin),
  };
}

type Means = { readonly tokens: MailTokens; readonly limits: SenderLimits };
type Attempt = { readonly seen: SmtpSeen; readonly token: MailToken | null };

async function attempt(channel: Channel, server: MailServer, work: Work, { tokens, limits }: Means): Promise<Attempt> {
  let token: MailToken | null;
  try {
    token = await tokens.tokenOf(channel);
  } catch (error) {
    return { seen: seenWithoutToken(error), token: null };
  }
  return { seen: await work(connectionOf(server, token, limits)), token };
}

function connectionOf(server: MailServer, token: MailToken | null, limits: SenderLimits) {
  const { user, password } = server;
  const auth = token
    ? { type: 'OAuth2' as const, user, accessToken: token.text }
    : user !== '' && password !== null && { user, pass: password };
  return {
    host: server.host,
    port: server.port,
    secure: server.tls === 'implicit',
    requireTLS: server.tls === 'starttls',
    ignoreTLS: server.tls === 'none',
    ...(auth && { auth }),
    tls: {
      rejectUnauthorized: server.rejectUnauthorized,
      ...(server.ca !== null && { ca: server.ca }),
      ...(server.servername !== null && { servername: server.servername }),
    },
    dnsTimeout: limits.connectMs,
    connectionTimeout: limits.connectMs,
    greetingTimeout: limits.greetingMs,
    socketTimeout: limits.answerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

async function deliver(connection: Connection, { envelope, raw }: Mail, { wholeMs }: SenderLimits): Promise<SmtpSeen> {
  const { logger, stage, mailSeen } = followStages();
  const body = openBody(raw);
  const how = () => ({ stage: stage(), streamRead: body.isRead(), mailSeen: mailSeen() });
  try {
    const transport = nodemailer.createTransport({ ...connection, logger, transactionLog: true });
    const { response } = await transport.sendMail({
      envelope: { from: envelope.from, to: [envelope.to] },
      raw: body.stream,
      signal: AbortSignal.timeout(wholeMs),
    });
    return { ...how(), accepted: true, code: null, command: null, responseCode: null, response: cut(response) };
  } catch (error) {
    return { ...how(), accepted: false, ...factsOf(error) };
  }
}

async function tryLogin(connection: Connection): Promise<SmtpSeen> {
  const { logger, stage } = followStages();
  const how = () => ({ stage: stage(), streamRead: false, mailSeen: false });
  const transport = nodemailer.createTransport({ ...connection, logger, transactionLog: true });
  try {
    await Promise.race([transport.verify(), lateAfter(LOGIN_MS)]);
    return { ...how(), accepted: true, code: null, command: null, responseCode: null, response: null };
  } catch (error) {
    return { ...how(), accepted: false, ...factsOf(error) };
  } finally {
    transport.close();
  }
}

async function lateAfter(ms: number): Promise<never> {
  await wait(ms, undefined, { ref: false });
  throw Object.assign(new Error('The login took too long'), { code: 'ETIMEDOUT', command: 'CONN' });
}

/** Returns a stream of the mail that records whether it was read. */
function openBody(raw: Uint8Array) {
  let isRead = false;
  const stream = new Readable({
    read() {
      isRead = true;
      this.push(raw);
      this.push(null);
    },
  });
  return { stream, isRead: () => isRead };
}

function factsOf(error: unknown): Pick<SmtpSeen, 'code' | 'command' | 'responseCode' | 'response'> {
  const facts: Record<string, unknown> = typeof error === 'object' && error !== null ? { ...error } : {};
  const { code, command, responseCode, response } = facts;
  return {
    code: typeof code === 'string' ? code : null,
    command: typeof command === 'string' ? command : null,
    responseCode: typeof responseCode === 'number' ? responseCode : null,
    response: cut(response),
  };
}

const cut = (text: unknown): string | null => (typeof text === 'string' ? text.slice(0, MOST_RESPONSE) : null);

/** Returns the result when no session was started, because the provider issued no access token. */
function seenWithoutToken(error: unknown): SmtpSeen {
  if (!(error instanceof MailboxError)) throw error;
  const { kind, code } = error.trouble;
  return {
    accepted: false,
    stage: 'connect',
    streamRead: false,
    mailSeen: false,
    code: kind === 'auth_failed' ? 'EAUTH' : 'ETOKEN',
    command: code,
    responseCode: null,
    response: null,
  };
}
