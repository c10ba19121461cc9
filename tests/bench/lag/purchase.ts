import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Users } from '#lib/auth/collections.ts';
import { getUser } from '#lib/auth/users.ts';
import { systemContext } from '#lib/context/context.ts';
import { readEnv } from '#lib/core/env/env.ts';
import { newId } from '#lib/core/ids.ts';
import type { Collection } from '#lib/data/collection.ts';
import { from } from '#lib/data/query.ts';
import type { Store, Writer } from '#lib/data/store.ts';
import { entryIdOf } from '#lib/payments/books/journal.ts';
import { settlementIdOf } from '#lib/payments/books/settlements.ts';
import {
  CreditAccounts,
  JournalEntries,
  JournalPostings,
  PaymentTransactions,
  Settlements,
} from '#lib/payments/collections.ts';
import { grantCredit } from '#lib/payments/credit/credit.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { checkOut } from '#lib/store/checkout/checkout.ts';
import { OrderEvents, OrderNumbers, Orders, StockHolds } from '#lib/store/collections.ts';
import { changeOrderStatus } from '#lib/store/orders/change-order-status.ts';
import { eventIdOf, FIRST_HASH, hashOfEvent } from '#lib/store/orders/order-events.ts';
import type { OrderEvent } from '#lib/store/schemas/order.ts';
import { orderHoldId } from '#lib/store/stock/hold-terms.ts';
import { buildRuntime } from '#services/runtime.ts';
import { makePerson } from '#tests/support/buyers.ts';
import { generateCatalog } from '#tests/support/catalog-generator.ts';

const collections: readonly Collection<object>[] = [
  Users,
  CreditAccounts,
  Orders,
  OrderNumbers,
  OrderEvents,
  StockHolds,
  PaymentTransactions,
  JournalEntries,
  JournalPostings,
  Settlements,
].map((collection) => collection as unknown as Collection<object>);

const auditedOnes = new Set([Orders, PaymentTransactions, JournalEntries, CreditAccounts].map(({ name }) => name));

type Kept = { readonly at: number; readonly id: string; readonly data: object };

/** What a user and their paid order leave in the store, written many times under other ids. */
export type Purchase = {
  /** Writes the purchase of a user for a product, as if it had been made `ageMs` ago. */
  readonly write: (write: Writer, n: number, bought: { readonly productId: string; readonly ageMs: number }) => void;
  /** Documents per purchase, and how many of them the audit recomputes. */
  readonly rows: number;
  readonly audited: number;
};

const padded = (n: number, length: number): string => String(n).padStart(length, '0');

/** The final state of an order. */
export type OrderEnd = 'new' | 'paid' | 'shipped' | 'completed';

/** Places one order and brings it to its end with the product's own functions, in a shop that is thrown away. */
export async function recordPurchase(vars: Readonly<Record<string, string>>, end: OrderEnd): Promise<Purchase> {
  const folder = mkdtempSync(join(tmpdir(), 'plaza-bench-'));
  const env = readEnv({ from: { ...vars, PLAZA_DATA_DIR: folder, NODE_ENV: 'development', LOG_LEVEL: 'error' } });
  const runtime = await buildRuntime(env);
  try {
    const ctx = systemContext(runtime, newId('request'));
    const { productIds, vendorIds } = await generateCatalog(ctx, { products: 1 });
    const { userId } = await makePerson(runtime, { email: 'buyer@bench.test', role: 'visitor' });
    const buyer = { ...ctx, via: 'session', user: await getUser(ctx.data, userId), session: null } as const;
    const placed = await checkOut(buyer, { input: { items: [{ id: productIds[0] ?? '', qty: 1 }] } });
    if (placed.kind === 'refusal') throw placed.error;
    const { id, number, totalMinor } = placed.body.order;
    await grantCredit(ctx, userId, totalMinor, 'bench');
    if (end !== 'new') await payByCredit(buyer, id);
    if (end === 'shipped' || end === 'completed') await changeOrderStatus(buyer, id, { status: 'shipped' });
    if (end === 'completed') await changeOrderStatus(buyer, id, { status: 'completed' });
    const kept = (await Promise.all(collections.map((collection, at) => rowsOf(runtime.data, collection, at)))).flat();
    return purchaseOf(kept, { userId, orderId: id, number, productId: productIds[0] ?? '', vendorIds });
  } finally {
    await runtime.data.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function rowsOf(data: Store, collection: Collection<object>, at: number): Promise<Kept[]> {
  const { rows } = await data.find(from(collection).limit(500));
  return rows.map((row) => ({ at, id: row.id, data: row.data }));
}

type Names = {
  readonly userId: string;
  readonly orderId: string;
  readonly number: string;
  readonly productId: string;
  readonly vendorIds: readonly string[];
};

function purchaseOf(rows: readonly Kept[], names: Names): Purchase {
  const { userId, orderId, number, productId, vendorIds } = names;
  const text = JSON.stringify(rows);
  const entries = rows.filter(({ at }) => collections[at]?.name === JournalEntries.name);
  const subjects = entries.map(({ id, data }) => ({ id, ...(data as { kind: 'capture'; subjectId: string }) }));
  return {
    rows: rows.length,
    audited: rows.filter(({ at }) => auditedOnes.has(collections[at]?.name ?? '')).length,
    write(write, n, bought) {
      const own = (given: string) =>
        given
          .replaceAll(userId, `usr_${padded(n, 20)}`)
          .replaceAll(orderId, `ord_${padded(n, 20)}`)
          .replaceAll(number, `P${padded(n, 9)}`)
          .replaceAll(productId, bought.productId)
          .replaceAll('buyer@bench.test', `buyer-${n}@bench.test`);
      let copy = text.replaceAll(orderHoldId(orderId, productId), orderHoldId(own(orderId), bought.productId));
      for (const vendorId of vendorIds)
        copy = copy.replaceAll(settlementIdOf(orderId, vendorId), settlementIdOf(own(orderId), vendorId));
      for (const { id, kind, subjectId } of subjects) copy = copy.replaceAll(id, entryIdOf(kind, own(subjectId)));
      copy = own(copy).replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (at) =>
        new Date(Date.parse(at) - bought.ageMs).toISOString(),
      );
      const all = JSON.parse(copy) as Kept[];
      for (const { at, id, data } of all) {
        const collection = collections[at];
        if (collection && collection.name !== OrderEvents.name) write.create(collection, id, data);
      }
      const isEvent = ({ at }: Kept) => collections[at]?.name === OrderEvents.name;
      writeChain(
        write,
        all.filter(isEvent).map(({ data }) => data as OrderEvent),
      );
    },
  };
}

/** Writes the events of an order with a new hash chain, because each hash covers the ids. */
function writeChain(write: Writer, events: OrderEvent[]): void {
  let prevHash = FIRST_HASH;
  for (const event of events.sort((a, b) => a.rev - b.rev)) {
    const open = { ...event, prevHash, hash: '' };
    prevHash = hashOfEvent(open);
    write.create(OrderEvents, eventIdOf(event.orderId, event.rev), { ...open, hash: prevHash });
  }
}
