import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '#lib/context/ports/log.ts';
import { type Env, readEnv } from '#lib/core/env/env.ts';
import { SANDBOX_MERCHANT } from '#lib/core/env/payments.ts';
import { answerRequest, type GatewayWorld } from './demo/answer.ts';
import { openDemoPayments } from './demo/demo-payments.ts';
import { openFaults } from './demo/faults.ts';
import { openNotes } from './demo/notes.ts';
import { mayRunDemo } from './open.ts';

/**
 * With port 0 the first address picks a port. When the second address finds it taken, another port is tried, this
 * many times.
 */
const PICKS = 5;

export type DemoGatewayOptions = {
  /** 0 picks a free port. */
  readonly port: number;
  /** The folder with its payments. */
  readonly folder: string;
  readonly secret: string;
  /** Divides every delay: repeated callbacks, the slow bank, refunds in processing. */
  readonly speed?: number;
  readonly now?: () => Date;
  readonly log?: Log;
  /** Decides whether the demo may run. Defaults to the environment of this process. */
  readonly env?: Env;
};

export type DemoGateway = {
  readonly url: string;
  readonly port: number;
  /** Stops at once, even in the middle of a response. The next start over the same folder continues. */
  close(): Promise<void>;
};

/**
 * Starts a card gateway that charges no money and speaks the protocol of the real one, on 127.0.0.1 and ::1 only. It
 * stores every payment in its folder before it reports it. It repeats callbacks until they are correctly accepted,
 * also after restarts. Throws where a demo may not run and where the port is taken. Two gateways with the same port
 * therefore never share a folder.
 */
export async function startDemoGateway(options: DemoGatewayOptions): Promise<DemoGateway> {
  const { folder, secret, speed = 1, now = () => new Date(), log = () => undefined } = options;
  if (!mayRunDemo(options.env ?? readEnv()))
    throw new Error(
      'The demo gateway must not run with a live account, on a public host, or in production without PLAZA_DEMO=1',
    );
  if (secret === '') throw new Error('The demo gateway needs a secret');

  const opening = Promise.withResolvers<GatewayWorld>();
  opening.promise.catch(() => undefined); // the caller gets this error below
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await answerRequest(await opening.promise, request, response);
    } catch (error) {
      log('error', 'card_demo.failed', { error });
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    }
  }
  // Opens the port first: the process that has the port owns the file.
  const { servers, port } = await listenOn(options.port, (request, response) => void answer(request, response));
  const url = `http://localhost:${port}`;
  const merchant = { account: SANDBOX_MERCHANT, secret };
  const faults = openFaults();
  const notes = openNotes(now);
  try {
    const payments = await openDemoPayments({ folder, merchant, speed, now, faults, notes });
    opening.resolve({ payments, faults, notes, merchant, speed, now, origin: url });
    log('info', 'card_demo.listening', { port, payments: payments.all().length });
    return {
      url,
      port,
      close: async () => {
        await Promise.all([payments.close(), ...servers.map(stop)]);
      },
    };
  } catch (error) {
    opening.reject(error);
    await Promise.all(servers.map(stop));
    throw error;
  }
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Listens on both loopback addresses with one port. A machine without IPv6 has only the first. */
async function listenOn(wanted: number, listener: Listener): Promise<{ servers: Server[]; port: number }> {
  for (let pick = 1; ; pick++) {
    const first = await listen(wanted, '127.0.0.1', listener);
    const { port } = first.address() as AddressInfo;
    try {
      return { servers: [first, await listen(port, '::1', listener)], port };
    } catch (error) {
      if (['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(codeOf(error))) return { servers: [first], port };
      await stop(first);
      if (wanted !== 0 || codeOf(error) !== 'EADDRINUSE' || pick === PICKS) throw error;
    }
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

async function listen(port: number, host: string, listener: Listener): Promise<Server> {
  const server = createServer({ requestTimeout: 30_000 }, listener);
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}

async function stop(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
