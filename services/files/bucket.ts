import { setTimeout as pause } from 'node:timers/promises';
import { FILE_KEY, type FileStore } from '#lib/context/ports/files.ts';
import { unavailable } from '#lib/core/errors.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { assertOutsideTransaction } from '#lib/data/in-transaction.ts';

/** Which bucket, and by whose leave; `endpoint` is another host in tests. */
export type BucketConfiguration = {
  readonly bucket: string;
  readonly token: () => Promise<string>;
  readonly endpoint?: string;
  readonly waitsMs?: readonly number[];
};

const HOST = 'https://storage.googleapis.com';
/** Until an answer is there. A file that is handed on in pieces may take as long as who reads it needs. */
const ANSWER_MS = 30 * SECOND_MS;
const NOT_THERE = 404;
/** Writing the same bytes under the same key again changes nothing, so every call may be repeated. */
const WAITS_MS = [200, SECOND_MS];
/** Removals under way at a time. */
const AT_ONCE = 8;

const isPassing = (status: number): boolean => status === 408 || status === 429 || status >= 500;

type Take<T> = (answer: Response) => Promise<T>;
/** `value` is null where the answer was not a good one. */
type Tried<T> = { readonly status: number; readonly value: T | null };

/** For calls whose answer says nothing but that it was a good one. */
const finished: Take<true> = async (answer) => {
  await answer.body?.cancel();
  return true;
};

/**
 * Files in a bucket of Cloud Storage, by its JSON interface. An object appears whole when its upload has ended, and
 * replaces the one before in that moment. What passes by itself is tried three times; then it is ServiceUnavailable.
 */
export function openBucket({ bucket, token, endpoint = HOST, waitsMs = WAITS_MS }: BucketConfiguration): FileStore {
  const objects = `/storage/v1/b/${encodeURIComponent(bucket)}/o`;

  /** Null: no answer came, or it broke off, or no leave to ask. What `take` reads at once has to come in time as well. */
  async function callOnce<T>(path: string, init: RequestInit, take: Take<T>): Promise<Tried<T> | null> {
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(), ANSWER_MS);
    try {
      const headers = new Headers(init.headers);
      headers.set('authorization', `Bearer ${await token()}`);
      // Compressed on the way, an object would not say how large it is.
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

  /** What a good answer brought; null where there is no such object. */
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
      // Taken now: the caller may use its buffer for something else while a repeat waits.
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

/** The key as a part of an address: its slashes belong to the name. */
function nameOf(key: string): string {
  if (!FILE_KEY.test(key)) throw new Error('a file key is parts of letters, digits, _ and -');
  return encodeURIComponent(key);
}
