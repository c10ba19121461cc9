import { Agent } from 'node:https';
import { connect } from 'node:tls';
import type { TokenPush } from '#lib/context/ports/push.ts';
import { type FcmSettings, openFcm } from '#services/push/fcm.ts';
import type { Answering } from './push-service.ts';
import { loopbackTls } from './push-vars.ts';

/** Replaces the service's host: every connection goes to the loopback server. */
class Redirected extends Agent {
  readonly #port: number;
  constructor(port: number) {
    super();
    this.#port = port;
  }
  override createConnection() {
    return connect({
      host: '127.0.0.1',
      port: this.#port,
      servername: 'localhost',
      ca: loopbackTls.cert,
      ALPNProtocols: ['http/1.1'],
    });
  }
}

type TokenAnswer = { readonly access_token: string; readonly expires_in: number };
type More = Partial<Pick<FcmSettings, 'timeoutMs'>> & { readonly token?: () => Promise<TokenAnswer> };

/** Opens the product's FCM client against a server on this machine instead of Google's. */
export const openFcmAt = (port: number, now: () => Date, { token = tokenOfTests, ...more }: More = {}): TokenPush =>
  openFcm({
    projectId: 'plaza',
    credential: async () => ({ getAccessToken: token }),
    now,
    agent: new Redirected(port),
    ...more,
  });

const tokenOfTests = async (): Promise<TokenAnswer> => ({ access_token: 'token-of-tests', expires_in: 3_600 });

const json = { 'content-type': 'application/json' };

/** Responds as the service does when it accepts a message. */
export const fcmTaken: Answering = (response) =>
  response.writeHead(200, json).end('{"name":"projects/plaza/messages/1"}');

/** Responds as the service does when it rejects a message, with the reason in the service's format. */
export const fcmFailure =
  (status: number, errorCode: string, text = 'no', headers: Record<string, string> = {}): Answering =>
  (response) =>
    response.writeHead(status, { ...json, ...headers }).end(
      JSON.stringify({
        error: {
          code: status,
          message: text,
          status: errorCode,
          details: [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }],
        },
      }),
    );
