import { describe, expect, it } from 'vitest';
import { EnvProblem, readEnv } from './env.ts';

const key = Buffer.alloc(32, 1).toString('base64');
const ring = `k1:${key}`;
const secret = 's'.repeat(32);
/** The settings that processes on several machines must share. */
const common = { SESSION_KEYS: ring, SETTINGS_ENCRYPTION_KEYS: ring, FILES_BUCKET: 'plaza-files' };
const shop = { NODE_ENV: 'production', APP_ORIGIN: 'https://shop.example' };
const card = { CARDGW_MERCHANT_ACCOUNT: 'plaza', CARDGW_SECRET_KEY: 'secret', CARDGW_DOMAIN: 'shop.example' };

/** Two key pairs made for this file and used nowhere else. */
const push = {
  VAPID_PUBLIC_KEY: 'BEkEEJrPKh2UkwhkwJGfe0vOwVh3qM0oS2VA8nYLbr7WVfJVYtmSY3W4JzxzJfwAQuSLl44_rbXU_6apWyy7SIE',
  VAPID_PRIVATE_KEY: 'KZ9MS80kV-hEBIyXZtmrYmqGTKWKGMQgkbEyvDRCZE4',
  VAPID_SUBJECT: 'mailto:push@shop.example',
};
const former = {
  VAPID_PREVIOUS_PUBLIC_KEY: 'BJQ26igpAlC5RqvE90sM4FsyDUR8VF0rTT_MFqlNvJUCn7RKfutsg51uauaCV6CcE72kLWE0uTmqAKIlkTDvsNI',
  VAPID_PREVIOUS_PRIVATE_KEY: 'y9Do5RPUNByqNDLq0OPkFCq91Ze29SyLrDCn4OjPPGg',
};

const problemOf = (from: Record<string, string>): string => {
  try {
    readEnv({ from });
    return '';
  } catch (error) {
    expect(error).toBeInstanceOf(EnvProblem);
    return (error as EnvProblem).message;
  }
};

