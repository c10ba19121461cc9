import { createECDH } from 'node:crypto';
import { z } from 'zod';
import type { ServerEnv } from './server.ts';

/** A point of P-256 as Web Push writes it: 65 bytes, uncompressed, base64url. */
const vapidPublicKey = z.string().regex(/^B[A-Za-z0-9_-]{86}$/, 'must be a public key of 87 base64url characters');
const vapidPrivateKey = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be a private key of 43 base64url characters');
const vapidSubject = z
  .string()
  .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must look like mailto:push@shop.example or https://shop.example');

const hostList = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim().toLowerCase()))
  .refine((list) => list.every((host) => /^[a-z0-9.-]{1,253}$/.test(host)), 'must be host names, separated by commas');

export const pushVariables = z.object({
  VAPID_PUBLIC_KEY: vapidPublicKey.optional(),
  VAPID_PRIVATE_KEY: vapidPrivateKey.optional(),
  VAPID_SUBJECT: vapidSubject.optional(),
  VAPID_PREVIOUS_PUBLIC_KEY: vapidPublicKey.optional(),
  VAPID_PREVIOUS_PRIVATE_KEY: vapidPrivateKey.optional(),
  PUSH_ENDPOINT_ALLOW: hostList.default([]),
});

type PushEnv = z.output<typeof pushVariables> & Pick<ServerEnv, 'NODE_ENV'>;

/**
 * Returns why web push is misconfigured, or null. It must be configured completely or not at all, with matching keys
 * and a contact that push services accept.
 */
export function pushProblem(env: PushEnv): string | null {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = env;
  const { VAPID_PREVIOUS_PUBLIC_KEY: formerPublic, VAPID_PREVIOUS_PRIVATE_KEY: formerPrivate } = env;
  const present = [publicKey, privateKey, subject];
  if (present.some(Boolean) && !present.every(Boolean))
    return 'VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY and VAPID_SUBJECT must be set together: one of them is missing';
  if ((formerPublic === undefined) !== (formerPrivate === undefined))
    return 'VAPID_PREVIOUS_PUBLIC_KEY and VAPID_PREVIOUS_PRIVATE_KEY must be set together: one of them is missing';
  if (formerPublic !== undefined && publicKey === undefined)
    return 'VAPID_PUBLIC_KEY is missing: VAPID_PREVIOUS_* is set without it';
  if (publicKey && privateKey && !isKeyPair(publicKey, privateKey))
    return 'VAPID_PRIVATE_KEY does not belong to VAPID_PUBLIC_KEY';
  if (formerPublic && formerPrivate && !isKeyPair(formerPublic, formerPrivate))
    return 'VAPID_PREVIOUS_PRIVATE_KEY does not belong to VAPID_PREVIOUS_PUBLIC_KEY';
  // One push service rejects such a contact, and only that one: its users would silently get nothing.
  if (subject !== undefined && env.NODE_ENV === 'production' && !isReachableContact(subject))
    return 'VAPID_SUBJECT must name a real host, because push services use it to contact you';
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
