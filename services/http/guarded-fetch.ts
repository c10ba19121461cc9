import { lookup as lookUp } from 'node:dns';
import { once } from 'node:events';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { hostKind, isOutsideAddress, isOwnNetworkAddress } from '#lib/core/outside-address.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { assertOutsideTransaction } from '#lib/data/in-transaction.ts';

const ANSWER_MS = 10 * SECOND_MS;

export const fetchRefusals = [
  'BadUrl',
  'InsideAddress',
  'Redirect',
  'BadStatus',
  'BadType',
  'TooLarge',
  'TimedOut',
  'Failed',
] as const;
export type FetchRefusal = (typeof fetchRefusals)[number];

/** The error of a fetch that returned nothing. It contains neither text of the other side nor the requested address. */
export class GuardedFetchError extends Error {
  override readonly name = 'GuardedFetchError';
  readonly code: FetchRefusal;
  /** The response status, if the status was the reason. */
  readonly status: number | null;
  constructor(code: FetchRefusal, status: number | null = null) {
    super(`the guarded request failed: ${code}`);
    this.code = code;
    this.status = status;
  }
}

export type GuardedRequest = {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly mostBytes: number;
  /** The accepted media types, such as `image/png`. A response with another type is not read. */
  readonly types: readonly string[];
  /** Accepts error responses too, whatever their type, for a caller who has to read them. */
  readonly anyStatus?: boolean;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
};
export type GuardedAnswer = {
  readonly status: number;
  readonly type: string;
  readonly bytes: Uint8Array;
  readonly headers: IncomingMessage['headers'];
};

/** What a caller allows beyond public https. `lookup` is for tests. Its results are checked in the same way. */
export type Guard = {
  /** Allows http, for images of mails, but never with a secret in the request. */
  readonly plain?: boolean;
  /** Also allows this machine and its own network, over http too, if an operator permits that. */
  readonly ownNetwork?: boolean;
  readonly lookup?: typeof lookUp;
};

/**
 * Fetches an address that a person or a mail has named. Only public machines are reached. The host as written and every
 * address it resolves to are checked, and the connection uses exactly the checked address. Redirects are not followed
 * and no cookie is sent. A status other than 2xx is an error unless requested. Throws GuardedFetchError.
 */
export async function guardedFetch(asked: GuardedRequest, guard: Guard = {}): Promise<GuardedAnswer> {
  assertOutsideTransaction('guardedFetch');
  const url = readUrl(asked.url, guard);
  const timeout = AbortSignal.timeout(asked.timeoutMs ?? ANSWER_MS);
  const outgoing = (url.protocol === 'https:' ? secureRequest : plainRequest)(url, {
    method: asked.method ?? 'GET',
    // A separate connection, because a pooled one was checked for another request.
    agent: false,
    lookup: checkedLookup(guard),
    headers: { 'user-agent': 'Plaza', ...asked.headers, accept: asked.types.join(', '), 'accept-encoding': 'identity' },
    signal: asked.signal ? AbortSignal.any([timeout, asked.signal]) : timeout,
  });
  try {
    outgoing.end(asked.body);
    const [reply] = (await once(outgoing, 'response')) as [IncomingMessage];
    return await readReply(reply, asked);
  } catch (error) {
    throw refusalOf(error, timeout);
  } finally {
    // Errors after the response are irrelevant, and must not become uncaught errors.
    outgoing.on('error', () => {}).destroy();
  }
}

/** Returns the URL if it may be requested. `URL` has already normalised every spelling of an IPv4 address. */
function readUrl(text: string, guard: Guard): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isSecure = url?.protocol === 'https:' || (url?.protocol === 'http:' && guard.plain === true);
  const host = url?.hostname ?? '';
  const kind = hostKind(host);
  const isOwn = guard.ownNetwork === true && ['http:', 'https:'].includes(url?.protocol ?? '') && kind === 'own';
  if (url?.username !== '' || url.password !== '' || !(isSecure || isOwn)) throw new GuardedFetchError('BadUrl');
  // `lookup` is never called for a host that is already an address.
  if (kind === 'special' || (kind === 'own' && !guard.ownNetwork)) throw new GuardedFetchError('InsideAddress');
  return url;
}

const isAllowed = (address: string, { ownNetwork }: Guard): boolean =>
  isOutsideAddress(address) || (ownNetwork === true && isOwnNetworkAddress(address));

/** Resolves a name and returns only checked addresses, so that a second answer of the resolver has no effect. */
function checkedLookup(guard: Guard): LookupFunction {
  const resolve = guard.lookup ?? lookUp;
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '');
      const addresses = Array.isArray(found) ? found : [];
      // One bad address among good ones is not an honest mistake.
      if (addresses.length === 0 || !addresses.every(({ address }) => isAllowed(address, guard)))
        return done(new GuardedFetchError('InsideAddress'), '');
      if (options.all) return done(null, addresses);
      const [first] = addresses;
      done(null, first?.address ?? '', first?.family);
    });
  };
}

async function readReply(reply: IncomingMessage, asked: GuardedRequest): Promise<GuardedAnswer> {
  const { types, mostBytes, anyStatus } = asked;
  const status = reply.statusCode ?? 0;
  const type = (reply.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (status >= 300 && status < 400) throw new GuardedFetchError('Redirect', status);
  const isGood = status >= 200 && status <= 299;
  if (!isGood && !anyStatus) throw new GuardedFetchError('BadStatus', status);
  if (isGood && !types.includes(type)) throw new GuardedFetchError('BadType');
  if (Number(reply.headers['content-length'] ?? 0) > mostBytes) throw new GuardedFetchError('TooLarge');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of reply as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > mostBytes) throw new GuardedFetchError('TooLarge');
    chunks.push(chunk);
  }
  return { status, type, bytes: Buffer.concat(chunks), headers: reply.headers };
}

function refusalOf(error: unknown, timeout: AbortSignal): GuardedFetchError {
  if (error instanceof GuardedFetchError) return error;
  return new GuardedFetchError(timeout.aborted ? 'TimedOut' : 'Failed');
}
