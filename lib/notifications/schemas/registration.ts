import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';

const publicKey = z.string().regex(/^[A-Za-z0-9_-]{87}$/, 'must be 65 bytes in base64url');
const authSecret = z.string().regex(/^[A-Za-z0-9_-]{22}$/, 'must be 16 bytes in base64url');

/** Where a browser takes messages, and for which keys: 65 and 16 bytes. */
const subscription = z.object({
  endpoint: z.url({ protocol: /^https$/ }).max(2_048),
  keys: z.object({ p256dh: publicKey, auth: authSecret }),
});

const fingerprint = z.string().regex(/^[!-~]{8,128}$/, 'must be 8 to 128 visible characters of ASCII');
const keyId = z.string().regex(/^[A-Za-z0-9_-]{8}$/, 'must be a key id');

/** A device of a person that takes pushes; the id is a hash of both. */
export const pushRegistration = z.object({
  userId: idText,
  deviceFingerprint: z.string(),
  /** Of the messaging service of apps. */
  token: z.string().nullable(),
  subscription: subscription.nullable(),
  /** The key of ours the subscription was made with. */
  keyId: z.string().nullable(),
  /** Hashes of token and endpoint, by which their former owner is found. */
  addressHash: z.array(z.string()),
  platform: z.string(),
  userAgent: z.string(),
  /** The session it was registered in: when that is signed out, the device is told nothing more. */
  sessionIdHash: idText.nullable(),
  createdAt: isoTime,
  lastSeenAt: isoTime,
  lastOkAt: isoTime.nullable(),
  failCount: z.int().nonnegative(),
  /** Since when every message has failed; null while they arrive. */
  failingSince: isoTime.nullable(),
  /** It was made for other keys than ours: the page makes a new one at its next start. */
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
    token: z.string().min(8).max(4_096).regex(/^\S+$/, 'must hold no spaces').optional(),
    subscription: z.strictObject({ ...subscription.shape, expirationTime: z.number().nullish() }).optional(),
    keyId: keyId.optional(),
    previousEndpoint: z.string().max(2_048).optional(),
    /** Said by a browser that only keeps its place: whoever was taken off the list is not put on it again. */
    isRenewal: z.boolean().optional(),
  })
  .refine(({ token, subscription: address }) => token !== undefined || address !== undefined, {
    error: 'is missing, and so is a token',
    path: ['subscription'],
  });
export type RegisterDevice = z.output<typeof registerDeviceInput>;

export const removeDeviceInput = z.strictObject({ deviceFingerprint: fingerprint });
export const deviceSaved = z.object({ success: z.literal(true) });

export const vapidPublicAnswer = z.object({ publicKey: z.string(), keyId: z.string() });

/** A device as its owner sees it. */
export type Device = { readonly deviceFingerprint: string; readonly name: string; readonly lastSeenAt: string };
