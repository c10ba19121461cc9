import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A bucket for tests: a server that implements the part of the Cloud Storage JSON API that we use. */
export type BucketServer = {
  readonly endpoint: string;
  /** The method, path and bearer token of each call. */
  readonly calls: readonly string[];
  /** Sets what the next calls respond with instead: a status, no response at all, or half of one. */
  next(...faults: readonly (number | 'drop' | 'half')[]): void;
  close(): Promise<void>;
};

export async function openBucketServer(bucket: string): Promise<BucketServer> {
  const objects = new Map<string, Buffer>();
  const calls: string[] = [];
  const faults: (number | 'drop' | 'half')[] = [];

  const root = `/storage/v1/b/${bucket}/o`;
  const answerOf = (method: string, url: URL, body: Buffer, range = ''): readonly [status: number, bytes?: Buffer] => {
    if (method === 'POST' && url.pathname === `/upload${root}`) {
      objects.set(url.searchParams.get('name') ?? '', body);
      return [200, Buffer.from('{}')];
    }
    const name = url.pathname.startsWith(`${root}/`) ? decodeURIComponent(url.pathname.slice(root.length + 1)) : '';
    const found = objects.get(name);
    if (found === undefined) return [404];
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
    if (method === 'GET' && last) return [206, found.subarray(Number(first), Number(last) + 1)];
    if (method === 'GET') return [200, found];
    objects.delete(name);
    return [204];
  };

  const answer = (request: IncomingMessage, body: Buffer, response: ServerResponse): void => {
    const url = new URL(request.url ?? '', 'http://x.test');
    calls.push(`${request.method} ${url.pathname}${url.search} ${request.headers.authorization}`);
    const fault = faults.shift();
    if (fault === 'drop') {
      request.socket.destroy();
      return;
    }
    if (fault === 'half') {
      const [status, whole = Buffer.from('{}')] = answerOf(request.method ?? '', url, body);
      response.writeHead(status, { 'content-length': whole.byteLength });
      response.write(whole.subarray(0, Math.ceil(whole.byteLength / 2)), () => request.socket.destroy());
      return;
    }
    const refused = [fault ?? 0, Buffer.from('{"error":"secret words"}')] as const;
    const [status, bytes] =
      fault === undefined ? answerOf(request.method ?? '', url, body, request.headers.range) : refused;
    response.writeHead(status, status === 204 ? {} : { 'content-length': bytes?.byteLength ?? 0 });
    response.end(bytes);
  };

  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => answer(request, Buffer.concat(parts), response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    endpoint: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    calls,
    next: (...more) => void faults.push(...more),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
