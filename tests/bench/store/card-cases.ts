import type { Client } from '#tests/support/http-client.ts';
import { readPayment } from '#tests/support/purchase.ts';
import type { Server } from '#tests/support/server.ts';
import type { Bank } from './bank.ts';
import { type CardOrder, callBack, startOrders } from './card-orders.ts';
import { measure } from './measure.ts';
import { holdsGate, type Report } from './report.ts';
import type { World } from './world.ts';

const CONNECTIONS = 10;
/** Callbacks that are measured, after a quarter as many to warm up. */
const CALLBACKS = 300;
/** So many pages that the load returns to each about every second; a waiting page reads its status every two. */
const PAGES = 600;
/** However many buyers read the status, the gateway is asked about a payment once in this time. */
const ASKED_EVERY_MS = 5_000;

type Parts = {
  readonly world: World;
  readonly server: Server;
  readonly client: Client;
  readonly bank: Bank;
  readonly report: Report;
};

/** Sends callbacks that approve, each for another pending payment; returns the orders that they paid. */
export async function runWebhook({ world, server, client, bank, report }: Parts): Promise<CardOrder[]> {
  const paid: CardOrder[] = [];
  const waiting: { readonly order: CardOrder; readonly body: string }[] = [];
  const prepare = async () => {
    const orders = await startOrders(world, client, CALLBACKS * 1.5);
    const bodies = await bank.approve(orders.map(({ reference }) => reference));
    waiting.splice(0, waiting.length, ...orders.map((order, place) => ({ order, body: bodies[place] ?? '' })));
  };
  const operation = async () => {
    const next = waiting.shift();
    if (!next) throw new Error('no pending payment is left');
    const { status, body, bytes } = await callBack(client, next.body);
    paid.push(next.order);
    return { ok: status === 200 && bank.isAccept(body, next.order.reference), bytes };
  };
  const gate = { cpu: 4.8, p99: 200 };
  const load = { connections: CONNECTIONS, seconds: 60, most: CALLBACKS };
  const plan = { pids: [server.pid], ...load, prepare, holds: holdsGate(gate) };
  report.sample('case webhook approved', await measure(operation, plan), gate);
  return paid;
}

/** Measures GET payment status for paid orders, and for orders whose buyers are at the bank. */
export async function runStatus(parts: Parts, paid: readonly CardOrder[], seconds: number): Promise<void> {
  const { world, client, bank, report } = parts;
  await lookAt('paid', paid, parts, seconds);

  const pending = await startOrders(world, client, PAGES);
  for (const { page } of pending) await bank.show(page);
  const since = Date.now();
  const looks = await lookAt('pending', pending, parts, seconds);
  const spanMs = Date.now() - since;
  const asked = await bank.askedSince(since);
  const asks = pending.map(({ reference }) => asked.get(reference) ?? 0);
  // The process that follows up all payments may ask about a payment once more.
  const allowed = Math.ceil(spanMs / ASKED_EVERY_MS) + 1;
  const most = Math.max(...asks);
  report.line(
    'payment status asks',
    `looks=${looks} asks=${asks.reduce((sum, one) => sum + one, 0)} payments=${PAGES} most=${most} ` +
      `allowed=${allowed} seconds=${(spanMs / 1000).toFixed(0)}`,
    most > 0 && most <= allowed ? 'PASS' : 'FAIL',
  );
}

/** Reads the status of each order in turn; returns the number of reads. */
async function lookAt(name: string, orders: readonly CardOrder[], { client, server, report }: Parts, seconds: number) {
  let looks = 0;
  const operation = async () => {
    const order = orders[looks++ % orders.length];
    if (!order) throw new Error('there is no order to look at');
    const { status, body, bytes } = await readPayment(client, order.buyer, order.orderId);
    return { ok: status === 200 && (JSON.parse(body) as { payState: string }).payState === name, bytes };
  };
  const gate = { cpu: 0.6, p99: 60 };
  const plan = { pids: [server.pid], connections: CONNECTIONS, seconds, holds: holdsGate(gate) };
  report.sample(`case payment status/${name}`, await measure(operation, plan), gate);
  return looks;
}
