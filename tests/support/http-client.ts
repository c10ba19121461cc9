import { Agent, request } from 'node:http';

export type Reply = {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, unknown>>;
};
export type Call = {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly cookie?: string;
  readonly body?: unknown;
  readonly key?: string;
};

/** A keep-alive client of one server; every call answers, whatever the status. */
export function openClient(origin: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const url = new URL(origin);

  const call = ({ method = 'GET', path, cookie, body, key }: Call): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const sent = body === undefined ? undefined : JSON.stringify(body);
      const headers = {
        ...(cookie ? { cookie } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
        ...(sent === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
      };
      const outgoing = request({ host: url.hostname, port: url.port, method, path, agent, headers }, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            body: Buffer.concat(chunks).toString('utf8'),
            headers: incoming.headers,
          }),
        );
      });
      outgoing.on('error', reject);
      outgoing.end(sent);
    });

  return { call, close: () => agent.destroy() };
}
export type Client = ReturnType<typeof openClient>;
