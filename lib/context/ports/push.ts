/** The address of a browser: where its push service takes messages, and the keys they are encrypted for. */
export type PushSubscription = {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
};

export const pushUrgencies = ['low', 'normal', 'high'] as const;
export type PushUrgency = (typeof pushUrgencies)[number];

/** One message as it is handed to whoever carries it. */
export type PushMessage = {
  /** What the service worker of a browser reads: JSON, padded, within the limit of every push service. */
  readonly text: string;
  /** The same for an app, whose messages hold texts only. */
  readonly data: Readonly<Record<string, string>>;
  readonly ttlSeconds: number;
  readonly urgency: PushUrgency;
  /** A later message of the same topic takes the place of one that still waits. At most 32 characters of base64url. */
  readonly topic: string | null;
};

/**
 * What became of a message. `gone`: the address is no more. `too_large`: a shorter text may pass. `later`: surely not
 * taken. `mismatch`: the address was made for other keys. `refused`: our own keys are. `redirected`: the service sends us
 * elsewhere, which is not followed. `unknown`: it may have been taken,
 * and a program never sends it again. Reasons are short and hold nothing of the address.
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
  /** What browsers subscribe with now. */
  readonly publicKey: string;
  readonly keyId: string;
  /** Whether messages can still be signed for an address that was made with this key. */
  knows(keyId: string): boolean;
  /** Whether a client may name this address: https, at a push service that is allowed, and nothing but a place. */
  accepts(endpoint: string): boolean;
  /** Never throws for what the other side does; asks the address once and follows no redirect. */
  send(to: PushSubscription, keyId: string, message: PushMessage): Promise<PushAnswer>;
}

/** The messaging service of apps, which knows a device by an opaque token. */
export interface TokenPush {
  send(token: string, message: PushMessage): Promise<PushAnswer>;
}

/** The ways a push can take; null for one that is not configured. */
export type PushWays = { readonly web: WebPush | null; readonly tokens: TokenPush | null };
