import { afterEach, describe, expect, it } from 'vitest';
import { Users } from '#lib/auth/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import type { MailOutcome, PlatformMail } from '#lib/context/ports/mail.ts';
import { armFault } from '#lib/core/fault.ts';
import { DAY_MS, MINUTE_MS } from '#lib/core/time.ts';
import { Outbox } from '#lib/data/outbox.ts';
import { rowOwner } from '#lib/data/outbox-owner.ts';
import { applyPaymentResult } from '#lib/payments/attempts/apply-result.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { auditOrders } from '#lib/store/audit/order.ts';
import { IdempotencyRows, OrderEvents, OrderMails, Orders, StockHolds, Vendors } from '#lib/store/collections.ts';
import { orderEffects } from '#lib/store/effects.ts';
import { cancelOwnOrder } from '#lib/store/orders/cancel-own-order.ts';
import { changeOrderStatus } from '#lib/store/orders/change-order-status.ts';
import { orderMailKinds, partMailKinds } from '#lib/store/values.ts';
import { openPlatformMailer } from '#services/mail/platform-mailer.ts';
import { drainOnce } from '#services/run/drainer.ts';
import { appliedButRepeated } from '#tests/support/applied-but-repeated.ts';
import { saidOf } from '#tests/support/attempts.ts';
import { asUser, type TestContext, testEnv } from '#tests/support/context.ts';
import { cancelOrder, payingShopper, placeOrder, startCard } from '#tests/support/paying.ts';
import { randomFrom } from '#tests/support/random.ts';
import { addProduct, addVendor, TEST_VENDOR_ID } from '#tests/support/shop.ts';
import { openSmtpServer } from '#tests/support/smtp-faults.ts';
import { everyRow } from '#tests/support/world.ts';
import { sendOrderMail } from './send-order-mail.ts';

type Answer = MailOutcome | 'crash';
const taken: MailOutcome = { state: 'sent', messageId: '<x@plaza.test>' };
const refused = (retry: boolean): MailOutcome => ({ state: 'refused', retry, reason: 'rcpt 450' });
const unknown: MailOutcome = { state: 'unknown', messageId: '<x@plaza.test>', reason: 'body' };

/** Opens a shop whose mail server replies as the script says. */
async function shopWithServer(answer: () => Answer = () => taken) {
  const sent: PlatformMail[] = [];
  const mailer = {
    send: async (mail: PlatformMail): Promise<MailOutcome> => {
      sent.push(mail);
      const given = answer();
      if (given === 'crash') throw new Error('the process went away');
      return given;
    },
  };
  const ctx = await payingShopper({ mailer, devMailbox: null });
  return { ctx, sent };
}
const scripted = (...script: readonly Answer[]) => {
  const answers = [...script];
  return () => answers.shift() ?? taken;
};

const statesOf = async (ctx: TestContext) =>
  (await everyRow(ctx.data, OrderMails)).map(({ data }) => `${data.kind} ${data.state}`).sort();
const toldOf = async (ctx: TestContext) =>
  (await everyRow(ctx.data, OrderEvents))
    .filter(({ data }) => data.kind === 'mail')
    .map(({ data }) => `${data.data.mail} ${data.data.state}`)
    .sort();
const subjects = (sent: readonly PlatformMail[]) =>
  sent.map(({ subject }) => subject.replace(/P[0-9A-Z]{9}/, 'P')).sort();

async function expectSoundHistory(ctx: TestContext) {
  const [orders, events, holds, idempotency] = await Promise.all([
    everyRow(ctx.data, Orders),
    everyRow(ctx.data, OrderEvents),
    everyRow(ctx.data, StockHolds),
    everyRow(ctx.data, IdempotencyRows),
  ]);
  expect(auditOrders({ orders, events, holds, idempotency })).toEqual([]);
}

/** Moves an order through its whole life as an admin does, and back again. */
async function livesTwice(ctx: UserContext, orderId: string) {
  for (const status of [
    'processing',
    'shipped',
    'completed',
    'shipped',
    'completed',
    'canceled',
    'paid',
    'canceled',
  ] as const)
    await changeOrderStatus(ctx, orderId, { status });
}

afterEach(() => armFault({ FAULT_MODE: 'throw' }));

