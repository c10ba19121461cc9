import { LOGIN_MINUTES, RESEND_SECONDS } from '#lib/auth/limits.ts';
import { MINUTE_MS, SECOND_MS } from '#lib/core/durations.ts';
import type { CartStorage } from './cart/guest-cart.ts';

const KEY = 'plaza_sign_in';
const LIFE_MS = LOGIN_MINUTES * MINUTE_MS;
const RESEND_MS = RESEND_SECONDS * SECOND_MS;

/** A requested mail that was not used yet. A user who leaves the tab to read it returns to the code field. */
export type PendingSignIn = { readonly email: string; readonly askedAt: number };

export function storePending(storage: CartStorage, email: string, now: Date): PendingSignIn {
  const pending = { email, askedAt: now.getTime() };
  storage.setItem(KEY, JSON.stringify(pending));
  return pending;
}

/** Returns the mail this tab waits for, if its code may still be valid. */
export function readPending(storage: CartStorage, now: Date): PendingSignIn | null {
  const pending = parsed(storage.getItem(KEY));
  const ageMs = pending ? now.getTime() - pending.askedAt : LIFE_MS;
  return ageMs >= 0 && ageMs < LIFE_MS ? pending : null;
}

export const clearPending = (storage: CartStorage): void => storage.removeItem(KEY);

/** Returns the whole seconds until another mail may be requested. */
export const resendSeconds = ({ askedAt }: PendingSignIn, now: Date): number =>
  Math.max(0, Math.ceil((askedAt + RESEND_MS - now.getTime()) / 1000));

/** Parses a value of the browser's storage, which is not trusted. */
function parsed(text: string | null): PendingSignIn | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (typeof value !== 'object' || value === null || !('email' in value) || !('askedAt' in value)) return null;
    const { email, askedAt } = value;
    return typeof email === 'string' && typeof askedAt === 'number' ? { email, askedAt } : null;
  } catch {
    return null;
  }
}
