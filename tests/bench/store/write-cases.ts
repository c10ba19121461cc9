import type { Client } from '#tests/support/http-client.ts';
import { type Buyer, buy, holdCart, placeOrder, purchaseSteps, saveCart } from '#tests/support/purchase.ts';
import type { Server } from '#tests/support/server.ts';
import { percentile } from './figures.ts';
import { measure, untilIdle } from './measure.ts';
import { holdsGate, type Report } from './report.ts';
import type { World } from './world.ts';

const CONNECTIONS = 10;

/** Measures POST cart, each call on another user's empty cart. */
export async function runAdd(world: World, server: Server, client: Client, report: Report, seconds: number) {
  const operation = async () => {
    const { status, bytes } = await saveCart(client, world.nextBuyer(), [{ id: world.nextProduct(), qty: 1 }]);
    return { ok: status === 200, bytes };
  };
  const gate = { cpu: 0.85, p99: 100 };
  const plan = { pids: [server.pid], connections: CONNECTIONS, seconds, holds: holdsGate(gate) };
  report.sample('add', await measure(operation, plan), gate);
}

/**
 * Measures POST cart/hold alone, then POST orders alone. The carts are filled, or held, before the measurement starts.
 */
export async function runHoldAndOrder(world: World, server: Server, client: Client, report: Report, most: number) {
  const filled = async (buyer: Buyer) => void (await saveCart(client, buyer, [{ id: world.nextProduct(), qty: 1 }]));
  const held = async (buyer: Buyer) => {
    await filled(buyer);
    await holdCart(client, buyer);
  };
  const steps = [
    { name: 'hold', before: filled, call: holdCart, gate: { cpu: 1.3, p99: 120 } },
    { name: 'order', before: held, call: placeOrder, gate: { cpu: 2.8, p99: 200 } },
  ];
  for (const { name, before, call, gate } of steps) {
    let waiting: Buyer[] = [];
    const prepare = async () => {
      waiting = Array.from({ length: most * 1.5 }, () => world.nextBuyer());
      for (const buyer of waiting) await before(buyer);
    };
    const operation = async () => {
      const buyer = waiting.shift();
      if (!buyer) throw new Error('no prepared cart is left');
      const { status, bytes } = await call(client, buyer);
      return { ok: status < 300, bytes };
    };
    const plan = { pids: [server.pid], connections: CONNECTIONS, seconds: 60, most, prepare, holds: holdsGate(gate) };
    report.sample(name, await measure(operation, plan), gate);
  }
}

/** Measures the whole purchase: cart, hold, order, payment by credit. */
export async function runFlow(world: World, server: Server, client: Client, report: Report, seconds: number) {
  for (const { connections, gate } of [
    { connections: CONNECTIONS, gate: { cpu: 10, p99: 200, perSecond: 115 } },
    { connections: 1, gate: { cpu: 21, p99: 60 } },
  ]) {
    const took: number[][] = purchaseSteps.map(() => []);
    const operation = async () => {
      const { stoppedAt, tookMs, bytes } = await buy(client, world.nextBuyer(), [{ id: world.nextProduct(), qty: 1 }]);
      for (const [place, step] of purchaseSteps.entries()) took[place]?.push(tookMs[step]);
      return { ok: stoppedAt === null, bytes };
    };
    // The effects of purchases are their own cost, not that of the next try.
    const prepare = () => untilIdle([server.pid]);
    const plan = { pids: [server.pid], connections, seconds, prepare, holds: holdsGate(gate) };
    const sample = await measure(operation, plan);
    report.sample(`flow conc=${connections}`, sample, gate);
    const parts = purchaseSteps.map((step, place) => `${step} ${percentile(took[place] ?? [], 0.5).toFixed(1)}`);
    report.line('', `p50 of the parts, ms: ${parts.join(' · ')}`, 'INFO');
  }
}
