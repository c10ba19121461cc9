import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the fake model responds to a request. */
export type ModelBehaviour =
  | { readonly say: unknown; readonly usage?: { readonly prompt: number; readonly completion: number } }
  | { readonly text: string }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | 'hang'
  | 'garbage'
  | 'cut';

export type ModelServer = {
  readonly baseUrl: string;
  /** The bodies of the requests so far. */
  readonly asked: { readonly body: Record<string, unknown>; readonly authorization: string | undefined }[];
  /** Returns the number of requests whose connection closed before the response. */
  readonly left: () => number;
  behave(next: ModelBehaviour): void;
  close(): Promise<void>;
};

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text || '{}') as Record<string, unknown>;
}

/** Opens a server on this machine with the interface of OpenAI's, in all the ways it may fail. */
export async function openModelServer(first: ModelBehaviour = { status: 500 }): Promise<ModelServer> {
  let behaviour = first;
  let left = 0;
  const asked: ModelServer['asked'] = [];

  const answer = (response: ServerResponse): void => {
    if (behaviour === 'hang') {
      response.on('close', () => {
        left += 1;
      });
      return;
    }
    if (behaviour === 'garbage') {
      response.writeHead(200, { 'content-type': 'application/json' }).end('<html>not json');
      return;
    }
    if (behaviour === 'cut') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
      response.write('{"choices":[{"message":{"content":"{');
      setImmediate(() => response.destroy());
      return;
    }
    if ('status' in behaviour) {
      const body = JSON.stringify({ error: { message: 'scripted failure', type: 'server_error' } });
      response.writeHead(behaviour.status, { 'content-type': 'application/json', ...behaviour.headers }).end(body);
      return;
    }
    const content = 'text' in behaviour ? behaviour.text : JSON.stringify(behaviour.say);
    const { prompt = 120, completion = 30 } = ('usage' in behaviour && behaviour.usage) || {};
    const usage = {
      prompt_tokens: prompt,
      completion_tokens: completion,
      total_tokens: prompt + completion,
      prompt_tokens_details: { cached_tokens: 20 },
    };
    const message = { role: 'assistant', content };
    const body = { id: 'c1', created: 1, model: 'm', choices: [{ index: 0, message, finish_reason: 'stop' }], usage };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      asked.push({ body, authorization: request.headers.authorization });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    asked,
    left: () => left,
    behave: (next) => {
      behaviour = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
