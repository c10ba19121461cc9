import { setTimeout as pause } from 'node:timers/promises';
import { FILE_KEY, type FileStore } from '#lib/context/ports/files.ts';
import { unavailable } from '#lib/core/errors.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { assertOutsideTransaction } from '#lib/data/in-transaction.ts';

/** The bucket and its access tokens; `endpoint` is another host in tests. */
export type BucketConfiguration = {
  readonly bucket: string;
  readonly token: () => Promise<string>;
  readonly endpoint?: string;
  readonly waitsMs?: readonly number[];
};

const HOST = 'https://storage.googleapis.com';
/** The timeout for a response. A file that is streamed may take as long as its reader needs. */
const ANSWER_MS = 30 * SECOND_MS;
const NOT_THERE = 404;
/**
 * The waits before retries. Writing the same bytes under the same key again changes nothing, so every call is safe to
 * retry.
 */
const WAITS_MS = [200, SECOND_MS];
/** The number of concurrent removals. */
const AT_ONCE = 8;

const isPassing = (status: number): boolean => status === 408 || status === 429 || status >= 500;

type Take<T> = (answer: Response) => Promise<T>;
/** `value` is null when the response was not successful. */
type Tried<T> = { readonly status: number; readonly value: T | null };

/** For calls whose response only confirms success. */
const finished: Take<true> = async (answer) => {
  await answer.body?.cancel();
  return true;
};

/**
 * Opens a file store in a Cloud Storage bucket, through its JSON API. An object appears whole when its upload ends, and
 * replaces the previous object at that moment. A temporary failure is tried three times; then the call throws
 * ServiceUnavailable.
 */
export function openBucket({ bucket, token, endpoint = HOST, waitsMs = WAITS_MS }: BucketConfiguration): FileStore {
  const objects = `/storage/v1/b/${encodeURIComponent(bucket)}/o`;

  /**
   * Makes one call. Returns null when no response came, the response broke off, or no access token was available. The
   * timeout also covers what `take` reads.
   */
  async function callOnce<T>(path: string, init: RequestInit, take: Take<T>): Promise<Tried<T> | null> {
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(), ANSWER_MS);
    try {
      const headers = new Headers(init.headers);
      headers.set('authorization', `Bearer ${await token()}`);
      // A compressed response would not state the size of the object.
      headers.set('accept-encoding', 'identity');
      const answer = await fetch(`${endpoint}${path}`, { ...init, headers, signal: waiting.signal, redirect: 'error' });
      if (answer.ok) return { status: answer.status, value: await take(answer) };
      await answer.body?.cancel();
      return { status: answer.status, value: null };
    } catch {
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Returns the result of a successful call; null when the object does not exist. */
  async function call<T>(path: string, init: RequestInit, take: Take<T>): Promise<T | null> {
    let status = 0;
    for (const waitMs of [0, ...waitsMs]) {
      await pause(waitMs);
      const tried = await callOnce(path, init, take);
      if (tried?.value != null || tried?.status === NOT_THERE) return tried.value;
      status = tried?.status ?? 0;
      if (status !== 0 && !isPassing(status)) break;
    }
    throw unavailable('The file store cannot be reached', { code: 'FilesUnavailable', retryAfter: 5, cause: status });
  }

  const load = async <T>(key: string, take: Take<T>, init: RequestInit = {}) =>
    call(`${objects}/${nameOf(key)}?alt=media`, init, take);
  const removeOne = async (key: string) => call(`${objects}/${nameOf(key)}`, { method: 'DELETE' }, finished);

  return {
    put: async (key, bytes) => {
      assertOutsideTransaction('the file store');
      const headers = { 'content-type': 'application/octet-stream' };
      const path = `/upload${objects}?uploadType=media&name=${nameOf(key)}`;
      // The bytes are copied now, because the caller may reuse its buffer while a retry waits.
      const isKept = await call(path, { method: 'POST', headers, body: new Blob([bytes.slice()]) }, finished);
      if (!isKept) throw unavailable('The bucket of the file store does not exist', { code: 'FilesUnavailable' });
    },
    read: (key) => load(key, async (answer) => new Uint8Array(await answer.arrayBuffer())),
    open: (key, part) =>
      load(
        key,
        async ({ headers, body }) => ({
          sizeBytes: Number(headers.get('content-length') ?? 0),
          bytes: body ?? new Blob([]).stream(),
        }),
        part && { headers: { range: `bytes=${part.from}-${part.to}` } },
      ),
    remove: async (keys) => {
      assertOutsideTransaction('the file store');
      keys.forEach(nameOf);
      for (let from = 0; from < keys.length; from += AT_ONCE)
        await Promise.all(keys.slice(from, from + AT_ONCE).map(removeOne));
    },
  };
}

/** Returns the key as part of a URL path. Its slashes are encoded, because they belong to the object's name. */
function nameOf(key: string): string {
  if (!FILE_KEY.test(key)) throw new Error('a file key must consist of parts with letters, digits, _ and -');
  return encodeURIComponent(key);
}
