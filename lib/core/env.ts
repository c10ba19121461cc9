import { createECDH } from 'node:crypto';
import { z } from 'zod';
import { faultModes } from './fault.ts';
import { configuredCurrencies, currencyCode, rateText } from './money.ts';

/** The least length of a secret of our own, in bytes (S3 of the security checklist). */
export const MIN_SECRET_BYTES = 32;

const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,12}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(least).max(most));
const ownSecret = z
  .string()
  .refine((text) => Buffer.byteLength(text) >= MIN_SECRET_BYTES, `must be at least ${MIN_SECRET_BYTES} bytes long`);

const keyPattern = /^[A-Za-z0-9_-]{1,32}:[A-Za-z0-9+/_-]+={0,2}$/;

/** `kid:base64,kid:base64`: the first key signs or encrypts, all verify or decrypt. */
export const keyRing = z.string().transform((text, context) => {
  const seen = new Set<string>();
  return text.split(',').map((part) => {
    const [kid = '', encoded = ''] = part.split(':');
    const key = Buffer.from(encoded, 'base64');
    if (!keyPattern.test(part)) context.addIssue({ code: 'custom', message: 'must look like kid:base64,kid:base64' });
    else if (key.byteLength < MIN_SECRET_BYTES)
      context.addIssue({ code: 'custom', message: `key ${kid} must be at least ${MIN_SECRET_BYTES} bytes` });
    // What the second one has signed would never verify.
    else if (seen.has(kid)) context.addIssue({ code: 'custom', message: `key ${kid} is named twice` });
    seen.add(kid);
    return { kid, key: new Uint8Array(key) };
  });
});
export type KeyRing = z.output<typeof keyRing>;

/** An origin and nothing else: scheme, host, port. */
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
    'must be bare addresses, comma between',
  );

/** `EUR:48.20,USD:41.50`: units of the main currency for one unit of each. */
const fxRates = z.string().transform((text, context) => {
  const rates: Record<string, string> = {};
  for (const part of text.split(',').filter((piece) => piece !== '')) {
    const [currency = '', rate = ''] = part.trim().split(':');
    if (!currencyCode.safeParse(currency).success || !rateText.safeParse(rate).success)
      context.addIssue({ code: 'custom', message: `"${part}" must look like EUR:48.20` });
    rates[currency] = rate;
  }
  return rates;
});

const iceServer = z.strictObject({
  urls: z.union([z.string(), z.array(z.string()).min(1)]),
  username: z.string().exactOptional(),
  credential: z.string().exactOptional(),
});
/** What a browser hands to `RTCPeerConnection`, as JSON. */
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

const currencies = z.string().transform((text, context) => {
  const list = text.split(',').map((part) => part.trim());
  for (const code of list)
    if (!currencyCode.safeParse(code).success)
      context.addIssue({ code: 'custom', message: `"${code}" is not an ISO 4217 code` });
  return list;
});

const transportList = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(z.enum(['websocket', 'sse', 'poll'])).min(1));

/** A point of P-256 as Web Push writes it: 65 bytes, uncompressed, base64url. */
const vapidPublicKey = z.string().regex(/^B[A-Za-z0-9_-]{86}$/, 'must be a public key of 87 base64url characters');
const vapidPrivateKey = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be a private key of 43 base64url characters');
const vapidSubject = z
  .string()
  .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must look like mailto:push@shop.example or https://shop.example');

const hostList = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim().toLowerCase()))
  .refine((list) => list.every((host) => /^[a-z0-9.-]{1,253}$/.test(host)), 'must be host names, comma between');

/** How a model is named by who serves it. */
export const MODEL_NAME = /^[A-Za-z0-9][A-Za-z0-9._:/@+-]{0,119}$/;

