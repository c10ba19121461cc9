/** The subscription of a browser: the address of its push service and the keys to encrypt with. */
export type PushSubscription = {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
};

export const pushUrgencies = ['low', 'normal', 'high'] as const;
export type PushUrgency = (typeof pushUrgencies)[number];

/** One message as it is passed to a push service. */
export type PushMessage = {
  /** What the service worker of a browser reads: JSON, padded, within the limit of every push service. */
  readonly text: string;
  /** The same for an app, whose messages contain texts only. */
  readonly data: Readonly<Record<string, string>>;
  readonly ttlSeconds: number;
  readonly urgency: PushUrgency;
  /** A later message of the same topic replaces one that still waits. At most 32 characters of base64url. */
  readonly topic: string | null;
};

/**
 * The result of a send. `gone`: the address no longer exists. `too_large`: a shorter text may pass. `later`:
 * certainly not accepted. `mismatch`: the address was made for other keys. `refused`: the service rejects our own
 * keys. `redirected`: the service redirects, which is not followed. `unknown`: it may have been accepted, so no
 * program sends it again. Reasons are short and contain nothing of the address.
 */
export type PushAnswer =
  | { readonly state: 'sent' }
  | { readonly state: 'later'; readonly reason: string; readonly retryAfterMs: number | null }
  | {
      readonly state: 'gone' | 'too_large' | 'mismatch' | 'refused' | 'redirected' | 'failed' | 'unknown';
      readonly reason: string;
    };

/** Standard Web Push, to the push services of browsers. */
export interface WebPush {
  /** The key that browsers subscribe with now. */
  readonly publicKey: string;
  readonly keyId: string;
  /** Returns whether messages can still be signed for an address that was made with this key. */
  knows(keyId: string): boolean;
  /**
   * Returns whether a client may register this address: https, at an allowed push service, without password or
   * fragment.
   */
  accepts(endpoint: string): boolean;
  /** Sends once and follows no redirect. Never throws for a failure of the other side. */
  send(to: PushSubscription, keyId: string, message: PushMessage): Promise<PushAnswer>;
}

/** The messaging service of apps, which identifies a device by an opaque token. */
export interface TokenPush {
  send(token: string, message: PushMessage): Promise<PushAnswer>;
}

/** The available push services. Null for one that is not configured. */
export type PushWays = { readonly web: WebPush | null; readonly tokens: TokenPush | null };
