import { setTimeout as pause } from 'node:timers/promises';
import { ownPathOf } from '#lib/auth/next-path.ts';
import type { UserContext } from '#lib/context/context.ts';
import { codeOf, conflict, invalid, unavailable } from '#lib/core/errors.ts';
import { fault } from '#lib/core/fault.ts';
import { amountText } from '#lib/core/money.ts';
import { after, minutesFrom, SECOND_MS } from '#lib/core/time.ts';
import type { Tx } from '#lib/data/store.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { applyPaymentResult } from '#lib/payments/attempts/apply-result.ts';
import { failureOf } from '#lib/payments/attempts/failures.ts';
import { handlerOf, newAttempt, supersede } from '#lib/payments/attempts/ledger.ts';
import type { Due } from '#lib/payments/attempts/pay-at-once.ts';
import { isLive, payStateOf } from '#lib/payments/attempts/pay-state.ts';
import { LEAST_LEFT_MS } from '#lib/payments/attempts/payment-note.ts';
import { isCardCurrency } from '#lib/payments/attempts/rails.ts';
import { byOf } from '#lib/payments/attempts/transitions.ts';
import { PaymentTransactions } from '#lib/payments/collections.ts';
import { PAGE_MINUTES } from '#lib/payments/limits.ts';
import type { Bill, CardAsk, Payable, PaymentTransition } from '#lib/payments/ports.ts';
import type { CardPayment } from '#lib/payments/schemas/card-payment.ts';
import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';
import { cardGatewayOf, gatewayUnavailable, ownEvidence } from './query-gateway.ts';

/** By then the gateway has replied, or the process that asked is gone. */
const CALL_MS = 12 * SECOND_MS;
const LOOK_AGAIN_MS = 250;

/** What is paid by card, and where the buyer goes afterwards. */
export type CardStart = Due & {
  /** The requested return page. Only a page of our own site is accepted. */
  readonly returnUrl: string | undefined;
  readonly returnByDefault: string;
  /** The language of the gateway's page. Defaults to that of the payable. */
  readonly locale: Locale | undefined;
};

type Claim =
  | { readonly kind: 'open'; readonly row: LedgerRow }
  | { readonly kind: 'claimed'; readonly row: LedgerRow; readonly bill: Bill }
  | { readonly kind: 'busy' };

/**
 * Starts to pay for something by card and returns the page to pay on. A second click, or a concurrent one, returns
 * the page that is already open. No attempt is lost when the gateway's reply is. An attempt with an unknown outcome
 * stays `created` and is checked, and the next click makes another.
 */
export async function startCardPayment(ctx: UserContext, start: CardStart): Promise<CardPayment> {
  const returnUrl = returnPathOf(ctx, start);
  const claim = await claimAttempt(ctx, start, returnUrl);
  if (claim.kind === 'open') return toCardPayment(claim.row, true);
  await fault('payment.after_claim');
  const { row, bill } = claim;

  const answer = await callGateway(ctx, start, askFor(ctx, row, bill));
  await fault('payment.after_gateway_call');
  if ('refused' in answer) throw await refused(ctx, row, answer.refused);
  return toCardPayment(await settleStart(ctx, start, row.orderReference, { paymentUrl: answer.paymentUrl }), false);
}

function returnPathOf({ origin }: UserContext, { returnUrl, returnByDefault }: CardStart): string {
  if (returnUrl === undefined) return returnByDefault;
  const path = ownPathOf(origin, returnUrl);
  if (path === null) throw invalid('The body is not valid', { returnUrl: 'must be a page of this site' });
  return path;
}

/** Waits while another request is at the gateway for the same payable. Its page serves both. */
async function claimAttempt(ctx: UserContext, start: CardStart, returnUrl: string) {
  for (let waited = 0; ; waited += LOOK_AGAIN_MS) {
    const claim = await tryToClaim(ctx, start, { returnUrl, mayWait: waited < CALL_MS });
    if (claim.kind !== 'busy') return claim;
    await pause(LOOK_AGAIN_MS);
  }
}

function tryToClaim(
  ctx: UserContext,
  start: CardStart,
  { returnUrl, mayWait }: { readonly returnUrl: string; readonly mayWait: boolean },
): Promise<Claim> {
  const by = byOf(ctx);
  const now = new Date(by.at);
  const handler = handlerOf(ctx, start.purpose);
  return ctx.data.tx(
    async (t): Promise<Claim> => {
      const { payable, attempts } = await start.find(t);
      if (!isCardCurrency(payable.currency)) throw currencyNotAccepted(payable.currency);
      const gateway = cardGatewayOf(ctx);
      const open = attempts.findLast((attempt) => isOpenPage(attempt, payable, now));
      if (open) return { kind: 'open', row: tryOnceMore(t, open, by.at) };
      if (mayWait && attempts.some((attempt) => isAtGateway(attempt, now))) return { kind: 'busy' };

      const n = (attempts.at(-1)?.n ?? 0) + 1;
      const row = newPage(payable, {
        start,
        n,
        returnUrl,
        merchantAccount: gateway.merchantAccountOf(start.purpose),
        now,
      });
      const [state, bill] = await Promise.all([handler.read(t, row, now), handler.bill?.(t, payable.id)]);
      const payState = payStateOf([...supersede(t, attempts, by.at), row]);
      const transition: PaymentTransition = { ...by, from: null, failed: null, payState };
      t.create(PaymentTransactions, row.orderReference, row);
      if (handler.started) handler.started(t, row, state, transition);
      else handler.moved(t, row, state, transition);
      return { kind: 'claimed', row, bill: bill ?? plainBill(ctx, row) };
    },
    { lane: start.lane },
  );
}