/** Every variable of the product, by its name. `.env.example` is compared with these keys. */
export const envSchema = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: whole(0, 65_535).default(3000),
  APP_ORIGIN: origin.optional(),
  PLAZA_DEMO: z
    .enum(['0', '1'])
    .transform((text) => text === '1')
    .default(false),
  PLAZA_DATA_DIR: z.string().min(1).default('.data'),
  TRUSTED_PROXIES: whole(0, 10).default(0),
  CSRF_REQUIRE_HEADERS: flag.default(false),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  VERCEL: z.string().optional(),
  FAULT_AT: z
    .string()
    .regex(/^[a-z_.]{1,64}(?::\d{1,6})?$/, 'must look like outbox.after_effect:2')
    .optional(),
  FAULT_MODE: z.enum(faultModes).default('throw'),

  SESSION_KEYS: keyRing.optional(),
  SETTINGS_ENCRYPTION_KEYS: keyRing.optional(),
  CRON_SECRET: ownSecret.optional(),
  CRON_SECRET_PREVIOUS: ownSecret.optional(),
  WEBHOOK_EMAIL_SECRET: ownSecret.optional(),
  WEBHOOK_EMAIL_SECRET_PREVIOUS: ownSecret.optional(),

  SQLITE_SYNCHRONOUS: z.enum(['FULL', 'NORMAL']).default('FULL'),
  FIRESTORE_PROJECT_ID: z.string().min(1).optional(),
  FIRESTORE_DATABASE_ID: z.string().min(1).default('(default)'),
  FIREBASE_SERVICE_ACCOUNT: z.string().min(1).optional(),
  GOOGLE_APPLICATION_CREDENTIALS: z.string().min(1).optional(),
  FIRESTORE_EMULATOR_HOST: z.string().min(1).optional(),
  STRICT_INDEXES: flag.default(false),
  FILES_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  UPLOAD_MAX_BYTES: whole(1, 25 * 1024 * 1024).optional(),

  SMTP_HOST: z.string().min(1).optional(),
  SMTP_PORT: whole(1, 65_535).default(587),
  SMTP_USER: z.string().min(1).optional(),
  SMTP_PASSWORD: z.string().min(1).optional(),
  SMTP_FROM: z.string().min(3).optional(),
  SMTP_TLS: z.enum(['implicit', 'starttls', 'none']).optional(),
  SUPERADMIN_EMAILS: addressList.default([]),
  ADMIN_STEP_UP: z
    .enum(['on', 'off'])
    .transform((text) => text === 'on')
    .default(false),

  PROCESS_TICKER: z
    .enum(['on', 'off'])
    .transform((text) => text === 'on')
    .optional(),
  DEFAULT_LOCALE: z.enum(['en', 'uk', 'ru']).default('en'),
  MODERATION_AUTO_HIDE_REPORTS: whole(0, 1_000_000).default(5),
  CALL_ICE_SERVERS: iceServers.default([]),
  PLATFORM_SETTINGS_DISABLE_DB: flag.default(false),
  AI_PROVIDER: z.enum(['embedded', 'openai-compatible']).default('embedded'),
  AI_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  AI_MODEL: z.string().regex(MODEL_NAME, 'must be the name of a model').optional(),
  AI_API_KEY: z.string().min(1).max(500).optional(),

  CRM_CHANNELS: z.string().optional(),
  CRM_CHANNEL_DEFAULT: z.string().optional(),
  EMAIL_PROCESSOR_ALLOW_HTTP_START: flag.default(false),
  MAIL_LISTENER: z.enum(['inline', 'off']).default('off'),
  CRM_RAW_DAYS: whole(0, 3650).default(30),
  CRM_RETENTION_MONTHS: whole(0, 1200).default(0),

  VAPID_PUBLIC_KEY: vapidPublicKey.optional(),
  VAPID_PRIVATE_KEY: vapidPrivateKey.optional(),
  VAPID_SUBJECT: vapidSubject.optional(),
  VAPID_PREVIOUS_PUBLIC_KEY: vapidPublicKey.optional(),
  VAPID_PREVIOUS_PRIVATE_KEY: vapidPrivateKey.optional(),
  PUSH_ENDPOINT_ALLOW: hostList.default([]),

  STORE_FX_RATES: fxRates.default({}),
  STORE_HOLD_MINUTES: whole(1, 1440).default(15),
  STORE_HOLD_CAP_MINUTES: whole(1, 1440).default(45),
  STORE_HOLD_MAX_UNITS: whole(1, 1_000_000).default(100),
  STORE_COMMISSION_BPS: whole(0, 10_000).default(1000),
  STORE_RETURN_DAYS: whole(0, 365).default(14),

  PAYMENT_STORE_PROCESSOR: z.enum(['cardgw', 'credit']).default('cardgw'),
  PAYMENT_STORE_ALLOW_CREDIT: z
    .string()
    .transform((text) => text !== 'false')
    .default(true),
  PAYMENT_CREDIT_BALANCE_ACCEPTED_ORDER_CURRENCIES: currencies.default([]),
  PAYMENT_TOPUP_MIN_MINOR: whole(1, 100_000_000).default(1000),
  PAYMENT_TOPUP_MAX_MINOR: whole(1, 100_000_000).default(5_000_000),
  PAYMENT_MEMBERSHIP_PRICE_MINOR: whole(1, 100_000_000).optional(),
  PAYMENT_CARD_REFUND: flag.default(false),

  CARDGW_MERCHANT_ACCOUNT: z.string().min(1).max(120).optional(),
  CARDGW_SECRET_KEY: z.string().min(1).optional(),
  CARDGW_DOMAIN: z.string().min(1).max(200).optional(),
  CARDGW_STORE_MERCHANT_ACCOUNT: z.string().min(1).max(120).optional(),
  CARDGW_STORE_SECRET_KEY: z.string().min(1).optional(),
  CARDGW_STORE_DOMAIN: z.string().min(1).max(200).optional(),
  CARDGW_PAY_URL: z.url({ protocol: /^https?$/ }).default('https://secure.wayforpay.com/pay'),
  CARDGW_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.wayforpay.com/api'),
  CARDGW_DEMO_PORT: whole(0, 65_535).default(3010),

  TUNNEL_BUS: z.enum(['memory', 'firestore']).optional(),
  TUNNEL_BUS_SHARDS: whole(1, 16).default(1),
  TUNNEL_TRANSPORTS: transportList.default(['websocket', 'sse', 'poll']),
  TUNNEL_MAX_CONNECTIONS_PER_USER: whole(1, 1000).default(10),
});

