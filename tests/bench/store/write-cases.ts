import type { Client } from '#tests/support/http-client.ts';
import { buy, holdCart, placeOrder, purchaseSteps, saveCart } from '#tests/support/purchase.ts';
import type { Server } from '#tests/support/server.ts';
import { percentile } from './figures.ts';
import { measure } from './measure.ts';
import type { Report } from './report.ts';
import type { World } from './world.ts';

const CONNECTIONS = 10;

/** POST cart, each on another person's empty cart. */
export async function runAdd(world: World, server: Server, client: Client, report: Report, seconds: number) {
  const operation = async () => {
    const { status, bytes } = await saveCart(client, world.nextBuyer(), [{ id: world.nextProduct(), qty: 1 }]);
    return { ok: status === 200, bytes };
  };
  const sample = await measure(operation, { pids: [server.pid], connections: CONNECTIONS, seconds });
  report.sample('add', sample, { cpu: 6, p99: 100 });
}

/** POST cart/hold alone, then POST orders alone: the carts are filled, and held, before the clock starts. */
export async function runHoldAndOrder(world: World, server: Server, client: Client, report: Report, most: number) {
  const filled = [];
  for (let i = 0; i < most * 1.5; i++) {
    const buyer = world.nextBuyer();
    await saveCart(client, buyer, [{ id: world.nextProduct(), qty: 1 }]);
    filled.push(buyer);
  }
  const plan = { pids: [server.pid], connections: CONNECTIONS, seconds: 60, most };
  const steps = [
    { name: 'hold', call: holdCart, gate: { cpu: 8, p99: 120 } },
    { name: 'order', call: placeOrder, gate: { cpu: 15, p99: 200 } },
  ];
  for (const { name, call, gate } of steps) {
    const waiting = [...filled];
    const operation = async () => {
      const buyer = waiting.shift();
      if (!buyer) throw new Error('no filled cart is left');
      const { status, bytes } = await call(client, buyer);
      return { ok: status < 300, bytes };
    };
    report.sample(name, await measure(operation, plan), gate);
  }
}

/** Cart, hold, order, paid by credit: the whole purchase. */
export async function runFlow(world: World, server: Server, client: Client, report: Report, seconds: number) {
  for (const { connections, gate } of [
    { connections: CONNECTIONS, gate: { cpu: 40, p99: 700, perSecond: 30 } },
    { connections: 1, gate: { cpu: 40, p99: 60 } },
  ]) {
    const took: number[][] = purchaseSteps.map(() => []);
    const operation = async () => {
      const { stoppedAt, tookMs, bytes } = await buy(client, world.nextBuyer(), [{ id: world.nextProduct(), qty: 1 }]);
      for (const [place, step] of purchaseSteps.entries()) took[place]?.push(tookMs[step]);
      return { ok: stoppedAt === null, bytes };
    };
    const sample = await measure(operation, { pids: [server.pid], connections, seconds });
    report.sample(`flow conc=${connections}`, sample, gate);
    const parts = purchaseSteps.map((step, place) => `${step} ${percentile(took[place] ?? [], 0.5).toFixed(1)}`);
    report.line('', `p50 of the parts, ms: ${parts.join(' · ')}`, 'INFO');
  }
}