describe('order mails', () => {
  it('are sent to buyer and seller once per status, also when the order moves back and forth', async () => {
    const { ctx, sent } = await shopWithServer();
    const { id } = await placeOrder(ctx);
    await payByCredit(ctx, id);

    await ctx.drain();
    await livesTwice(ctx, id);
    await ctx.drain();
    ctx.clock.advance(30 * DAY_MS);
    await livesTwice(ctx, id);
    await ctx.drain();

    expect(subjects(sent)).toEqual([
      'New order P: 1 item',
      'Order P is canceled',
      'Order P is completed',
      'Order P is on its way',
      'Order P is paid',
      'Order P received',
    ]);
    expect(sent.map(({ to }) => to).sort()).toEqual(
      [...new Array<string>(5).fill(ctx.user.email), 'vendor@plaza.test'].sort(),
    );
    expect(await toldOf(ctx)).toHaveLength(6);
    await expectSoundHistory(ctx);
  });

  it('are not sent for a rejected cancellation or a rejected checkout', async () => {
    const { ctx, sent } = await shopWithServer();
    const { id } = await placeOrder(ctx);
    await payByCredit(ctx, id);

    await expect(cancelOwnOrder(ctx, id)).rejects.toMatchObject({ code: 'InvalidTransition' });
    await expect(placeOrder(ctx, { mug: 99 })).rejects.toMatchObject({ code: 'InsufficientStock' });
    await ctx.drain();

    expect(subjects(sent)).toEqual(['New order P: 1 item', 'Order P is paid', 'Order P received']);
  });

  it('contain each seller’s own lines only', async () => {
    const { ctx, sent } = await shopWithServer();
    await addVendor(ctx, 'vnd_second', { contactEmail: 'second@plaza.test' });
    await addProduct(ctx, 'vase', 5, { vendorId: 'vnd_second', title: 'A vase' });
    const { id } = await placeOrder(ctx, { mug: 2, vase: 1 });
    await payByCredit(ctx, id);

    await ctx.drain();

    const second = sent.find(({ to }) => to === 'second@plaza.test');
    const first = sent.find(({ to }) => to === 'vendor@plaza.test');
    expect(second?.text).toContain('A vase');
    expect(second?.text).not.toContain('The mug');
    expect(first?.text).toContain('The mug');
    expect(first?.text).not.toContain('A vase');
    expect(sent).toHaveLength(4);
  });

  it('use the order’s language for the buyer and the vendor owner’s language for the vendor', async () => {
    const { ctx, sent } = await shopWithServer();
    const owner = await asUser(ctx, { locale: 'ru' });
    await ctx.data.update(Vendors, TEST_VENDOR_ID, { ownerId: owner.user.id });
    await ctx.data.update(Users, ctx.user.id, { locale: 'uk' });
    const { id } = await placeOrder({ ...ctx, locale: 'uk', user: { ...ctx.user, locale: 'uk' } });
    await payByCredit(ctx, id);

    await ctx.drain();

    const buyers = sent.filter(({ to }) => to === ctx.user.email);
    expect(buyers).toHaveLength(2);
    for (const mail of buyers) {
      expect(mail.html).toContain('<html lang="uk">');
      expect(mail.text).toContain(`${ctx.origin}/uk/orders/${id}`);
    }
    expect(sent.find(({ to }) => to === 'vendor@plaza.test')?.html).toContain('<html lang="ru">');
  });

  it('are retried after a temporary refusal, with the same key, and noted once in the history', async () => {
    const { ctx, sent } = await shopWithServer(scripted(refused(true)));
    await placeOrder(ctx);

    await ctx.drain();
    expect(await statesOf(ctx)).toEqual(['placed queued']);
    ctx.clock.advance(MINUTE_MS);
    await ctx.drain();

    expect(sent).toHaveLength(2);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    expect(await toldOf(ctx)).toEqual(['placed sent']);
  });

  it.each([
    ['a mail that the server may have accepted', unknown],
    ['a mail that was being sent when the process crashed', 'crash'],
  ] as const)('are marked as unknown instead of resent after %s', async (_, answer) => {
    const { ctx, sent } = await shopWithServer(scripted(answer));
    await placeOrder(ctx);

    await ctx.drain();
    ctx.clock.advance(MINUTE_MS);
    await ctx.drain();

    expect(sent).toHaveLength(1);
    expect(await statesOf(ctx)).toEqual(['placed unknown']);
    expect(await toldOf(ctx)).toEqual(['placed unknown']);
    expect(ctx.lines.filter(({ event }) => event === 'order-mail.unknown')).toHaveLength(1);
    await expectSoundHistory(ctx);
  });

  it('are not resent when the process crashes between sending and saving', async () => {
    const { ctx, sent } = await shopWithServer();
    await placeOrder(ctx);
    armFault({ FAULT_AT: 'mail.after_send', FAULT_MODE: 'throw' });

    await ctx.drain();
    ctx.clock.advance(MINUTE_MS);
    await ctx.drain();

    expect(sent).toHaveLength(1);
    expect(await statesOf(ctx)).toEqual(['placed unknown']);
  });

  it('are sent and recorded once when every committed transaction is repeated', async () => {
    const { ctx, sent } = await shopWithServer();
    const { id: orderId } = await placeOrder(ctx);

    await sendOrderMail({ ...ctx, data: appliedButRepeated(ctx.data) }, { orderId, kind: 'placed', vendorId: null });

    expect(sent).toHaveLength(1);
    expect(await statesOf(ctx)).toEqual(['placed sent']);
    expect(await toldOf(ctx)).toEqual(['placed sent']);
    await expectSoundHistory(ctx);
  });

  it('are not retried after a permanent refusal', async () => {
    const { ctx, sent } = await shopWithServer(scripted(refused(false)));
    await placeOrder(ctx);

    await ctx.drain();
    ctx.clock.advance(DAY_MS);
    await ctx.drain();

    expect(sent).toHaveLength(1);
    expect(await toldOf(ctx)).toEqual(['placed failed']);
  });

  it('are skipped and logged once when no mailer is configured', async () => {
    const { ctx } = await shopWithServer();
    await placeOrder(ctx);

    await drainOnce({ ...ctx, mailer: null }, orderEffects);
    await ctx.drain();

    expect(await statesOf(ctx)).toEqual(['placed skipped']);
    expect(ctx.lines.filter(({ event }) => event === 'order-mail.skipped')).toHaveLength(1);
    expect((await everyRow(ctx.data, Outbox)).map(({ data }) => data.status)).not.toContain('waiting');
  });

  it('are accepted at most once each under random server replies and crashes', async () => {
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const random = randomFrom(seed);
      const answers: readonly Answer[] = [taken, taken, refused(true), refused(false), unknown, 'crash'];
      const held: string[] = [];
      const { ctx, sent } = await shopWithServer(() => {
        const answer = random.pick(answers);
        const key = sent.at(-1)?.key ?? '';
        // A mail may also have arrived after a crash or an unknown outcome.
        if (answer === 'crash' || answer.state !== 'refused') held.push(key);
        return answer;
      });
      const orders = [await placeOrder(ctx), await placeOrder(ctx)];
      for (const { id } of orders) await payByCredit(ctx, id);
      for (let round = 0; round < 12; round++) {
        await Promise.all([ctx.drain(), ctx.drain()]);
        if (random.chance(0.3)) await cancelOrder(ctx, orders[round % 2]?.id ?? '');
        // A row whose mark was lost is processed again.
        const rows = await everyRow(ctx.data, Outbox);
        const row = random.pick(rows);
        await ctx.data.update(Outbox, row.id, {
          status: 'waiting',
          owner: rowOwner(),
          availableAt: ctx.now().toISOString(),
        });
        ctx.clock.advance(10 * MINUTE_MS);
      }
      await ctx.drain();

      expect(new Set(held).size, `seed ${seed}`).toBe(held.length);
      await expectSoundHistory(ctx);
    }
  });

  it('arrive at an SMTP server once each, with HTML and a unique Message-ID', async () => {
    const server = await openSmtpServer();
    try {
      const mailer = openPlatformMailer(
        testEnv({
          SMTP_HOST: '127.0.0.1',
          SMTP_PORT: String(server.port),
          SMTP_FROM: 'Plaza <no-reply@plaza.test>',
          SMTP_TLS: 'none',
        }),
      );
      const ctx = await payingShopper({ mailer, devMailbox: null });
      const { id } = await placeOrder(ctx);
      await payByCredit(ctx, id);

      await ctx.drain();
      const rows = await everyRow(ctx.data, Outbox);
      for (const row of rows) await ctx.data.update(Outbox, row.id, { status: 'waiting', owner: rowOwner() });
      await ctx.drain();

      const ids = server.held.map((mail) => /^Message-ID: (.*)$/m.exec(mail)?.[1]);
      expect(server.held).toHaveLength(3);
      expect(new Set(ids).size).toBe(3);
      expect(server.held.every((mail) => mail.includes('Content-Type: text/html'))).toBe(true);
    } finally {
      await server.close();
    }
  });

  it('cover every kind, and the refund mail is sent only once the refund is done', async () => {
    const { ctx, sent } = await shopWithServer();
    const { id } = await placeOrder(ctx);
    const attempt = await startCard(ctx, id);
    const report = (status: string) => applyPaymentResult(ctx, attempt.orderReference, saidOf(attempt, status));
    await report('Approved');
    await livesTwice(ctx, id);
    await report('RefundInProcessing');
    await ctx.drain();
    const before = sent.length;
    await report('Refunded');
    await report('Refunded');
    await ctx.drain();

    expect(sent.slice(before).map(({ text }) => text.split('\n', 1)[0])).toEqual(['You received a refund']);
    const kinds = (await everyRow(ctx.data, OrderMails)).map(({ data }) => data.kind);
    // The mails about one part belong to orders of several sellers: lib/store/parts/part-mails.test.ts.
    const ofOrders = orderMailKinds.filter((kind) => !partMailKinds.some((one) => one === kind));
    expect(kinds.sort()).toEqual(ofOrders.sort());
  });
});
