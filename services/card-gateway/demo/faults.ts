import { z } from 'zod';

/**
 * The faults of the next callback of a payment. Omitted fields have no fault. Repeats send the same bytes, so a
 * correct callback after a false one needs another `say`.
 */
export const callbackFault = z.strictObject({
  /** Sent this many times whatever the reply, one after another or all at once. */
  copies: z.int().min(1).max(100).default(1),
  isParallel: z.boolean().default(false),
  delayMs: z.int().min(0).max(600_000).default(0),
  /** Held until `release`, which may send the last one first. */
  isHeld: z.boolean().default(false),
  /** Never sent at all. */
  isDropped: z.boolean().default(false),
  wrong: z.enum(['signature', 'amount', 'currency', 'merchant']).optional(),
  /** Empty fields are null and left out of the signed text, so that the others move up. */
  isShifted: z.boolean().default(false),
  /** `key`: the whole JSON as the name of a form field. `mislabelled`: plain JSON with the content type of a form. */
  send: z.enum(['key', 'mislabelled', 'json', 'text']).default('key'),
  /** 490 as `490`, as `490.0` or as `"490.00"`. */
  amountAs: z.enum(['short', 'decimal', 'text']).default('short'),
  hasNoCardPan: z.boolean().default(false),
  hasNoClientName: z.boolean().default(false),
});
export type CallbackFault = z.output<typeof callbackFault>;
export const noFault: CallbackFault = callbackFault.parse({});

/**
 * The fault of a reply. With an error, no reply or garbage, nothing is done. `lost`: the work is done and the reply
 * is lost. `news_first`: the callback of a payment arrives before the reply that opens its page.
 */
const answerFault = z.enum(['error', 'silence', 'garbage', 'lost', 'news_first']);
export type AnswerFault = z.output<typeof answerFault>;

const times = z.int().min(1).max(1000).default(1);
const orderReference = z.string().max(200);
const verdict = { status: z.string().min(1).max(64), reasonCode: z.int().optional() };

/** One command to the gateway. */
export const control = z.discriminatedUnion('do', [
  /** The gateway reaches this verdict now, whatever it said before. `isSilent`: it sends no callback. */
  z.strictObject({ do: z.literal('say'), orderReference, ...verdict, isSilent: z.boolean().default(false) }),
  /** Sends an earlier callback again, byte for byte: the last of that status, or the last of all. */
  z.strictObject({ do: z.literal('replay'), orderReference, status: z.string().optional() }),
  /** The next `times` callbacks, of this payment or of any, have this fault. */
  z.strictObject({ do: z.literal('news'), orderReference: orderReference.optional(), times, fault: callbackFault }),
  /** The next `times` replies have this fault. For /api only those of `transactionType`, if it is set. */
  z.strictObject({
    do: z.literal('answer'),
    on: z.enum(['pay', 'api']),
    transactionType: z.string().optional(),
    times,
    fault: answerFault,
  }),
  /** CHECK_STATUS contradicts the true status until it is set to `null`. */
  z.strictObject({ do: z.literal('claim'), orderReference, verdict: z.strictObject(verdict).nullable() }),
  /** The next `times` refunds stay in processing, are refused, or finish after 20 s in processing. */
  z.strictObject({ do: z.literal('refund'), times, outcome: z.enum(['pending', 'declined', 'pending_then_done']) }),
  z.strictObject({ do: z.literal('release'), isReversed: z.boolean().default(false) }),
  /** Runs everything due, sends all waiting callbacks once, and responds when each got its reply. */
  z.strictObject({ do: z.literal('flush') }),
  /** Discards every fault that has not happened yet. */
  z.strictObject({ do: z.literal('reset') }),
]);
export type Control = z.output<typeof control>;
export type RefundOutcome = Extract<Control, { do: 'refund' }>['outcome'];

type Counted<T> = { left: number; readonly value: T };

/** Holds the pending faults in the order they were requested. They live as long as the process. */
export function openFaults() {
  let callbacks: Counted<{ orderReference: string | undefined; fault: CallbackFault }>[] = [];
  let answers: Counted<{ on: 'pay' | 'api'; transactionType: string | undefined; fault: AnswerFault }>[] = [];
  let refunds: Counted<RefundOutcome>[] = [];

  function take<T>(list: readonly Counted<T>[], fits: (value: T) => boolean): T | null {
    const found = list.find(({ left, value }) => left > 0 && fits(value));
    if (!found) return null;
    found.left -= 1;
    return found.value;
  }
  return {
    add(order: Extract<Control, { do: 'news' | 'answer' | 'refund' }>): void {
      switch (order.do) {
        case 'news':
          callbacks.push({ left: order.times, value: { orderReference: order.orderReference, fault: order.fault } });
          break;
        case 'answer': {
          const { on, transactionType, fault } = order;
          answers.push({ left: order.times, value: { on, transactionType, fault } });
          break;
        }
        case 'refund':
          refunds.push({ left: order.times, value: order.outcome });
      }
    },
    ofCallback: (reference: string): CallbackFault =>
      take(callbacks, ({ orderReference }) => orderReference === undefined || orderReference === reference)?.fault ??
      noFault,
    ofAnswer: (on: 'pay' | 'api', type?: string): AnswerFault | null =>
      take(answers, (value) => value.on === on && (value.transactionType ?? type) === type)?.fault ?? null,
    ofRefund: (): RefundOutcome | null => take(refunds, () => true),
    reset(): void {
      callbacks = [];
      answers = [];
      refunds = [];
    },
  };
}
export type Faults = ReturnType<typeof openFaults>;
