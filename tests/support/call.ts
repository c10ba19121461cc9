import type { ErrorBody } from '#lib/api/answer-error.ts';
import type { RouteHandler } from '#lib/api/define-route.ts';
import { PEER_HEADER } from '#lib/api/peer.ts';
import { SESSION_COOKIE } from '#lib/auth/cookies.ts';
import { signSession } from '#lib/auth/session-token.ts';
import { newSessionSecret, openSession } from '#lib/auth/sessions.ts';
import { type CurrentUser, systemContext } from '#lib/context/context.ts';
import { currentRuntime } from '#lib/context/runtime.ts';

export type Call = {
  /** The user whose session cookie the call carries, as `asUser` returns them. Their session is opened once. */
  readonly as?: { readonly user: CurrentUser };
  readonly params?: Readonly<Record<string, string | string[]>>;
  readonly query?: Readonly<Record<string, string | number | boolean>> | string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, instead of `body`. Set a content-type header with it. */
  readonly raw?: string | Uint8Array | ReadableStream;
  readonly headers?: Readonly<Record<string, string>>;
  /** POST when there is a body or the route accepts one; else GET. */
  readonly method?: string;
  /** True when the caller is a program and not a browser: the call sends no Sec-Fetch-Site header. */
  readonly program?: boolean;
};

export type Reply<T> = {
  readonly status: number;
  readonly headers: Headers;
  /** The body that the route declares, or the error shape. */
  readonly body: T & Partial<ErrorBody>;
  readonly text: string;
};

const cookies = new WeakMap<CurrentUser, Promise<string>>();

/** Calls a route in process, through its real guards, as a same-origin browser would. Needs an installed runtime. */
export async function call<T>(handler: RouteHandler<T>, options: Call = {}): Promise<Reply<T>> {
  const response = await handler(await requestOf(handler, options), { params: Promise.resolve({ ...options.params }) });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const body = (isJson ? JSON.parse(text) : text) as Reply<T>['body'];
  return { status: response.status, headers: response.headers, body, text };
}

/** Returns the cookie header of a user's active session. */
export function cookieFor({ user }: { readonly user: CurrentUser }): Promise<string> {
  const cookie = cookies.get(user) ?? signIn(user);
  cookies.set(user, cookie);
  return cookie;
}

async function signIn(user: CurrentUser): Promise<string> {
  const ctx = systemContext(currentRuntime(), 'req_test');
  const now = ctx.now();
  const opening = { userId: user.id, epoch: user.sessionEpoch, secret: newSessionSecret(), now };
  const { sid } = await ctx.data.tx(async (t) => openSession(t, ctx, opening));
  return `${SESSION_COOKIE}=${await signSession(ctx.keys.session, sid, now)}`;
}

async function requestOf(handler: RouteHandler, options: Call): Promise<Request> {
  const { as, params = {}, query, body, raw, headers, method, program } = options;
  const hasBody = body !== undefined || raw !== undefined;
  const named = Object.values(params).flat().map(encodeURIComponent);
  // The path parameters stand where a real path has ids. A handler called in process does not know the rest of its
  // address.
  const url = new URL(named.length > 0 ? `/api/some/route/${named.join('/')}` : '/api', 'http://localhost:3000');
  url.search = typeof query === 'string' ? query : new URLSearchParams(textsOf(query)).toString();
  const init = {
    method: method ?? (hasBody || handler.spec.body ? 'POST' : 'GET'),
    headers: {
      [PEER_HEADER]: '203.0.113.7',
      host: 'localhost:3000',
      ...(!program && { 'sec-fetch-site': 'same-origin' }),
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(as && { cookie: await cookieFor(as) }),
      ...headers,
    },
    ...(hasBody && { body: raw ?? JSON.stringify(body), duplex: 'half' }),
  };
  return new Request(url, init as RequestInit);
}

const textsOf = (query: Exclude<Call['query'], string> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)]));
