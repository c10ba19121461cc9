import { z } from 'zod';
import { flag, wholeNumber } from './parsers.ts';
import type { ServerEnv } from './server.ts';

/** The server for the platform's own mail. */
export const smtpVariables = z.object({
  SMTP_HOST: z.string().min(1).optional(),
  SMTP_PORT: wholeNumber(1, 65_535).default(587),
  SMTP_USER: z.string().min(1).optional(),
  SMTP_PASSWORD: z.string().min(1).optional(),
  SMTP_FROM: z.string().min(3).optional(),
  SMTP_TLS: z.enum(['implicit', 'starttls', 'none']).optional(),
});

/** The mail channels of the CRM. */
export const inboxVariables = z.object({
  CRM_CHANNELS: z.string().optional(),
  CRM_CHANNEL_DEFAULT: z.string().optional(),
  EMAIL_PROCESSOR_ALLOW_HTTP_START: flag.default(false),
  MAIL_LISTENER: z.enum(['inline', 'off']).default('off'),
  CRM_RAW_DAYS: wholeNumber(0, 3650).default(30),
  CRM_RETENTION_MONTHS: wholeNumber(0, 1200).default(0),
});

/** `CRM_CHANNEL_<ID>_<FIELD>` as given. The operator chooses these names, so no schema can list them. */
export type ChannelVariables = Readonly<Record<string, string>>;

/** Rejects nothing: a wrongly configured channel is shown on its page and does not stop the others. */
export const channelVariablesIn = (given: Readonly<Record<string, string | undefined>>): ChannelVariables =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      name.startsWith('CRM_CHANNEL_') && name !== 'CRM_CHANNEL_DEFAULT' && value !== undefined ? [[name, value]] : [],
    ),
  );

type MailEnv = z.output<typeof smtpVariables> & z.output<typeof inboxVariables> & Pick<ServerEnv, 'VERCEL'>;

/** Returns why mail can be neither sent nor received with these settings, or null. */
export function mailProblem(env: MailEnv): string | null {
  const mail = [env.SMTP_HOST, env.SMTP_FROM];
  if (env.VERCEL !== undefined && env.MAIL_LISTENER === 'inline')
    return 'MAIL_LISTENER must not be inline: this host keeps no process running that could listen';
  if (mail.some(Boolean) && !mail.every(Boolean))
    return 'SMTP_HOST and SMTP_FROM must be set together: one of them is missing';
  if ((env.SMTP_USER === undefined) !== (env.SMTP_PASSWORD === undefined))
    return 'SMTP_USER and SMTP_PASSWORD must be set together: one of them is missing';
  if (env.SMTP_HOST === undefined && env.SMTP_USER !== undefined)
    return 'SMTP_HOST is missing: SMTP_USER is set without it';
  return null;
}
