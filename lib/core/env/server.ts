import { z } from 'zod';
import { faultModes } from '#lib/core/fault.ts';
import { flag, onOff, wholeNumber } from './parsers.ts';

/** Only an origin: scheme, host, port. */
const origin = z
  .url({ protocol: /^https?$/ })
  .refine(
    (text) => URL.canParse(text) && new URL(text).origin === text,
    'must be an origin such as https://shop.example',
  );

const addressList = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )
  .refine(
    (list) => list.every((part) => /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(part)),
    'must be plain addresses, separated by commas',
  );

const iceServer = z.strictObject({
  urls: z.union([z.string(), z.array(z.string()).min(1)]),
  username: z.string().exactOptional(),
  credential: z.string().exactOptional(),
});
/** The JSON that a browser passes to `RTCPeerConnection`. */
const iceServers = z.string().transform((text, context) => {
  const parsed = z.array(iceServer).safeParse(jsonIn(text));
  if (parsed.success) return parsed.data;
  context.addIssue({ code: 'custom', message: 'must be a JSON array such as [{"urls":"stun:stun.example:3478"}]' });
  return z.NEVER;
});

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The process: where it listens, its public address, how it runs. */
export const serverVariables = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(3000),
  APP_ORIGIN: origin.optional(),
  PLAZA_DEMO: z
    .enum(['0', '1'])
    .transform((text) => text === '1')
    .default(false),
  PLAZA_DEMO_HISTORY: onOff.default(true),
  PLAZA_DATA_DIR: z.string().min(1).default('.data'),
  TRUSTED_PROXIES: wholeNumber(0, 10).default(0),
  CSRF_REQUIRE_HEADERS: flag.default(false),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  VERCEL: z.string().optional(),
  FAULT_AT: z
    .string()
    .regex(/^[a-z_.]{1,64}(?::\d{1,6})?$/, 'must look like outbox.after_effect:2')
    .optional(),
  FAULT_MODE: z.enum(faultModes).default('throw'),
});
export type ServerEnv = z.output<typeof serverVariables>;

/** The administration of the platform and its settings. */
export const administrationVariables = z.object({
  SUPERADMIN_EMAILS: addressList.default([]),
  ADMIN_STEP_UP: onOff.default(false),
  PROCESS_TICKER: onOff.optional(),
  DEFAULT_LOCALE: z.enum(['en', 'uk', 'ru']).default('en'),
  ANALYTICS_COLLECT: onOff.default(true),
  MODERATION_AUTO_HIDE_REPORTS: wholeNumber(0, 1_000_000).default(5),
  CALL_ICE_SERVERS: iceServers.default([]),
  PLATFORM_SETTINGS_DISABLE_DB: flag.default(false),
});

/** Returns whether a host is this machine. */
export const isLoopback = (host: string) => ['127.0.0.1', '::1', '[::1]', 'localhost'].includes(host);

const hostOf = (origin: string): string => new URL(origin).hostname;

/** Returns why the server must not start with these settings, or null. */
export function serverProblem(env: ServerEnv): string | null {
  const onVercel = env.VERCEL !== undefined;
  if (env.PLAZA_DEMO && onVercel)
    return 'PLAZA_DEMO=1 is not allowed on this host: a demo runs on one self-hosted server';
  if (env.PLAZA_DEMO && env.APP_ORIGIN === undefined && !isLoopback(env.HOST))
    return 'HOST must be a loopback address: a demo without APP_ORIGIN serves only this machine';
  if (env.FAULT_AT !== undefined && (env.APP_ORIGIN !== undefined || onVercel))
    return 'FAULT_AT must not be set on a public server: it crashes the process on purpose';
  if (env.NODE_ENV === 'production' && env.APP_ORIGIN === undefined && !env.PLAZA_DEMO)
    return 'APP_ORIGIN is missing: set it to the public origin, or set PLAZA_DEMO=1 to run a demo';
  if (env.NODE_ENV === 'production' && env.APP_ORIGIN?.startsWith('http:') && !isLoopback(hostOf(env.APP_ORIGIN)))
    return 'APP_ORIGIN must be https: over http browsers do not store the session cookie, and the traffic is not encrypted';
  return null;
}
