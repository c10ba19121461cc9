import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnv } from '#lib/core/env/env.ts';
import { SANDBOX_MERCHANT } from '#lib/core/env/payments.ts';
import type { Payment } from '#services/card-gateway/demo/payment.ts';
import { type DemoGateway, type DemoGatewayOptions, startDemoGateway } from '#services/card-gateway/demo.ts';
import { sign } from '#services/card-gateway/signature.ts';

export const SECRET = 'sandbox-secret-1';

/** A payment as the gateway shows it to programs. */
export type ToldPayment = Omit<Payment, 'vkh' | 'client'> & { readonly page: string };

/** The fields of a callback or a response. Lists among them do not matter to most tests. */
export type Fields = Readonly<Record<string, string | number | null>>;

export type Callback = {
  readonly contentType: string;
  readonly body: string;
  /** The JSON of the callback, wherever the body holds it. */
  readonly json: string;
  readonly fields: Fields;
};
type Reply = { readonly status: number; readonly body: string } | 'never';
type Answer = (callback: Callback) => Reply | Promise<Reply>;
type Ask = Readonly<Record<string, unknown>>;

const accepted = (orderReference: string, secret = SECRET, time = 1_760_000_300): Reply => {
  const signature = sign(secret, [orderReference, 'accept', String(time)]);
  return { status: 200, body: JSON.stringify({ orderReference, status: 'accept', time, signature }) };
};

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function read(contentType: string, body: string): Callback {
  const json = body.startsWith('{') ? body : ([...new URLSearchParams(body).keys()][0] ?? '');
  return { contentType, body, json, fields: JSON.parse(json) as Fields };
}

/**
 * Opens a shop that receives callbacks over HTTP and responds as the test sets. By default it accepts all correctly.
 */
async function openShop() {
  const heard = new EventEmitter();
  const callbacks: Callback[] = [];
  const state: { answer: Answer } = { answer: ({ fields }) => accepted(String(fields.orderReference)) };
  async function hear(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const callback = read(request.headers['content-type'] ?? '', await textOf(request));
    callbacks.push(callback);
    const reply = await state.answer(callback);
    if (reply !== 'never') response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body);
    heard.emit('callback');
  }
  const server = createServer((request, response) => void hear(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    callbacks,
    accepted,
    set answer(answer: Answer) {
      state.answer = answer;
    },
    /** Resolves with the last callback once `count` callbacks have arrived in all. */
    async until(count: number): Promise<Callback> {
      while (callbacks.length < count) await once(heard, 'callback');
      return callbacks[count - 1] as Callback;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type PurchaseFields = Readonly<Record<string, string | readonly string[] | null>>;

/** Returns the correctly signed form that opens a page. `patch` replaces fields; an array stands for a list. */
export function purchase(origin: string, patch: PurchaseFields = {}) {
  const fields: PurchaseFields = {
    merchantAccount: SANDBOX_MERCHANT,
    merchantDomainName: 'shop.example',
    orderReference: 'ORD-1001-1',
    orderDate: '1760000000',
    amount: '1547.36',
    currency: 'UAH',
    productName: ['Лампа', 'Chair'],
    productCount: ['1', '2'],
    productPrice: ['547.36', '500.00'],
    language: 'EN',
    returnUrl: `${origin}/pay/return?ref=ORD-1001-1`,
    serviceUrl: `${origin}/webhook`,
    orderLifetime: '1500',
    clientEmail: 'shopper@example.test',
    ...patch,
  };
  const signed = ['merchantAccount', 'merchantDomainName', 'orderReference', 'orderDate', 'amount', 'currency']
    .concat(['productName', 'productCount', 'productPrice'])
    .flatMap((name) => fields[name] ?? '');
  const form = new URLSearchParams();
  const sent: PurchaseFields = { merchantSignature: sign(SECRET, signed), ...fields };
  for (const [name, value] of Object.entries(sent)) {
    if (typeof value === 'string') form.append(name, value);
    else for (const one of value ?? []) form.append(`${name}[]`, one);
  }
  return form;
}

/** Opens a demo gateway on a free port and a shop beside it, with the actions of a shop and a buyer. */
export async function openCustomer(given: Partial<DemoGatewayOptions> = {}) {
  const folder = given.folder ?? mkdtempSync(join(tmpdir(), 'plaza-gateway-'));
  const shop = await openShop();
  const start = () =>
    startDemoGateway({ port: 0, folder, secret: SECRET, env: readEnv({ from: { NODE_ENV: 'test' } }), ...given });
  let gateway: DemoGateway = await start();

  const post = (path: string, body: string, type: string) =>
    fetch(`${gateway.url}${path}`, { method: 'POST', headers: { 'content-type': type }, body, redirect: 'manual' });
  const postForm = (path: string, form: URLSearchParams) =>
    post(path, String(form), 'application/x-www-form-urlencoded');
  const postJson = async (path: string, body: unknown) =>
    (await post(path, JSON.stringify(body), 'application/json')).json() as Promise<Fields>;
  const get = async (path: string) => (await fetch(`${gateway.url}${path}`)).json() as Promise<Record<string, never[]>>;
  const api = (transactionType: string, signed: Readonly<Record<string, string>>, more: Ask = {}) => {
    const merchantSignature = sign(SECRET, [SANDBOX_MERCHANT, ...Object.values(signed)]);
    const ask = { transactionType, merchantAccount: SANDBOX_MERCHANT, ...signed, merchantSignature, apiVersion: 1 };
    return postJson('/api', { ...ask, ...more });
  };
  const sum = { amount: '1547.36', currency: 'UAH' };
  return {
    folder,
    shop,
    post,
    postForm,
    api,
    get gateway() {
      return gateway;
    },
    pay: async (patch: PurchaseFields = {}) =>
      (await postForm('/pay?behavior=offline', purchase(shop.origin, patch))).json() as Promise<Record<string, string>>,
    /** Creates a payment and opens its page; returns the page's address. */
    async opened(patch: PurchaseFields = {}): Promise<string> {
      const { url = '' } = await this.pay(patch);
      await fetch(url);
      return url;
    },
    press: async (page: string, action: string, more: Readonly<Record<string, string>> = {}) =>
      postForm(page.slice(gateway.url.length), new URLSearchParams({ action, ...more })),
    check: (orderReference = 'ORD-1001-1') => api('CHECK_STATUS', { orderReference }),
    refund: (more: Ask = {}) =>
      api('REFUND', { orderReference: 'ORD-1001-1', ...sum }, { comment: 'Wrong size', ...more }),
    settle: () => api('SETTLE', { orderReference: 'ORD-1001-1', ...sum }),
    control: (order: Ask) => postJson('/__control', order),
    payments: async () => (await get('/')).payments as unknown as ToldPayment[],
    notes: async () => (await get('/__log')).notes as unknown as { event: string; isProblem: boolean; facts: Ask }[],
    stop: () => gateway.close(),
    /** Starts the gateway again over the same folder. */
    start: async () => {
      gateway = await start();
    },
    async close() {
      await gateway.close();
      await shop.close();
      if (!given.folder) rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type Customer = Awaited<ReturnType<typeof openCustomer>>;
