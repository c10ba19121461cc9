import nodemailer from 'nodemailer';
import parseAddress from 'nodemailer/lib/addressparser';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { MailOutcome, PlatformMail, PlatformMailer } from '#lib/context/ports/mail.ts';
import { type Env, EnvProblem } from '#lib/core/env/env.ts';
import { headerText } from '#lib/core/header-text.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import type { SendStage } from '#lib/crm/mailboxes/values.ts';
import { assertOutsideTransaction } from '#lib/data/in-transaction.ts';
import { followStages, type LineObserver } from './smtp-stage.ts';

const IMPLICIT_TLS_PORT = 465;
/** Exactly one address. In a longer text nodemailer would find further recipients. */
const bareAddress = /^[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"@]+$/;

/** The time limits of each part of a session. Together they stay below the lease of the effect that sends. */
export type MailerLimits = { readonly answerMs: number; readonly wholeMs: number };
export const limitsOfProduct: MailerLimits = { answerMs: 15 * SECOND_MS, wholeMs: 45 * SECOND_MS };

export type MailSettings = Pick<
  Env,
  'SMTP_HOST' | 'SMTP_PORT' | 'SMTP_USER' | 'SMTP_PASSWORD' | 'SMTP_FROM' | 'SMTP_TLS'
>;

/** Receives the SMTP session, for an operator who looks for an error. The product itself has no listener. */
export type MailListener = { readonly hear: LineObserver; readonly failed: (text: string) => void };

/**
 * Opens the platform's own mail: sign-in, orders and notifications, by SMTP_*. Returns null when no server is
 * configured.
 */
export function openPlatformMailer(
  env: MailSettings,
  limits: MailerLimits = limitsOfProduct,
  listener?: MailListener,
): PlatformMailer | null {
  if (env.SMTP_HOST === undefined || env.SMTP_FROM === undefined) return null;
  const from = senderOf(env.SMTP_FROM);
  return {
    send: async (mail) => {
      assertOutsideTransaction('the mailer');
      if (!bareAddress.test(mail.to)) return { state: 'refused', retry: false, reason: 'not an address' };
      return deliver(mail, from, connectionOf(env, limits), { ...limits, listener });
    },
  };
}

type Sender = { readonly name: string; readonly address: string };

function senderOf(text: string): Sender {
  const [sender, ...others] = parseAddress(text, { flatten: true });
  if (!sender?.address?.includes('@') || others.length > 0)
    throw new EnvProblem('SMTP_FROM must be one email address, such as Plaza <no-reply@shop.example>');
  return { name: headerText(sender.name), address: sender.address };
}

/** Returns nodemailer's connection options for the server of SMTP_*. */
export function connectionOf(env: MailSettings, { answerMs }: MailerLimits) {
  const tls = env.SMTP_TLS ?? (env.SMTP_PORT === IMPLICIT_TLS_PORT ? 'implicit' : 'starttls');
  return {
    host: env.SMTP_HOST,
    port: env.SMTP_PORT,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    ...(env.SMTP_USER !== undefined && { auth: { user: env.SMTP_USER, pass: env.SMTP_PASSWORD } }),
    dnsTimeout: answerMs,
    connectionTimeout: answerMs,
    greetingTimeout: answerMs,
    socketTimeout: answerMs,
  };
}

/** Sends one mail and returns the outcome. Errors are outcomes and are never thrown. */
async function deliver(
  mail: PlatformMail,
  from: Sender,
  connection: ReturnType<typeof connectionOf>,
  { wholeMs, listener }: MailerLimits & { readonly listener: MailListener | undefined },
): Promise<MailOutcome> {
  const messageId = `<${mail.key}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`;
  const { logger, stage } = followStages(listener?.hear);
  try {
    const raw = await compose(mail, from, messageId);
    const transport = nodemailer.createTransport({ ...connection, logger, transactionLog: true });
    await transport.sendMail({
      envelope: { from: from.address, to: [mail.to] },
      raw,
      signal: AbortSignal.timeout(wholeMs),
    });
    return { state: 'sent', messageId };
  } catch (error) {
    listener?.failed(error instanceof Error ? error.message : String(error));
    return outcomeOf(error, stage(), messageId);
  }
}

const compose = (mail: PlatformMail, from: Sender, messageId: string): Promise<Buffer> =>
  new MailComposer({
    from: { ...from },
    to: { name: '', address: mail.to },
    subject: headerText(mail.subject),
    text: mail.text,
    html: mail.html,
    messageId,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();

/**
 * Returns the outcome of a failed send. A reply of the server decides. Without a reply the stage decides: before the
 * body nothing was sent, after it the server may have the mail.
 */
export function outcomeOf(error: unknown, stage: SendStage, messageId: string): MailOutcome {
  const { code, responseCode } = factsOf(error);
  const reason = [stage, code, responseCode].filter((part) => part !== undefined).join(' ');
  // A rejected login says nothing about the mail, whatever its code. The password is wrong, or not yet valid.
  if (stage === 'auth') return { state: 'refused', retry: true, reason };
  if (responseCode !== undefined && responseCode >= 400) return { state: 'refused', retry: responseCode < 500, reason };
  return stage === 'body' ? { state: 'unknown', messageId, reason } : { state: 'refused', retry: true, reason };
}

/** Returns only the codes of an error, because its text may contain the address and the server's reply. */
function factsOf(error: unknown): { readonly code?: string; readonly responseCode?: number } {
  if (typeof error !== 'object' || error === null) return {};
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return {
    ...(typeof code === 'string' && { code }),
    ...(typeof responseCode === 'number' && { responseCode }),
  };
}