/** `CRM_CHANNEL_<ID>_<FIELD>`, as given. Their names are made by whoever configures, so no schema can list them. */
export type ChannelVariables = Readonly<Record<string, string>>;

export type Env = z.output<typeof envSchema> & { readonly channelVariables: ChannelVariables };

const MIB = 1024 * 1024;
/** The body of a function on Vercel ends at 4.5 MB. */
export const mostUploadBytes = ({ UPLOAD_MAX_BYTES, VERCEL }: Pick<Env, 'UPLOAD_MAX_BYTES' | 'VERCEL'>): number =>
  UPLOAD_MAX_BYTES ?? (VERCEL === undefined ? 10 : 4) * MIB;

/** A configuration that must not run. Its message names the variable and what to do. */
export class EnvProblem extends Error {
  override readonly name = 'EnvProblem';
}

/** Whether a host is this machine. */
export const isLoopback = (host: string) => ['127.0.0.1', '::1', '[::1]', 'localhost'].includes(host);

/**
 * Why an address may not be asked for a model, or null: it must be https and hold nothing but a place, so that no secret
 * of it can be read from the settings. Outside production a server on this machine may be asked over http.
 */
export function modelUrlProblem(text: string, { NODE_ENV }: Pick<Env, 'NODE_ENV'>): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['https:', 'http:'].includes(url.protocol))
    return 'must be an address such as https://models.example/v1';
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return 'must hold no password, query or fragment';
  const isLocal = NODE_ENV !== 'production' && isLoopback(url.hostname);
  return url.protocol === 'https:' || isLocal ? null : 'must be https';
}

