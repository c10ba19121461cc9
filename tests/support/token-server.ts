import { createServer, type ServerResponse } from 'node:http';
import type { MailOauth } from '#lib/crm/mailboxes/ports.ts';

/** A server that issues access tokens: `token-1`, `token-2`, … unless its script has another response. */
export type TokenServer = {
  readonly oauth: MailOauth;
  /** The forms it received, in order. */
  readonly asked: readonly Record<string, string>[];
  /** Sets the next responses, each used once. */
  next(...answers: readonly { readonly status: number; readonly body: unknown }[]): void;
  close(): Promise<void>;
};

export async function openTokenServer(lifeSeconds = 3_600): Promise<TokenServer> {
  const asked: Record<string, string>[] = [];
  const script: { readonly status: number; readonly body: unknown }[] = [];
  const answer = (form: string, response: ServerResponse): void => {
    asked.push(Object.fromEntries(new URLSearchParams(form)));
    const granted = { access_token: `token-${asked.length}`, expires_in: lifeSeconds, token_type: 'Bearer' };
    const { status, body } = script.shift() ?? { status: 200, body: granted };
    response.writeHead(status, { 'content-type': 'application/json', location: '/elsewhere' });
    response.end(JSON.stringify(body));
  };
  const server = createServer((request, response) => {
    let form = '';
    request.on('data', (part) => {
      form += String(part);
    });
    request.on('end', () => answer(form, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    oauth: {
      tokenUrl: `http://127.0.0.1:${port}/token`,
      clientId: 'plaza',
      clientSecret: 'client-secret',
      refreshToken: 'refresh-0',
    },
    asked,
    next: (...answers) => void script.push(...answers),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