describe('readEnv', () => {
  it('applies the documented defaults', () => {
    const env = readEnv({ from: {} });

    expect(env).toMatchObject({ HOST: '127.0.0.1', PORT: 3000, PLAZA_DATA_DIR: '.data', PLAZA_DEMO: false });
    expect(env).toMatchObject({ STORE_HOLD_MINUTES: 15, STORE_HOLD_CAP_MINUTES: 45, STORE_HOLD_MAX_UNITS: 100 });
    expect(env.PAYMENT_STORE_ALLOW_CREDIT).toBe(true);
  });

  it('turns the demo on by default only without an origin and without an explicit setting', () => {
    const demo = (from: Record<string, string>) => readEnv({ demoByDefault: true, from }).PLAZA_DEMO;

    expect(demo({ NODE_ENV: 'production' })).toBe(true);
    expect(demo({ NODE_ENV: 'production', PLAZA_DEMO: '', APP_ORIGIN: '' })).toBe(true);
    expect(demo(shop)).toBe(false);
    expect(demo({ PLAZA_DEMO: '0' })).toBe(false);
  });

  it.each([
    ['PORT', { PORT: '70000' }],
    ['PORT', { PORT: '3e3' }],
    ['NODE_ENV', { NODE_ENV: 'prod' }],
    ['APP_ORIGIN', { APP_ORIGIN: 'https://shop.example/' }],
    ['APP_ORIGIN', { APP_ORIGIN: 'shop.example' }],
    ['PLAZA_DEMO', { PLAZA_DEMO: 'true' }],
    ['CSRF_REQUIRE_HEADERS', { CSRF_REQUIRE_HEADERS: '1' }],
    ['SQLITE_SYNCHRONOUS', { SQLITE_SYNCHRONOUS: 'OFF' }],
    ['STORE_FX_RATES', { STORE_FX_RATES: 'EUR:48,2' }],
    ['STORE_FX_RATES', { STORE_FX_RATES: 'EUR:0' }],
    ['PAYMENT_CREDIT_BALANCE_ACCEPTED_ORDER_CURRENCIES', { PAYMENT_CREDIT_BALANCE_ACCEPTED_ORDER_CURRENCIES: 'EURO' }],
    ['FAULT_MODE', { FAULT_MODE: 'explode' }],
    ['MAIL_LISTENER', { MAIL_LISTENER: 'on' }],
    ['EMAIL_PROCESSOR_ALLOW_HTTP_START', { EMAIL_PROCESSOR_ALLOW_HTTP_START: 'yes' }],
    ['CRM_RAW_DAYS', { CRM_RAW_DAYS: '-1' }],
    ['FILES_BUCKET', { FILES_BUCKET: 'gs://plaza' }],
    ['SUPERADMIN_EMAILS', { SUPERADMIN_EMAILS: 'anna@shop.test, boss' }],
    ['SUPERADMIN_EMAILS', { SUPERADMIN_EMAILS: 'Anna <anna@shop.test>' }],
    ['SESSION_KEYS', { SESSION_KEYS: `${ring},${ring}` }],
    ['VAPID_PUBLIC_KEY', { VAPID_PUBLIC_KEY: 'short' }],
    ['VAPID_SUBJECT', { VAPID_SUBJECT: 'push@shop.example' }],
    ['PUSH_ENDPOINT_ALLOW', { PUSH_ENDPOINT_ALLOW: 'https://push.example' }],
  ])('names %s when its value is invalid', (name, from) => {
    expect(problemOf(from)).toMatch(new RegExp(`^${name}: `));
  });

  it('returns the channel variables without validating them', () => {
    const from = {
      CRM_CHANNELS: 'a,!',
      CRM_CHANNEL_DEFAULT: 'b',
      CRM_CHANNEL_A_IMAP_PORT: 'x',
      CRM_CHANNEL_: '',
      OTHER: '1',
    };

    const env = readEnv({ from });

    expect(env).toMatchObject({
      CRM_CHANNELS: 'a,!',
      CRM_CHANNEL_DEFAULT: 'b',
      MAIL_LISTENER: 'off',
      CRM_RAW_DAYS: 30,
    });
    expect(env.channelVariables).toEqual({ CRM_CHANNEL_A_IMAP_PORT: 'x' });
  });

  it('S3 rejects secrets of fewer than 32 bytes', () => {
    const short = `k1:${Buffer.alloc(31).toString('base64')}`;

    expect(problemOf({ CRON_SECRET: 's'.repeat(31) })).toMatch(/^CRON_SECRET: /);
    expect(problemOf({ CRON_SECRET_PREVIOUS: 'short' })).toMatch(/^CRON_SECRET_PREVIOUS: /);
    expect(problemOf({ WEBHOOK_EMAIL_SECRET: 's'.repeat(31) })).toMatch(/^WEBHOOK_EMAIL_SECRET: /);
    expect(problemOf({ WEBHOOK_EMAIL_SECRET_PREVIOUS: 'short' })).toMatch(/^WEBHOOK_EMAIL_SECRET_PREVIOUS: /);
    expect(problemOf({ SESSION_KEYS: short })).toMatch(/^SESSION_KEYS: /);
    expect(problemOf({ SETTINGS_ENCRYPTION_KEYS: `${ring},${short}` })).toMatch(/^SETTINGS_ENCRYPTION_KEYS: /);
    expect(problemOf({ SESSION_KEYS: key })).toMatch(/^SESSION_KEYS: /);
    expect(problemOf({ CRON_SECRET: secret, SESSION_KEYS: `${ring},k2:${key}` })).toBe('');
  });

  it.each([
    ['APP_ORIGIN', { NODE_ENV: 'production' }],
    ['APP_ORIGIN', { NODE_ENV: 'production', APP_ORIGIN: 'http://shop.example' }],
    ['APP_ORIGIN', { NODE_ENV: 'production', APP_ORIGIN: 'http://192.168.1.9:3000', PLAZA_DEMO: '1' }],
    ['AI_BASE_URL', { ...shop, AI_BASE_URL: 'https://127.0.0.1/v1' }],
    ['AI_BASE_URL', { AI_BASE_URL: 'http://10.0.0.1/v1', AI_ALLOW_PRIVATE: 'false' }],
    ['HOST', { PLAZA_DEMO: '1', HOST: '0.0.0.0' }],
    ['PLAZA_DEMO', { PLAZA_DEMO: '1', VERCEL: '1' }],
    ['FIRESTORE_PROJECT_ID', { ...shop, VERCEL: '1' }],
    ['TUNNEL_BUS', { ...shop, ...common, VERCEL: '1', FIRESTORE_PROJECT_ID: 'p', TUNNEL_BUS: 'memory' }],
    ['TUNNEL_BUS', { ...shop, ...common, FIRESTORE_PROJECT_ID: 'p', TUNNEL_BUS: 'memory' }],
    ['FIRESTORE_PROJECT_ID', { ...shop, TUNNEL_BUS: 'firestore' }],
    ['MAIL_LISTENER', { ...shop, ...common, VERCEL: '1', FIRESTORE_PROJECT_ID: 'p', MAIL_LISTENER: 'inline' }],
    ['FIRESTORE_EMULATOR_HOST', { ...shop, FIRESTORE_EMULATOR_HOST: 'x:1', FIRESTORE_PROJECT_ID: 'p' }],
    ['FIRESTORE_PROJECT_ID', { FIRESTORE_EMULATOR_HOST: 'x:1' }],
    ['SMTP_HOST', { SMTP_FROM: 'a@b.test' }],
    ['SMTP_HOST', { SMTP_HOST: 'mail.test' }],
    ['SMTP_USER', { SMTP_HOST: 'm.test', SMTP_FROM: 'a@b.test', SMTP_USER: 'u' }],
    ['SMTP_HOST', { SMTP_USER: 'u', SMTP_PASSWORD: 'p' }],
    ['STORE_HOLD_CAP_MINUTES', { STORE_HOLD_CAP_MINUTES: '5' }],
    [
      'PAYMENT_CREDIT_BALANCE_ACCEPTED_ORDER_CURRENCIES',
      { PAYMENT_CREDIT_BALANCE_ACCEPTED_ORDER_CURRENCIES: 'UAH,EUR' },
    ],
    ['FAULT_AT', { ...shop, FAULT_AT: 'outbox.after_effect' }],
    ['CARDGW_MERCHANT_ACCOUNT', { CARDGW_MERCHANT_ACCOUNT: 'plaza' }],
    ['CARDGW_MERCHANT_ACCOUNT', { CARDGW_STORE_DOMAIN: 'shop.test' }],
    ['CARDGW_MERCHANT_ACCOUNT', { ...card, CARDGW_MERCHANT_ACCOUNT: 'sandbox_merchant' }],
    ['CARDGW_STORE_MERCHANT_ACCOUNT', { ...card, CARDGW_STORE_SECRET_KEY: 's' }],
    [
      'CARDGW_STORE_SECRET_KEY',
      { ...card, CARDGW_STORE_MERCHANT_ACCOUNT: 'plaza', CARDGW_STORE_SECRET_KEY: 'another' },
    ],
    ['CARDGW_API_URL', { ...card, CARDGW_API_URL: 'http://gateway.test/api' }],
    ['VAPID_PUBLIC_KEY', { VAPID_SUBJECT: push.VAPID_SUBJECT }],
    ['VAPID_PUBLIC_KEY', former],
    ['VAPID_PREVIOUS_PUBLIC_KEY', { ...push, VAPID_PREVIOUS_PUBLIC_KEY: former.VAPID_PREVIOUS_PUBLIC_KEY }],
    ['VAPID_PRIVATE_KEY', { ...push, VAPID_PRIVATE_KEY: former.VAPID_PREVIOUS_PRIVATE_KEY }],
    ['VAPID_PREVIOUS_PRIVATE_KEY', { ...push, ...former, VAPID_PREVIOUS_PRIVATE_KEY: push.VAPID_PRIVATE_KEY }],
  ])('rejects inconsistent settings and names %s', (name, from) => {
    expect(problemOf(from)).toMatch(new RegExp(`^${name}\\b`));
  });

  describe.each([
    ['on Vercel', { VERCEL: '1' }],
    ['self-hosted', {}],
    ['the mail listener, which runs without NODE_ENV', { NODE_ENV: '' }],
  ])('requires shared keys and files for production on Firestore: %s', (_, host) => {
    const production = { ...shop, ...host, FIRESTORE_PROJECT_ID: 'p' };

    it('names every missing setting and its purpose', () => {
      expect(problemOf(production)).toBe(
        'SESSION_KEYS, SETTINGS_ENCRYPTION_KEYS, and FILES_BUCKET are missing: several processes may serve one Firestore, and without them each would respond with 401 to sessions of the others, not decrypt their stored secrets, and respond with 404 to their files',
      );
    });

    it.each(['SESSION_KEYS', 'SETTINGS_ENCRYPTION_KEYS', 'FILES_BUCKET'])(
      'names %s when only this setting is missing',
      (name) => {
        expect(problemOf({ ...production, ...common, [name]: '' })).toMatch(new RegExp(`^${name} is missing: `));
      },
    );

    it('accepts the complete settings', () => {
      expect(problemOf({ ...production, ...common })).toBe('');
    });
  });

  it.each([
    ['a demo', { NODE_ENV: 'production', PLAZA_DEMO: '1', FIRESTORE_PROJECT_ID: 'p', TUNNEL_BUS: 'memory' }],
    ['a demo on the emulator', { PLAZA_DEMO: '1', FIRESTORE_PROJECT_ID: 'p', FIRESTORE_EMULATOR_HOST: 'x:1' }],
    ['development', { FIRESTORE_PROJECT_ID: 'p' }],
    ['production on SQLite', shop],
  ])('accepts keys and files local to one machine: %s', (_, from) => {
    expect(problemOf(from)).toBe('');
  });

  it.each([
    'mailto:me@localhost',
    'mailto:me@shop.local',
    'https://shop.invalid',
    'https://192.0.2.1',
    'mailto:me@shop',
  ])('rejects in production a push contact that a push service would reject: %s', (VAPID_SUBJECT) => {
    expect(problemOf({ ...shop, ...push, VAPID_SUBJECT })).toMatch(/^VAPID_SUBJECT /);
    expect(problemOf({ ...push, VAPID_SUBJECT })).toBe('');
    expect(problemOf({ ...shop, ...push, ...former })).toBe('');
  });

  it.each(['http://127.0.0.1:3000', 'http://localhost', 'http://[::1]:3000'])(
    'accepts http in production on this machine: %s',
    (APP_ORIGIN) => {
      expect(problemOf({ NODE_ENV: 'production', APP_ORIGIN })).toBe('');
    },
  );

  it('accepts a private model URL with AI_ALLOW_PRIVATE or outside production', () => {
    expect(problemOf({ ...shop, AI_ALLOW_PRIVATE: 'true', AI_BASE_URL: 'http://10.0.0.1/v1' })).toBe('');
    expect(problemOf({ AI_BASE_URL: 'http://localhost:11434/v1' })).toBe('');
  });

  it('never shows an invalid value, which may be a secret', () => {
    expect(problemOf({ CRON_SECRET: 'hunter2' })).not.toContain('hunter2');
    expect(problemOf({ SESSION_KEYS: 'hunter2' })).not.toContain('hunter2');
  });
});
