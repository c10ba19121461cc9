import { z } from 'zod';

/** The minimum length of a secret of our own, in bytes (S3). */
export const MIN_SECRET_BYTES = 32;

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
    // Nothing signed with the second one would ever verify.
    else if (seen.has(kid)) context.addIssue({ code: 'custom', message: `key ${kid} must be listed only once` });
    seen.add(kid);
    return { kid, key: new Uint8Array(key) };
  });
});
export type KeyRing = z.output<typeof keyRing>;

export const secretVariables = z.object({
  SESSION_KEYS: keyRing.optional(),
  SETTINGS_ENCRYPTION_KEYS: keyRing.optional(),
  CRON_SECRET: ownSecret.optional(),
  CRON_SECRET_PREVIOUS: ownSecret.optional(),
  WEBHOOK_EMAIL_SECRET: ownSecret.optional(),
  WEBHOOK_EMAIL_SECRET_PREVIOUS: ownSecret.optional(),
});
