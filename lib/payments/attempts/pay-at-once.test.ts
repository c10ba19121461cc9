import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditMoney } from '#lib/payments/audit/audit.ts';
import { creditOf } from '#lib/payments/credit/credit.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { allCollections } from '#services/collections.ts';
import { openSqlite } from '#services/database/sqlite.ts';
import { appliedButRepeated } from '#tests/support/applied-but-repeated.ts';
import { payingShopper, placeOrder } from '#tests/support/paying.ts';
import { readMoney } from '#tests/support/world.ts';

const PROCESSES = 4;
const script = join(import.meta.dirname, '../../../tests/support/paying-worker.ts');

let folder: string;
let path: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plaza-paying-'));
  path = join(folder, 'plaza.db');
});
afterEach(() => {
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

const shopOnDisk = (creditMinor: number) => {
  const world = { collections: allCollections, now: () => new Date(), log: () => undefined };
  return payingShopper({ data: openSqlite({ ...world, path }), creditMinor, units: { mug: 20 } });
};

/** Lets several processes pay the same orders at the same moment. Returns all their outcomes. */
async function payEverywhere(userId: string, orderIds: readonly string[]): Promise<string[]> {
  const workers = await Promise.all(
    Array.from({ length: PROCESSES }, async () => {
      const child = spawn(process.execPath, [script, path, userId, orderIds.join()], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      children.push(child);
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      expect((await lines.next()).value).toBe('"ready"');
      return { child, lines };
    }),
  );
  for (const { child } of workers) child.stdin.write('go\n');
  const outcomes = await Promise.all(workers.map(async ({ lines }) => (await lines.next()).value as string));
  return outcomes.flatMap((line) => JSON.parse(line) as string[]);
}

const countOf = (outcomes: readonly string[], outcome: string) =>
  outcomes.filter((candidate) => candidate === outcome).length;

describe('a payment whose committed transaction is repeated', () => {
  it('succeeds and debits once; a second call throws AlreadyPaid', async () => {
    const ctx = await payingShopper({ creditMinor: 35_000 });
    const { id } = await placeOrder(ctx);
    const repeating = { ...ctx, data: appliedButRepeated(ctx.data) };

    const { payment, balanceMinor } = await payByCredit(repeating, id);

    expect(payment).toMatchObject({ status: 'paid', orderId: id });
    expect(balanceMinor).toBe(25_000);
    expect(await creditOf(ctx.data, ctx.user.id)).toMatchObject({ balanceMinor: 25_000 });
    await expect(payByCredit(repeating, id)).rejects.toMatchObject({ code: 'AlreadyPaid' });
    expect(auditMoney(await readMoney(ctx.data))).toEqual([]);
  });
});

describe('concurrent processes', () => {
  it('pay one order once', async () => {
    const ctx = await shopOnDisk(1_000_000);
    const { id } = await placeOrder(ctx);

    const outcomes = await payEverywhere(ctx.user.id, [id, id, id]);

    expect(countOf(outcomes, 'paid')).toBe(1);
    expect(countOf(outcomes, 'AlreadyPaid')).toBe(3 * PROCESSES - 1);
    expect(await creditOf(ctx.data, ctx.user.id)).toMatchObject({ balanceMinor: 990_000 });
    expect(auditMoney(await readMoney(ctx.data))).toEqual([]);
  });

  it('never spend more than the credit balance', async () => {
    const ctx = await shopOnDisk(35_000);
    const orders = [];
    for (let n = 0; n < 8; n++) orders.push((await placeOrder(ctx)).id);

    const outcomes = await payEverywhere(ctx.user.id, orders);

    expect(countOf(outcomes, 'paid')).toBe(3);
    expect(countOf(outcomes, 'AlreadyPaid') + countOf(outcomes, 'InsufficientCredit')).toBe(8 * PROCESSES - 3);
    expect(await creditOf(ctx.data, ctx.user.id)).toMatchObject({ balanceMinor: 5_000 });
    expect(auditMoney(await readMoney(ctx.data))).toEqual([]);
  });
});
