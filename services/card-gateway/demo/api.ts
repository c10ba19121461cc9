import { amountText, parseAmount } from '#lib/core/money.ts';
import { isSigned, sign } from '#services/card-gateway/signature.ts';
import type { DemoPayments } from './demo-payments.ts';
import type { Faults } from './faults.ts';
import { jsonOf, type Merchant, messageOf } from './message.ts';
import { feeMinorOf, type Payment, type Verdict } from './payment.ts';
import { reasonOf } from './reasons.ts';

/** How long a slow bank takes. */
export const SLOW_MS = 20_000;

export type ApiWorld = {
  readonly payments: DemoPayments;
  readonly merchant: Merchant;
  readonly faults: Faults;
  readonly speed: number;
  readonly now: () => Date;
};
type Ask = Readonly<Record<string, unknown>>;

const refusal = (reasonCode: number): string => JSON.stringify({ reason: reasonOf(reasonCode), reasonCode });
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Responds to one request of the API with JSON text. Every refusal is a reply with its code. */
export async function answerApi(world: ApiWorld, ask: Ask): Promise<string> {
  switch (ask.transactionType) {
    case 'CHECK_STATUS':
      return checkStatus(world, ask);
    case 'REFUND':
      return refund(world, ask);
    case 'SETTLE':
      return settle(world, ask);
    case 'TRANSACTION_LIST':
      return listTransactions(world, ask);
    default:
      return refusal(1109);
  }
}

/**
 * Returns the code that refuses a request before it is processed. Returns null when all fields are present and
 * correctly signed.
 */
function problemOf(
  { merchant }: ApiWorld,
  ask: Ask,
  signed: readonly string[],
  more: readonly string[] = [],
): number | null {
  const fields = ['merchantAccount', ...signed, 'merchantSignature', ...more];
  if (fields.some((name) => textOf(ask[name]) === '')) return 1115;
  if (ask.merchantAccount !== merchant.account) return 1118;
  const values = [merchant.account, ...signed.map((name) => textOf(ask[name]))];
  return isSigned(merchant.secret, values, textOf(ask.merchantSignature)) ? null : 1113;
}

/** Returns a payment whose page was opened. The gateway does not know a payment before that. */
function knownPayment({ payments }: ApiWorld, ask: Ask): Payment | null {
  const payment = payments.find(textOf(ask.orderReference));
  return payment && payment.openedAt !== null ? payment : null;
}

const shown = (payment: Payment): Payment => ({ ...payment, ...payment.claimed });

function checkStatus(world: ApiWorld, ask: Ask): string {
  const problem = problemOf(world, ask, ['orderReference']);
  if (problem !== null) return refusal(problem);
  const payment = knownPayment(world, ask);
  if (!payment) return notFound(world, ask);
  const isBack = ['Refunded', 'Voided'].includes(payment.status);
  return jsonOf(messageOf(shown(payment), world.merchant), {
    refundAmount: isBack ? Number(payment.amount) : Number(amountText(payment.refundedMinor, payment.currency)),
    settlementDate: null,
    settlementAmount: null,
  });
}

function notFound({ merchant }: ApiWorld, ask: Ask): string {
  const orderReference = textOf(ask.orderReference);
  const values = [merchant.account, orderReference, '', '', '', '', '', '1127'];
  return JSON.stringify({
    merchantAccount: merchant.account,
    orderReference,
    merchantSignature: sign(merchant.secret, values),
    reason: reasonOf(1127),
    reasonCode: 1127,
  });
}

/** Returns the reply to REFUND and SETTLE with its own short signature. */
function outcome({ merchant }: ApiWorld, payment: Payment, { status, reasonCode }: Verdict): string {
  const signature = sign(merchant.secret, [merchant.account, payment.orderReference, status, String(reasonCode)]);
  const more = { merchantSignature: signature, transactionStatus: status, reason: reasonOf(reasonCode), reasonCode };
  return jsonOf(messageOf(payment, merchant), more);
}

