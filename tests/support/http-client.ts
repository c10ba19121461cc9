import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { gunzipSync } from 'node:zlib';

export type Reply = {
  readonly status: number;
  readonly body: string;
  /** The number of bytes as transferred: compressed if the call asked for it. */
  readonly bytes: number;
  readonly headers: IncomingHttpHeaders;
};
export type Call = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly cookie?: string;
  /** The secret of a machine caller. */
  readonly bearer?: string;
  readonly body?: unknown;
  /** A raw body, sent under its own content type. */
  readonly raw?: { readonly type: string; readonly text: string | Uint8Array };
  /** The client address that a trusted proxy reports. */
  readonly from?: string;
  readonly key?: string;
  /** Further headers, sent as they are. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Accepts a compressed response, as every browser does. */
  readonly gzip?: boolean;
};

/** Opens a keep-alive client of one server. Every call resolves, whatever the status. */
export function openClient(origin: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const url = new URL(origin);

  const call = ({
    method = 'GET',
    path,
    cookie,
    bearer,
    body,
    raw,
    from,
    key,
    headers: more,
    gzip,
  }: Call): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const sent = raw?.text ?? (body === undefined ? undefined : JSON.stringify(body));
      const headers = {
        ...(cookie ? { cookie } : {}),
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
        ...(gzip ? { 'accept-encoding': 'gzip' } : {}),
        ...(sent === undefined
          ? {}
          : { 'content-type': raw?.type ?? 'application/json', 'content-length': Buffer.byteLength(sent) }),
        ...(from ? { 'x-forwarded-for': from } : {}),
        ...more,
      };
      const outgoing = request({ host: url.hostname, port: url.port, method, path, agent, headers }, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const sent = Buffer.concat(chunks);
          const plain = incoming.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
          resolve({
            status: incoming.statusCode ?? 0,
            body: plain.toString('utf8'),
            bytes: sent.byteLength,
            headers: incoming.headers,
          });
        });
      });
      outgoing.on('error', reject);
      outgoing.end(sent);
    });

  return { call, close: () => agent.destroy() };
}
export type Client = ReturnType<typeof openClient>;
