import { createHash } from 'node:crypto';
import { unavailable } from '#lib/core/errors.ts';
import { amountText } from '#lib/core/money.ts';
import type { CardAsk, CardCallback, CardGateway, StatementLine } from '#lib/payments/ports.ts';
import type { Evidence, LedgerRow } from '#lib/payments/schemas/ledger.ts';

const ACCOUNT = 'scripted_merchant';

/** What the gateway holds of one payment. */
export type Taken = { ask: CardAsk; status: string; reasonCode: string | null; refundedMinor?: number };

/**
 * Returns a card gateway in memory that a test controls. `say` sets what it holds of a payment. `down` makes every call
 * end without a response. `loseNextAnswer` loses the next response after its work was done. Its callbacks are plain
 * JSON.
 */
export function scriptedGateway() {
  const payments = new Map<string, Taken>();
  const calls: { readonly verb: keyof CardGateway; readonly reference: string }[] = [];
  const fees = new Map<string, number>();
  const state = { down: false, lose: false, ignoreRefund: false, hide: false, refuseRefund: null as string | null };

  function answered<T>(verb: keyof CardGateway, reference: string, work: () => T): Promise<T> {
    calls.push({ verb, reference });
    if (state.down || (state.ignoreRefund && verb === 'refund'))
      return Promise.reject(unavailable('The gateway does not answer', { code: 'GatewayUnavailable' }));
    const answer = work();
    if (!state.lose) return Promise.resolve(answer);
    state.lose = false;
    return Promise.reject(unavailable('The gateway does not answer', { code: 'GatewayUnavailable' }));
  }

  const evidenceOf = ({ ask, status, reasonCode, refundedMinor }: Taken, source: Evidence['source']): Evidence => ({
    source,
    status,
    amountText: amountText(ask.amountMinor, ask.currency),
    currency: ask.currency,
    merchantAccount: ACCOUNT,
    reasonCode,
    inboxId: null,
    payload: refundedMinor === undefined || state.hide ? {} : { refundedMinor },
  });
  const needed = (reference: string): Taken => {
    const taken = payments.get(reference);
    if (!taken) throw new Error(`the gateway has never seen ${reference}`);
    return taken;
  };
  const change = (reference: string, status: string, reasonCode: string | null): Evidence => {
    const taken = { ...needed(reference), status, reasonCode };
    payments.set(reference, taken);
    return evidenceOf(taken, 'check');
  };

  /** A part goes back at once and the payment stays approved; the whole amount, or the last part, refunds it. */
  const refundPart = (reference: string, amountMinor: number): Evidence => {
    const taken = needed(reference);
    const refundedMinor = (taken.refundedMinor ?? 0) + amountMinor;
    const isAll = refundedMinor >= taken.ask.amountMinor;
    if (amountMinor < taken.ask.amountMinor) {
      if (refundedMinor > taken.ask.amountMinor)
        return evidenceOf({ ...taken, status: 'Declined', reasonCode: '1128' }, 'check');
      payments.set(reference, { ...taken, refundedMinor, ...(isAll && { status: 'Refunded' }) });
      return evidenceOf({ ...taken, status: 'Refunded', reasonCode: '1100' }, 'check');
    }
    return change(reference, 'Refunded', '1100');
  };

  const gateway: CardGateway = {
    merchantAccountOf: () => ACCOUNT,
    start: (ask) =>
      answered('start', ask.orderReference, () => {
        payments.set(ask.orderReference, { ask, status: 'Created', reasonCode: null });
        return { paymentUrl: `https://gateway.test/page?ref=${ask.orderReference}` };
      }),
    check: ({ orderReference }) =>
      answered('check', orderReference, () => {
        const taken = payments.get(orderReference);
        return taken ? evidenceOf(taken, 'check') : null;
      }),
    refund: ({ orderReference, amountMinor }) =>
      answered('refund', orderReference, () => {
        const { refuseRefund } = state;
        if (refuseRefund === null) return refundPart(orderReference, amountMinor);
        return evidenceOf({ ...needed(orderReference), status: 'Declined', reasonCode: refuseRefund }, 'check');
      }),
    settle: ({ orderReference }) =>
      answered('settle', orderReference, () => change(orderReference, 'Approved', '1100')),
    list: (from, to) =>
      answered('list', '', () =>
        [...payments.values()]
          .filter(({ ask }) => ask.requestedAt >= from && ask.requestedAt <= to)
          .map((taken): StatementLine => {
            const evidence = evidenceOf(taken, 'check');
            const { orderReference } = taken.ask;
            return { orderReference, evidence, feeMinor: fees.get(orderReference) ?? null };
          }),
      ),
    readCallback: (raw) => {
      const said = parsed(raw);
      if (typeof said !== 'object' || said === null) return { problem: 'unreadable' };
      if (!('merchantAccount' in said) || said.merchantAccount !== ACCOUNT) return { problem: 'not_ours' };
      return 'forged' in said ? { problem: 'bad_signature' } : (said as CardCallback);
    },
    accept: ({ orderReference }, at) => ({
      orderReference,
      status: 'accept',
      time: Math.floor(at.getTime() / 1000),
      signature: createHash('sha256').update(orderReference).digest('hex'),
    }),
  };

  return {
    gateway,
    payments,
    calls,
    /** Sets what the gateway holds of a payment from now on. */
    say: (reference: string, status: string, reasonCode: string | null = null) =>
      void change(reference, status, reasonCode),
    /** Takes the money of an attempt that a test has started without the gateway. */
    hold: ({ orderReference, amountMinor, currency, requestedAt }: LedgerRow): void => {
      const ask: CardAsk = {
        ...{
          purpose: 'store_order',
          orderReference,
          requestedAt: new Date(requestedAt),
          amountMinor,
          currency,
          lines: [],
        },
        ...{ locale: 'en', returnUrl: '', serviceUrl: '', payer: { name: '', email: '', phone: '' } },
      };
      payments.set(orderReference, { ask, status: 'Approved', reasonCode: '1100', refundedMinor: 0 });
    },
    /** Sets the fee that the gateway deducts from a payment, by its statement. */
    charge: (reference: string, feeMinor: number) => void fees.set(reference, feeMinor),
    /** Refuses refunds with this reason from now on; a refused refund changes nothing. */
    refuseRefunds: (reasonCode: string | null) => {
      state.refuseRefund = reasonCode;
      state.ignoreRefund = false;
    },
    /** Neither carries out nor answers a refund from now on. */
    ignoreRefunds: () => {
      state.ignoreRefund = true;
    },
    /** Says no longer how much of a payment was refunded. */
    hideRefunds: (hide = true) => {
      state.hide = hide;
    },
    /** Returns the bytes of a callback about a payment; the patch makes it wrong. */
    callback(row: Pick<LedgerRow, 'orderReference'>, patch: Partial<Evidence> = {}): Uint8Array {
      const evidence = { ...evidenceOf(needed(row.orderReference), 'webhook'), ...patch };
      const { orderReference } = row;
      const { amountText: amount, currency, status, reasonCode } = evidence;
      const signedValues = [ACCOUNT, orderReference, amount, currency, '', '', status, reasonCode ?? ''];
      const callback: CardCallback = { orderReference, merchantAccount: ACCOUNT, signedValues, evidence };
      return Buffer.from(JSON.stringify(callback));
    },
    set down(value: boolean) {
      state.down = value;
    },
    /** Makes the next call do its work but lose its response. */
    loseNextAnswer: () => {
      state.lose = true;
    },
  };
}

function parsed(raw: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(raw).toString('utf8'));
  } catch {
    return undefined;
  }
}