/** What no single variable can say; the first broken rule is the message. */
function problemOf(env: Env): string | null {
  const onVercel = env.VERCEL !== undefined;
  const production = env.NODE_ENV === 'production';
  const mail = [env.SMTP_HOST, env.SMTP_FROM];

  if (env.PLAZA_DEMO && onVercel) return 'PLAZA_DEMO=1 is refused on this host: a demo is one self-hosted server';
  if (env.PLAZA_DEMO && env.APP_ORIGIN === undefined && !isLoopback(env.HOST))
    return 'HOST is not a loopback address: a demo without APP_ORIGIN serves this machine only';
  if (env.FAULT_AT !== undefined && (env.APP_ORIGIN !== undefined || onVercel))
    return 'FAULT_AT is set: it breaks the process on purpose and is refused on a public server';
  if (production && env.APP_ORIGIN === undefined && !env.PLAZA_DEMO)
    return 'APP_ORIGIN is missing: production needs the public origin, or PLAZA_DEMO=1 for a demo';
  if (production && env.FIRESTORE_EMULATOR_HOST !== undefined && env.APP_ORIGIN !== undefined)
    return 'FIRESTORE_EMULATOR_HOST is set: the emulator keeps nothing and is refused in production';
  if (env.FIRESTORE_EMULATOR_HOST !== undefined && env.FIRESTORE_PROJECT_ID === undefined)
    return 'FIRESTORE_PROJECT_ID is missing: FIRESTORE_EMULATOR_HOST is set without it';
  if (onVercel && env.FIRESTORE_PROJECT_ID === undefined)
    return 'FIRESTORE_PROJECT_ID is missing: this host has no durable disk, so the store must be Firestore';
  if (env.TUNNEL_BUS === 'firestore' && env.FIRESTORE_PROJECT_ID === undefined)
    return 'FIRESTORE_PROJECT_ID is missing: TUNNEL_BUS is firestore, which lies in that store';
  if (onVercel && env.TUNNEL_BUS === 'memory')
    return 'TUNNEL_BUS is memory: this host runs many processes, and the others would hear nothing';
  if (onVercel && env.FILES_BUCKET === undefined)
    return 'FILES_BUCKET is missing: this host has no durable disk, so files must go to a bucket';
  if (onVercel && (env.SESSION_KEYS === undefined || env.SETTINGS_ENCRYPTION_KEYS === undefined))
    return 'SESSION_KEYS and SETTINGS_ENCRYPTION_KEYS are missing: this host cannot keep generated keys';
  if (onVercel && env.MAIL_LISTENER === 'inline')
    return 'MAIL_LISTENER is inline: this host has no process that stays, so nothing could listen';
  if (mail.some(Boolean) && !mail.every(Boolean))
    return 'SMTP_HOST and SMTP_FROM belong together: one of them is missing';
  if ((env.SMTP_USER === undefined) !== (env.SMTP_PASSWORD === undefined))
    return 'SMTP_USER and SMTP_PASSWORD belong together: one of them is missing';
  if (env.SMTP_HOST === undefined && env.SMTP_USER !== undefined)
    return 'SMTP_HOST is missing: SMTP_USER is set without it';
  const accepted = env.PAYMENT_CREDIT_BALANCE_ACCEPTED_ORDER_CURRENCIES;
  if (!accepted.every((currency) => configuredCurrencies(env.STORE_FX_RATES).includes(currency)))
    return 'PAYMENT_CREDIT_BALANCE_ACCEPTED_ORDER_CURRENCIES: each needs a rate in STORE_FX_RATES';
  if (env.PAYMENT_TOPUP_MAX_MINOR < env.PAYMENT_TOPUP_MIN_MINOR)
    return 'PAYMENT_TOPUP_MAX_MINOR must not be less than PAYMENT_TOPUP_MIN_MINOR';
  if (env.PAYMENT_STORE_PROCESSOR === 'credit' && !env.PAYMENT_STORE_ALLOW_CREDIT)
    return 'PAYMENT_STORE_PROCESSOR is credit, which PAYMENT_STORE_ALLOW_CREDIT switches off';
  const modelUrl = env.AI_BASE_URL === undefined ? null : modelUrlProblem(env.AI_BASE_URL, env);
  if (modelUrl !== null) return `AI_BASE_URL ${modelUrl}`;
  const card = cardProblemOf(env);
  if (card !== null) return card;
  const push = pushProblemOf(env);
  if (push !== null) return push;
  if (env.STORE_HOLD_CAP_MINUTES < env.STORE_HOLD_MINUTES)
    return 'STORE_HOLD_CAP_MINUTES must not be less than STORE_HOLD_MINUTES';
  return null;
}

/** The account of the demo gateway; a live one never has this name. */
export const SANDBOX_MERCHANT = 'sandbox_merchant';

/** A card gateway is configured whole or not at all, and never over an open line. */
function cardProblemOf(env: Env): string | null {
  const common = [env.CARDGW_MERCHANT_ACCOUNT, env.CARDGW_SECRET_KEY, env.CARDGW_DOMAIN];
  if (common.some(Boolean) && !common.every(Boolean))
    return 'CARDGW_MERCHANT_ACCOUNT, CARDGW_SECRET_KEY and CARDGW_DOMAIN belong together: one of them is missing';
  if ((env.CARDGW_STORE_MERCHANT_ACCOUNT === undefined) !== (env.CARDGW_STORE_SECRET_KEY === undefined))
    return 'CARDGW_STORE_MERCHANT_ACCOUNT and CARDGW_STORE_SECRET_KEY belong together: one of them is missing';
  const ofStore = env.CARDGW_STORE_MERCHANT_ACCOUNT ?? env.CARDGW_STORE_DOMAIN;
  if (ofStore !== undefined && env.CARDGW_MERCHANT_ACCOUNT === undefined)
    return 'CARDGW_MERCHANT_ACCOUNT is missing: CARDGW_STORE_* only overrides the common account';
  if ([env.CARDGW_MERCHANT_ACCOUNT, env.CARDGW_STORE_MERCHANT_ACCOUNT].includes(SANDBOX_MERCHANT))
    return `CARDGW_MERCHANT_ACCOUNT is ${SANDBOX_MERCHANT}: that is the account of the demo gateway`;
  if (env.CARDGW_MERCHANT_ACCOUNT === undefined) return null;
  const isOneAccount = env.CARDGW_STORE_MERCHANT_ACCOUNT === env.CARDGW_MERCHANT_ACCOUNT;
  // Which of them is right would show only when every callback of the other purposes is refused.
  if (isOneAccount && env.CARDGW_STORE_SECRET_KEY !== env.CARDGW_SECRET_KEY)
    return 'CARDGW_STORE_SECRET_KEY differs from CARDGW_SECRET_KEY: one account has one secret';
  const open = (['CARDGW_PAY_URL', 'CARDGW_API_URL'] as const).find((name) => !env[name].startsWith('https:'));
  return open === undefined ? null : `${open} must be https: a live account is configured`;
}

