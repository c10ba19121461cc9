import { z } from 'zod';
import { loginMailStates, loginPurposes } from '#lib/auth/values.ts';
import { idText } from '#lib/core/ids.ts';
import { isoTime, isTimeZone } from '#lib/core/time.ts';
import { locales } from '#lib/i18n/values.ts';
import { sessionUser } from './user.ts';

/** A usable sign-in mail. `codeMac` is keyed, so that the row alone reveals neither token nor code. */
export const loginToken = z.object({
  emailKey: z.string(),
  /** As typed: a new account gets this spelling. */
  email: z.string(),
  purpose: z.enum(loginPurposes),
  /** The user whose session asked for a step-up. Null for a sign-in, where the user is not known yet. */
  userId: idText.nullable(),
  locale: z.enum(locales),
  /** Empty where no code was made: no typed code equals it. */
  codeMac: z.string(),
  createdAt: isoTime,
  expiresAt: isoTime,
  usedAt: isoTime.nullable(),
  /** The number of wrong codes so far. */
  attempts: z.int().nonnegative(),
  /** The browser in which the link works. Null for a link made by an operator, which works in any. */
  browserHash: z.string().nullable(),
  ipPrefixHash: z.string().nullable(),
  next: z.string().max(2000),
  mail: z.enum(loginMailStates),
});
export type LoginToken = z.infer<typeof loginToken>;

/** The tokens of an address: its one mail, newest first, and a link made by an operator. */
export const loginAddress = z.object({ tokenIds: z.array(idText), expiresAt: isoTime });

const address = z.string().min(3).max(320);

export const startLoginInput = z.strictObject({
  email: address.optional(),
  purpose: z.enum(loginPurposes).default('sign-in'),
  next: z.string().max(2000).optional(),
  locale: z.enum(locales).optional(),
});
export type StartLogin = z.output<typeof startLoginInput>;

export const loginStarted = z.object({
  sent: z.literal(true),
  expiresInSeconds: z.int(),
  resendAfterSeconds: z.int(),
});
export type LoginStarted = z.infer<typeof loginStarted>;

/** Either the token of the link, or the address with the code of the same mail. */
export const verifyLoginInput = z
  .strictObject({
    token: z
      .string()
      .regex(/^[A-Za-z0-9_-]{43}$/, 'must be the token from the email')
      .optional(),
    email: address.optional(),
    code: z
      .string()
      .regex(/^\d{6}$/, 'must be six digits')
      .optional(),
    /** The browser's time zone, for an account that this sign-in creates. An unknown zone is ignored. */
    timezone: z.string().max(60).optional(),
  })
  .refine(({ token, email, code }) => [email, code].every((part) => (part === undefined) === (token !== undefined)), {
    error: 'must have either token, or email and code',
    path: ['token'],
  })
  .transform(({ token, email = '', code = '', timezone }) => ({
    ...(token === undefined ? { email, code } : { token }),
    ...(timezone !== undefined && isTimeZone(timezone) && { timezone }),
  }));
export type VerifyLogin = z.output<typeof verifyLoginInput>;

export const loginVerified = z
  .object({
    user: sessionUser,
    session: z.object({ id: idText, expiresAt: isoTime, stepUpUntil: isoTime.nullable() }),
    created: z.boolean(),
    next: z.string(),
  })
  .meta({ id: 'SignedIn' });
export type LoginVerified = z.infer<typeof loginVerified>;