type NewPage = Pick<LedgerRow, 'n'> & {
  readonly start: CardStart;
  readonly returnUrl: string;
  readonly merchantAccount: string;
  readonly now: Date;
};

/** Returns an attempt to be started at the gateway, with the values that will be signed. */
function newPage(payable: Payable, { start, n, returnUrl, merchantAccount, now }: NewPage): LedgerRow {
  const { purpose, locale } = start;
  const draft = newAttempt(payable, { purpose, processor: 'cardgw', n, at: now.toISOString() });
  return {
    ...draft,
    locale: locale ?? draft.locale,
    returnUrl,
    expiresAt: minutesFrom(now, PAGE_MINUTES),
    nextCheckAt: minutesFrom(now, 1),
    signed: {
      merchantAccount,
      orderDate: Math.floor(now.getTime() / SECOND_MS),
      amountText: amountText(draft.amountMinor, draft.currency),
    },
  };
}

const isOpenPage = (attempt: LedgerRow, { amountMinor, currency }: Payable, now: Date): boolean =>
  isLive(attempt) &&
  attempt.paymentUrl !== null &&
  attempt.expiresAt !== null &&
  attempt.expiresAt > after(now, LEAST_LEFT_MS) &&
  attempt.amountMinor === amountMinor &&
  attempt.currency === currency;

/**
 * Clears the failure of the last card when the buyer returns to the page, because they are paying again. While the
 * bank has not replied, the return page must not ask for another payment.
 */
function tryOnceMore(t: Tx, open: LedgerRow, at: string): LedgerRow {
  if (open.failure === null) return open;
  const row: LedgerRow = { ...open, failure: null, version: open.version + 1, updatedAt: at };
  t.set(PaymentTransactions, open.orderReference, row);
  return row;
}

/** True when the row was not written since its creation and the gateway may still reply. */
const isAtGateway = ({ status, processor, version, requestedAt }: LedgerRow, now: Date): boolean =>
  status === 'created' &&
  processor === 'cardgw' &&
  version === 0 &&
  after(new Date(requestedAt), CALL_MS) > now.toISOString();

const plainBill = ({ user }: UserContext, { orderReference, amountMinor }: LedgerRow): Bill => ({
  lines: [{ name: orderReference, count: 1, priceMinor: amountMinor }],
  payer: { name: user.name, email: user.email, phone: '' },
});

const askFor = ({ origin }: UserContext, row: LedgerRow, { lines, payer }: Bill): CardAsk => ({
  purpose: row.purpose,
  orderReference: row.orderReference,
  requestedAt: new Date(row.requestedAt),
  amountMinor: row.amountMinor,
  currency: row.currency,
  lines,
  locale: row.locale,
  returnUrl: `${origin}/pay/return?ref=${row.orderReference}`,
  serviceUrl: `${origin}/api/payments/cardgw/webhook`,
  payer,
});

async function callGateway(ctx: UserContext, start: CardStart, ask: CardAsk) {
  try {
    return await cardGatewayOf(ctx).start(ask);
  } catch (error) {
    // The attempt stays `created`, because the page may exist. It is checked at once, and no other request waits for
    // it.
    await settleStart(ctx, start, ask.orderReference, { nextCheckAt: ctx.now().toISOString() });
    throw codeOf(error) === 'GatewayUnavailable' ? gatewayUnavailable(error) : error;
  }
}

/** Writes the result of the call. If a callback was faster, the attempt has already moved on. */
function settleStart(
  ctx: UserContext,
  { lane }: CardStart,
  orderReference: string,
  reply: Partial<Pick<LedgerRow, 'paymentUrl' | 'nextCheckAt'>>,
): Promise<LedgerRow> {
  const updatedAt = ctx.now().toISOString();
  return ctx.data.tx(
    async (t) => {
      const { data } = await t.need(PaymentTransactions, orderReference);
      const opens = data.status === 'created' && reply.paymentUrl !== undefined;
      const nextCheckAt = data.nextCheckAt && (reply.nextCheckAt ?? data.nextCheckAt);
      const status = opens ? 'pending' : data.status;
      const row: LedgerRow = { ...data, ...reply, nextCheckAt, status, version: data.version + 1, updatedAt };
      t.set(PaymentTransactions, orderReference, row);
      return row;
    },
    { lane },
  );
}

/** Ends an attempt for which the gateway opened no page. Returns the error with the reason for the buyer. */
async function refused(ctx: UserContext, row: LedgerRow, reasonCode: string | null) {
  await applyPaymentResult(ctx, row.orderReference, ownEvidence(row, { status: 'Declined', reasonCode }));
  await applyPaymentResult(ctx, row.orderReference, ownEvidence(row, { status: 'Expired', reasonCode }));
  const { code: failure, message } = failureOf(reasonCode);
  ctx.log('warn', 'payment.refused', { orderReference: row.orderReference, reasonCode });
  return unavailable(message, { code: 'GatewayUnavailable', details: { failure }, retryAfter: 5 });
}

const currencyNotAccepted = (currency: string) =>
  conflict(`Card payments in ${currency} are not possible`, { code: 'CurrencyNotAccepted', details: { currency } });

function toCardPayment({ orderReference, paymentUrl, expiresAt }: LedgerRow, reused: boolean): CardPayment {
  if (paymentUrl === null || expiresAt === null) throw new Error(`${orderReference} has no payment page`);
  return { paymentUrl, orderReference, expiresAt, reused };
}