/** Web push is configured whole or not at all, with keys that belong together and a contact that push services take. */
function pushProblemOf(env: Env): string | null {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = env;
  const { VAPID_PREVIOUS_PUBLIC_KEY: formerPublic, VAPID_PREVIOUS_PRIVATE_KEY: formerPrivate } = env;
  const present = [publicKey, privateKey, subject];
  if (present.some(Boolean) && !present.every(Boolean))
    return 'VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY and VAPID_SUBJECT belong together: one of them is missing';
  if ((formerPublic === undefined) !== (formerPrivate === undefined))
    return 'VAPID_PREVIOUS_PUBLIC_KEY and VAPID_PREVIOUS_PRIVATE_KEY belong together: one of them is missing';
  if (formerPublic !== undefined && publicKey === undefined)
    return 'VAPID_PUBLIC_KEY is missing: VAPID_PREVIOUS_* only stands beside it';
  if (publicKey && privateKey && !isKeyPair(publicKey, privateKey))
    return 'VAPID_PRIVATE_KEY is not the key of VAPID_PUBLIC_KEY';
  if (formerPublic && formerPrivate && !isKeyPair(formerPublic, formerPrivate))
    return 'VAPID_PREVIOUS_PRIVATE_KEY is not the key of VAPID_PREVIOUS_PUBLIC_KEY';
  // One push service refuses such a contact, and only that one: its users would silently get nothing.
  if (subject !== undefined && env.NODE_ENV === 'production' && !isReachableContact(subject))
    return 'VAPID_SUBJECT names no real host: push services must be able to write to it';
  return null;
}

function isKeyPair(publicKey: string, privateKey: string): boolean {
  try {
    const curve = createECDH('prime256v1');
    curve.setPrivateKey(Buffer.from(privateKey, 'base64url'));
    return curve.getPublicKey('base64url') === publicKey;
  } catch {
    return false;
  }
}

function isReachableContact(subject: string): boolean {
  const host = subject.startsWith('mailto:')
    ? subject.slice(subject.lastIndexOf('@') + 1)
    : (URL.parse(subject)?.hostname ?? '');
  return /\.[a-z][a-z0-9-]*[a-z0-9]\.?$/i.test(host) && !/\.(local|localhost|invalid|test)\.?$/i.test(host);
}

/** The demo catalog is priced in two currencies (decisions/0005). */
const demoDefaults = { STORE_FX_RATES: 'EUR:48.20,USD:41.50' };

/**
 * Parses the environment once, at start. An unknown value, a partial group or a setting that cannot be served throws an
 * EnvProblem whose message names the variable. `demoByDefault` turns the demo on where neither APP_ORIGIN nor
 * PLAZA_DEMO says otherwise, as `npm start` does on an unconfigured machine.
 */
export function readEnv(
  options: { readonly demoByDefault?: boolean; readonly from?: Readonly<Record<string, string | undefined>> } = {},
): Env {
  const source = options.from ?? process.env;
  // An empty line in an env file means "not set".
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const isDemo =
    given.PLAZA_DEMO === '1' ||
    (options.demoByDefault && given.APP_ORIGIN === undefined && given.PLAZA_DEMO === undefined);
  const parsed = envSchema.safeParse(isDemo ? { ...demoDefaults, ...given, PLAZA_DEMO: '1' } : given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new EnvProblem(`${issue?.path.join('.') ?? 'environment'}: ${issue?.message ?? 'is not valid'}`);
  }
  const env = { ...parsed.data, channelVariables: channelVariablesIn(given) };
  const problem = problemOf(env);
  if (problem) throw new EnvProblem(problem);
  return env;
}

/** Nothing is refused here: a channel configured wrongly is shown on its page and stops nobody else. */
const channelVariablesIn = (given: Readonly<Record<string, string | undefined>>): ChannelVariables =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      name.startsWith('CRM_CHANNEL_') && name !== 'CRM_CHANNEL_DEFAULT' && value !== undefined ? [[name, value]] : [],
    ),
  );
