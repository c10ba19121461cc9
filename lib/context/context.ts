import type { SessionUser, User } from '#lib/auth/schemas/user.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { Runtime } from './runtime.ts';

/** How a call came in. Recorded in audit rows and order events. */
export const callSources = ['session', 'cron', 'webhook', 'system', 'mcp'] as const;
export type CallSource = (typeof callSources)[number];

/** The signed-in user, as read from the store for this request. */
export type CurrentUser = User & Pick<SessionUser, 'id'>;

export type CurrentSession = {
  readonly id: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly idleExpiresAt: string;
  readonly stepUpUntil: string | null;
};

/** What is known of the client. The address is for limits and hashes, never for logs. */
export type Client = { readonly address: string; readonly userAgent: string };

/** The context of one call. Spread it to change a part: `{ ...ctx, user: rival }`. */
export type Context = Runtime & {
  readonly requestId: string;
  readonly via: CallSource;
  readonly client: Client;
  readonly locale: Locale;
  readonly user: CurrentUser | null;
  readonly session: CurrentSession | null;
  /** The token with which a seller's program calls. */
  readonly tokenId?: string;
};

export type UserContext = Context & { readonly user: CurrentUser; readonly session: CurrentSession | null };

/** Returns a context for work without a request: processes, effects, seeds. */
export const systemContext = (runtime: Runtime, requestId: string, via: CallSource = 'system'): Context => ({
  ...runtime,
  requestId,
  via,
  client: { address: '', userAgent: '' },
  locale: runtime.env.DEFAULT_LOCALE,
  user: null,
  session: null,
});