async function refund(world: ApiWorld, ask: Ask): Promise<string> {
  const problem = problemOf(world, ask, ['orderReference', 'amount', 'currency'], ['comment']);
  if (problem !== null) return refusal(problem);
  const payment = knownPayment(world, ask);
  if (!payment) return refusal(1127);
  const refused = refundProblem(payment, ask);
  if (refused !== null) return outcome(world, payment, { status: 'Declined', reasonCode: refused });
  if (payment.status === 'RefundInProcessing')
    return outcome(world, payment, { status: 'RefundInProcessing', reasonCode: 1138 });
  if (!['Approved', 'WaitingAuthComplete'].includes(payment.status))
    return outcome(world, payment, { status: 'Declined', reasonCode: 1126 });

  const fault = world.faults.ofRefund();
  if (fault === 'declined') return outcome(world, payment, { status: 'Declined', reasonCode: 1123 });
  const back = { status: payment.status === 'Approved' ? 'Refunded' : 'Voided', reasonCode: 1100 };
  if (isPart(payment, ask)) return refundPart(world, payment, askedOf(payment, ask));
  const verdict = fault === null ? back : { status: 'RefundInProcessing', reasonCode: 1138 };
  await world.payments.move(payment.orderReference, verdict);
  if (fault === 'pending_then_done') {
    const at = new Date(world.now().getTime() + SLOW_MS / world.speed).toISOString();
    await world.payments.change(payment.orderReference, { later: { at, ...back } });
  }
  return outcome(world, payment, verdict);
}

const askedOf = ({ currency }: Payment, ask: Ask): number => parseAmount(textOf(ask.amount), currency) ?? 0;
const takenOf = ({ amount, currency }: Payment): number => parseAmount(amount, currency) ?? 0;

/** A part of the amount goes back at once, and the payment stays approved. With the last part it is refunded. */
const isPart = (payment: Payment, ask: Ask): boolean => askedOf(payment, ask) < takenOf(payment);

async function refundPart(world: ApiWorld, payment: Payment, askedMinor: number): Promise<string> {
  const refundedMinor = payment.refundedMinor + askedMinor;
  await world.payments.change(payment.orderReference, { refundedMinor });
  const verdict = { status: 'Refunded', reasonCode: 1100 };
  if (refundedMinor === takenOf(payment)) await world.payments.move(payment.orderReference, verdict);
  return outcome(world, payment, verdict);
}

/** Accepts no more than is left of the amount, in the original currency. */
function refundProblem(payment: Payment, ask: Ask): number | null {
  if (ask.currency !== payment.currency) return 1110;
  const asked = askedOf(payment, ask);
  if (asked === 0) return 1130;
  return asked + payment.refundedMinor > takenOf(payment) ? 1128 : null;
}

/** Accepts only the full amount, in the original currency. */
function sumProblem(payment: Payment, ask: Ask): number | null {
  if (ask.currency !== payment.currency) return 1110;
  const asked = parseAmount(textOf(ask.amount), payment.currency);
  const taken = parseAmount(payment.amount, payment.currency);
  if (asked === null || taken === null || asked === 0) return 1130;
  if (asked > taken) return 1128;
  return asked === taken ? null : 1130;
}

async function settle(world: ApiWorld, ask: Ask): Promise<string> {
  const problem = problemOf(world, ask, ['orderReference', 'amount', 'currency']);
  if (problem !== null) return refusal(problem);
  const payment = knownPayment(world, ask);
  if (!payment) return refusal(1127);
  const refused = sumProblem(payment, ask) ?? (payment.status === 'WaitingAuthComplete' ? null : 1126);
  if (refused !== null) return outcome(world, payment, { status: 'Declined', reasonCode: refused });
  const verdict = { status: 'Approved', reasonCode: 1100 };
  await world.payments.move(payment.orderReference, verdict);
  return outcome(world, payment, verdict);
}

function listTransactions(world: ApiWorld, ask: Ask): string {
  const problem = problemOf(world, ask, ['dateBegin', 'dateEnd']);
  if (problem !== null) return refusal(problem);
  const [from, to] = [Number(textOf(ask.dateBegin)) * 1000, Number(textOf(ask.dateEnd)) * 1000];
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to)) return refusal(1109);
  const lines = world.payments
    .all()
    .filter(
      ({ openedAt, createdAt }) =>
        openedAt !== null && Date.parse(createdAt) >= from && Date.parse(createdAt) <= to + 999,
    )
    .map((payment) => lineOf(payment, world.merchant));
  return `{"merchantAccount":${JSON.stringify(world.merchant.account)},"reason":"Ok","reasonCode":1100,"transactionList":[${lines.join(',')}]}`;
}

function lineOf(payment: Payment, merchant: Merchant): string {
  const minor = parseAmount(payment.amount, payment.currency) ?? 0;
  const settled = amountText(minor - feeMinorOf(payment), payment.currency);
  return jsonOf(messageOf(payment, merchant), {
    transactionType: 'SALE',
    settlementDate: null,
    settlementAmount: payment.status === 'Approved' ? Number(settled) : null,
    baseAmount: Number(payment.amount),
    baseCurrency: payment.currency,
  });
}
