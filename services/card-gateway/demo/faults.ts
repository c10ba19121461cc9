import { z } from 'zod';

/**
 * What is wrong with the next news of a payment; what is not named is as it should be. Repeats are the same bytes, so
 * after a lie the truth needs another `say`.
 */
export const newsFault = z.strictObject({
  /** Sent so often, whatever is answered; one after another, or all at once. */
  copies: z.int().min(1).max(100).default(1),
  isParallel: z.boolean().default(false),
  delayMs: z.int().min(0).max(600_000).default(0),
  /** Kept until `release`, which may send the last one first. */
  isHeld: z.boolean().default(false),
  /** Never sent at all. */
  isDropped: z.boolean().default(false),
  wrong: z.enum(['signature', 'amount', 'currency', 'merchant']).optional(),
  /** Empty fields are null and left out of what is signed, so that the others move up. */
  isShifted: z.boolean().default(false),
  /** `key`: the whole JSON as the name of a form field. `mislabelled`: plain JSON that calls itself a form. */
  send: z.enum(['key', 'mislabelled', 'json', 'text']).default('key'),
  /** 490 as `490`, as `490.0` or as `"490.00"`. */
  amountAs: z.enum(['short', 'decimal', 'text']).default('short'),
  hasNoCardPan: z.boolean().default(false),
  hasNoClientName: z.boolean().default(false),
});
export type NewsFault = z.output<typeof newsFault>;
export const noFault: NewsFault = newsFault.parse({});

/**
 * What happens to an answer: an error, no answer at all, nonsense (all three: nothing is done), an answer lost after its
 * work was done, or a payment whose news arrive before the answer that opens its page.
 */
const answerFault = z.enum(['error', 'silence', 'garbage', 'lost', 'news_first']);
export type AnswerFault = z.output<typeof answerFault>;

const times = z.int().min(1).max(1000).default(1);
const orderReference = z.string().max(200);
const verdict = { status: z.string().min(1).max(64), reasonCode: z.int().optional() };

/** One order to the gateway. */
export const control = z.discriminatedUnion('do', [
  /** The gateway comes to this verdict now, whatever it said before; `isSilent`: it tells nobody. */
  z.strictObject({ do: z.literal('say'), orderReference, ...verdict, isSilent: z.boolean().default(false) }),
  /** Sends earlier news once more, byte for byte: the last of that status, or the last of all. */
  z.strictObject({ do: z.literal('replay'), orderReference, status: z.string().optional() }),
  /** The next `times` news, of this payment or of any, go wrong like this. */
  z.strictObject({ do: z.literal('news'), orderReference: orderReference.optional(), times, fault: newsFault }),
  /** The next `times` answers go wrong; for /api only of one transaction type where it is named. */
  z.strictObject({
    do: z.literal('answer'),
    on: z.enum(['pay', 'api']),
    transactionType: z.string().optional(),
    times,
    fault: answerFault,
  }),
  /** CHECK_STATUS contradicts what is true, until told `null`. */
  z.strictObject({ do: z.literal('claim'), orderReference, verdict: z.strictObject(verdict).nullable() }),
  /** The next `times` refunds stay in processing, are refused, or stay in processing and are done after 20 s. */
  z.strictObject({ do: z.literal('refund'), times, outcome: z.enum(['pending', 'declined', 'pending_then_done']) }),
  z.strictObject({ do: z.literal('release'), isReversed: z.boolean().default(false) }),
  /** Does what is due by the clock, sends all waiting news once, and answers when each had its answer. */
  z.strictObject({ do: z.literal('flush') }),
  /** Forgets every fault that has not happened yet. */
  z.strictObject({ do: z.literal('reset') }),
]);
export type Control = z.output<typeof control>;
export type RefundOutcome = Extract<Control, { do: 'refund' }>['outcome'];

type Counted<T> = { left: number; readonly value: T };

/** The faults that are still to happen, in the order they were asked for. They live as long as the process. */
export function openFaults() {
  let news: Counted<{ orderReference: string | undefined; fault: NewsFault }>[] = [];
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
          news.push({ left: order.times, value: { orderReference: order.orderReference, fault: order.fault } });
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
    ofNews: (reference: string): NewsFault =>
      take(news, ({ orderReference }) => orderReference === undefined || orderReference === reference)?.fault ??
      noFault,
    ofAnswer: (on: 'pay' | 'api', type?: string): AnswerFault | null =>
      take(answers, (value) => value.on === on && (value.transactionType ?? type) === type)?.fault ?? null,
    ofRefund: (): RefundOutcome | null => take(refunds, () => true),
    reset(): void {
      news = [];
      answers = [];
      refunds = [];
    },
  };
}
export type Faults = ReturnType<typeof openFaults>;
