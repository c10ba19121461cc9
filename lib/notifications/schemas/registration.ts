import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';

const publicKey = z.string().regex(/^[A-Za-z0-9_-]{87}$/, 'must be 65 bytes encoded as base64url');
const authSecret = z.string().regex(/^[A-Za-z0-9_-]{22}$/, 'must be 16 bytes encoded as base64url');

/** A browser's push endpoint, and its keys: 65 and 16 bytes. */
const subscription = z.object({
  endpoint: z.url({ protocol: /^https$/ }).max(2_048),
  keys: z.object({ p256dh: publicKey, auth: authSecret }),
});

const fingerprint = z.string().regex(/^[!-~]{8,128}$/, 'must be 8 to 128 visible ASCII characters');
const keyId = z.string().regex(/^[A-Za-z0-9_-]{8}$/, 'must be a key id');

/** A user's device that receives pushes. The id is a hash of the user id and the fingerprint. */
export const pushRegistration = z.object({
  userId: idText,
  deviceFingerprint: z.string(),
  /** The token of the messaging service for apps. */
  token: z.string().nullable(),
  subscription: subscription.nullable(),
  /** The id of the server key that the subscription was made with. */
  keyId: z.string().nullable(),
  /** Hashes of token and endpoint, by which other holders of the address are found. */
  addressHash: z.array(z.string()),
  platform: z.string(),
  userAgent: z.string(),
  /** The session that registered the device. After its sign-out the device receives no pushes. */
  sessionIdHash: idText.nullable(),
  createdAt: isoTime,
  lastSeenAt: isoTime,
  lastOkAt: isoTime.nullable(),
  failCount: z.int().nonnegative(),
  /** Since when every push has failed; null while pushes succeed. */
  failingSince: isoTime.nullable(),
  /** The subscription was made for a key that this server does not have. The page makes a new one at its next start. */
  needsResubscribe: z.boolean(),
});
export type PushRegistration = z.infer<typeof pushRegistration>;

export const registerDeviceInput = z
  .strictObject({
    deviceFingerprint: fingerprint,
    deviceInfo: z
      .strictObject({ platform: z.string().max(80).optional(), userAgent: z.string().max(4_096).optional() })
      .default({}),
    platform: z.string().max(80).default(''),
    token: z.string().min(8).max(4_096).regex(/^\S+$/, 'must not contain spaces').optional(),
    subscription: z.strictObject({ ...subscription.shape, expirationTime: z.number().nullish() }).optional(),
    keyId: keyId.optional(),
    previousEndpoint: z.string().max(2_048).optional(),
    /** Set by a browser that only renews its registration: a removed device is not added again. */
    isRenewal: z.boolean().optional(),
  })
  .refine(({ token, subscription: address }) => token !== undefined || address !== undefined, {
    error: 'is required when there is no token',
    path: ['subscription'],
  });
export type RegisterDevice = z.output<typeof registerDeviceInput>;

export const removeDeviceInput = z.strictObject({ deviceFingerprint: fingerprint });
export const deviceSaved = z.object({ success: z.literal(true) });

export const vapidPublicAnswer = z.object({ publicKey: z.string(), keyId: z.string() });

/** A device as its owner sees it. */
export type Device = { readonly deviceFingerprint: string; readonly name: string; readonly lastSeenAt: string };
