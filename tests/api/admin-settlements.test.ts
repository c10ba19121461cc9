import { describe, expect, it } from 'vitest';
import { GET as exportSettlements } from '#app/api/admin/vendors/[id]/settlements/route.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { Settlements } from '#lib/payments/collections.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { call } from '#tests/support/call.ts';
import { asUser } from '#tests/support/context.ts';
import { payingShopper, placeOrder } from '#tests/support/paying.ts';
import { addVendor, TEST_VENDOR_ID } from '#tests/support/shop.ts';
import { everyRow } from '#tests/support/world.ts';

async function soldShop(sales: number) {
  const ctx = await payingShopper();
  installRuntime(ctx);
  for (let i = 0; i < sales; i++) await payByCredit(ctx, (await placeOrder(ctx)).id);
  const admin = await asUser(ctx, { role: 'admin' });
  const save = (id = TEST_VENDOR_ID, query: Record<string, string> = {}) =>
    call(exportSettlements, { as: admin, params: { id }, query });
  return { ctx, save };
}
const linesOf = (text: string) => text.split('\r\n').slice(1, -1);

describe('GET /api/admin/vendors/{id}/settlements', () => {
  it('returns a CSV download with one line per settlement and the booked amounts', async () => {
    const { ctx, save } = await soldShop(2);

    const reply = await save();

    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(reply.headers.get('content-disposition')).toBe(`attachment; filename="settlements-${TEST_VENDOR_ID}.csv"`);
    expect(reply.headers.get('cache-control')).toBe('private, no-store');
    expect(reply.text).toMatch(
      /^settlement,order,payment,vendor,state,currency,gross,commission,net,sold,released\r\n/,
    );
    const ids = (await everyRow(ctx.data, Settlements)).map(({ id }) => id);
    const lines = linesOf(reply.text);
    expect(new Set(lines.map((line) => line.split(',')[0]))).toEqual(new Set(ids));
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toContain(',accrued,UAH,100.00,10.00,90.00,');
  });

  it('filters by state, and returns only the header when nothing matches', async () => {
    const { ctx, save } = await soldShop(1);
    await addVendor(ctx, 'vnd_new');

    expect(linesOf((await save(TEST_VENDOR_ID, { state: 'accrued' })).text)).toHaveLength(1);
    expect(linesOf((await save(TEST_VENDOR_ID, { state: 'payable' })).text)).toHaveLength(0);
    expect(linesOf((await save('vnd_new')).text)).toHaveLength(0);
  });

  it('escapes spreadsheet formulas in outside text', async () => {
    const { ctx, save } = await soldShop(1);
    const [row] = await everyRow(ctx.data, Settlements);
    await ctx.data.update(Settlements, row?.id ?? '', { orderReference: '=HYPERLINK("https://evil.test")' });

    expect((await save()).text).toContain(`,"'=HYPERLINK(""https://evil.test"")",`);
  });

  it('includes more rows than one query reads', async () => {
    const { ctx, save } = await soldShop(1);
    const [row] = await everyRow(ctx.data, Settlements);
    if (!row) throw new Error('nothing was sold');
    await ctx.data.batch((write) => {
      for (let i = 0; i < 500; i++) write.create(Settlements, `set_${i}`, row.data);
    });

    const ids = linesOf((await save()).text).map((line) => line.split(',')[0]);

    expect(new Set(ids).size).toBe(501);
    expect(ids).toHaveLength(501);
  });

  it('responds with 404 for an unknown seller and 400 for an unknown state', async () => {
    const { save } = await soldShop(0);

    expect((await save('vnd_none')).status).toBe(404);
    expect((await save(TEST_VENDOR_ID, { state: 'lost' })).status).toBe(400);
  });
});
