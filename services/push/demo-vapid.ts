import { createECDH, hkdfSync } from 'node:crypto';
import type { Env } from '#lib/core/env/env.ts';
import type { KeyRing } from '#lib/core/env/secrets.ts';

const LABEL = 'plaza demo push';
/** One number in 2^32 is not a valid private key of the curve. */
const TRIES = 16;

/** The contact address for push services. In a demo it reaches nobody. */
const SUBJECT = 'mailto:push@plaza.example';

type Pair = { readonly publicKey: string; readonly privateKey: string };

/** Derives the VAPID key pair from a key of this installation. It is always the same pair and is not stored. */
export function vapidOf(key: Uint8Array): Pair {
  const curve = createECDH('prime256v1');
  for (let n = 0; n < TRIES; n++) {
    const candidate = Buffer.from(hkdfSync('sha256', key, '', `${LABEL} ${n}`, 32));
    try {
      curve.setPrivateKey(candidate);
      return { publicKey: curve.getPublicKey('base64url'), privateKey: candidate.toString('base64url') };
    } catch {
      // Beyond the order of the curve; the next candidate is tried.
    }
  }
  throw new Error('a web push key pair cannot be derived from this key');
}

/** Returns the push settings. A demo without VAPID keys derives its own, so that push works at once. */
export function withDemoPush(env: Env, settingsKeys: KeyRing): Env {
  const [first] = settingsKeys;
  if (!env.PLAZA_DEMO || env.VAPID_PUBLIC_KEY !== undefined || !first) return env;
  const { publicKey, privateKey } = vapidOf(first.key);
  return { ...env, VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: SUBJECT };
}
