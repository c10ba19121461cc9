import { type Client, type Context, systemContext } from '#lib/context/context.ts';
import { currentRuntime, type Runtime } from '#lib/context/runtime.ts';
import type { Env } from '#lib/core/env/env.ts';
import { newId } from '#lib/core/ids.ts';
import type { HeaderReader } from '#lib/core/request-head.ts';
import { localeOf } from './locale.ts';
import { PEER_HEADER } from './peer.ts';

/** Returns the context of one request: the runtime, a fresh request id, the client, and no user yet. */
export function openContext(headers: HeaderReader): Context {
  const runtime = currentRuntime();
  return {
    ...blankOf(runtime),
    requestId: newId('request'),
    client: new OtherEnd(headers, runtime.env),
    locale: localeOf(headers, runtime.env.DEFAULT_LOCALE),
  };
}

const blanks = new WeakMap<Runtime, Context>();

/** Made once per runtime. A copy of the runtime alone would be copied again to make room for the parts of a request. */
function blankOf(runtime: Runtime): Context {
  const known = blanks.get(runtime);
  if (known) return known;
  const blank = systemContext(runtime, '', 'session');
  blanks.set(runtime, blank);
  return blank;
}

/** Reads the headers only on demand, because most calls of signed-in users never need them. */
class OtherEnd implements Client {
  readonly #headers: HeaderReader;
  readonly #env: Env;

  constructor(headers: HeaderReader, env: Env) {
    this.#headers = headers;
    this.#env = env;
  }

  get address(): string {
    return clientAddress(this.#headers, this.#env);
  }

  get userAgent(): string {
    return (this.#headers.get('user-agent') ?? '').slice(0, 400);
  }
}

/**
 * Returns the caller's network address. `X-Forwarded-For` counts only for the hops of our own proxies: the caller
 * wrote anything further left.
 */
export function clientAddress(headers: HeaderReader, env: Pick<Env, 'TRUSTED_PROXIES' | 'VERCEL'>): string {
  const forwarded = (headers.get('x-forwarded-for') ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  // On Vercel no server process of ours sees the socket, and the platform itself writes the last hop.
  if (env.VERCEL !== undefined) return forwarded.at(-Math.max(1, env.TRUSTED_PROXIES)) ?? forwarded[0] ?? '';
  const chain = [...forwarded, headers.get(PEER_HEADER) ?? ''];
  return chain.at(-1 - env.TRUSTED_PROXIES) ?? chain[0] ?? '';
}

/**
 * Returns whether all visitors count as one address. HTTPS ends at a proxy, because the server itself speaks HTTP,
 * and no proxy is trusted to name the visitor.
 */
export const isProxyUntrusted = (env: Pick<Env, 'APP_ORIGIN' | 'TRUSTED_PROXIES' | 'VERCEL'>): boolean =>
  env.TRUSTED_PROXIES === 0 && env.VERCEL === undefined && Boolean(env.APP_ORIGIN?.startsWith('https:'));
