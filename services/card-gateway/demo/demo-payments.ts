import { randomInt } from 'node:crypto';
import type { CallbackFault, Faults } from './faults.ts';
import { bodyOf, type Merchant, messageOf } from './message.ts';
import type { Notes } from './notes.ts';
import { type GatewayCallback, hasExpired, nextChangeAt, type Payment, type Verdict } from './payment.ts';
import { openPaymentFile } from './payment-file.ts';
import { nextTryAt, sendCallback } from './send-callback.ts';

/** The longest delay of a Node timer. */
const LONGEST_TIMER_MS = 2_147_483_647;
/** Statuses of a payment whose card was once charged or authorized. */
const charged = ['approved', 'waitingauthcomplete', 'refunded', 'voided', 'refundinprocessing'];

export type DemoPaymentsWorld = {
  readonly folder: string;
  readonly merchant: Merchant;
  readonly speed: number;
  readonly now: () => Date;
  readonly faults: Faults;
  readonly notes: Notes;
};

export type DemoPayments = {
  find(orderReference: string): Payment | null;
  /** Finds a payment by the key in the address of its page. */
  byKey(vkh: string): Payment | null;
  all(): readonly Payment[];
  /** Adds a new payment. Returns false when the reference was used before. */
  admit(payment: Payment): Promise<boolean>;
  /** Changes a payment without sending a callback. */
  change(orderReference: string, patch: Partial<Payment>): Promise<void>;
  /**
   * Reaches a verdict and, unless silent, sends callbacks to the shop, for days if necessary. Resolves when the
   * verdict is on disk.
   */
  move(orderReference: string, verdict: Verdict, isSilent?: boolean): Promise<void>;
  /** Sends an earlier callback again unchanged. Returns false when there is none. */
  replay(orderReference: string, status: string | undefined): Promise<boolean>;
  /** Sends the held callbacks one after another. */
  release(isReversed: boolean): Promise<number>;
  /** Runs everything due and sends all waiting callbacks once. Returns how many were sent and how many still wait. */
  flush(): Promise<{ readonly sent: number; readonly waiting: number }>;
  /** Stops without waiting for replies. Callbacks that were not accepted are sent again after the next start. */
  close(): Promise<void>;
};

/** Opens the payments of the gateway, their callbacks, and the one timer that drives both. */
export async function openDemoPayments(world: DemoPaymentsWorld): Promise<DemoPayments> {
  const { merchant, speed, now, faults, notes } = world;
  const file = await openPaymentFile(world.folder);
  const payments = new Map(file.payments.map((payment) => [payment.orderReference, payment]));
  const references = new Map(file.payments.map(({ vkh, orderReference }) => [vkh, orderReference]));
  const due = new Map<string, number>();
  const sending = new Map<string, Promise<void>>();
  const stop = new AbortController();
  let saved: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const keyOf = (reference: string, index: number) => `${reference} ${index}`;
  function need(reference: string): Payment {
    const payment = payments.get(reference);
    if (!payment) throw new Error(`there is no payment ${reference}`);
    return payment;
  }

  function schedule(payment: Payment): void {
    const { orderReference } = payment;
    const at = nextChangeAt(payment, (index) => sending.has(keyOf(orderReference, index)));
    if (at === null) due.delete(orderReference);
    else due.set(orderReference, at);
    plan();
  }
  function plan(): void {
    clearTimeout(timer);
    if (stop.signal.aborted || due.size === 0) return;
    const at = Math.min(...due.values());
    const waitMs = Math.min(Math.max(at - now().getTime(), 0), LONGEST_TIMER_MS);
    // The timer has fired, so the work it waited for is due, even when a test holds the clock still.
    timer = setTimeout(() => runDue(Math.max(at, now().getTime())), waitMs).unref();
  }
  function runDue(upTo: number): void {
    for (const [reference, at] of [...due]) if (at <= upTo) runOne(need(reference), upTo);
    plan();
  }
  function runOne(payment: Payment, upTo: number): void {
    const { orderReference: reference, later } = payment;
    if (later && Date.parse(later.at) <= upTo) void quietly(move(reference, later));
    else if (hasExpired(payment, new Date(upTo)))
      void quietly(move(reference, { status: 'Expired', reasonCode: 1124 }));
    payment.news.forEach(({ state, dueAt }, index) => {
      if (state === 'waiting' && dueAt !== null && Date.parse(dueAt) <= upTo) void deliver(reference, index);
    });
  }
  /**
   * Runs work that no caller waits for. It fails only when the disk does. Then no further callback is sent, because a
   * crash could undo what it reports.
   */
  const quietly = (work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => {
      notes.problem('disk.failed', null, { message: String(error) });
      stop.abort();
    });

  function put(payment: Payment): Promise<void> {
    payments.set(payment.orderReference, payment);
    saved = file.save(payment);
    schedule(payment);
    return saved;
  }
  const change = (reference: string, patch: Partial<Payment>): Promise<void> => put({ ...need(reference), ...patch });

  async function move(reference: string, { status, reasonCode }: Verdict, isSilent = false): Promise<void> {
    const at = now().toISOString();
    const before = need(reference);
    const authCode = charged.includes(status.toLowerCase())
      ? before.authCode || String(randomInt(100_000, 1_000_000))
      : '';
    const openedAt = before.openedAt ?? at;
    const moved = { ...before, status, reasonCode, authCode, openedAt, changedAt: at, later: null };
    notes.note('status.changed', reference, { from: before.status, status, reasonCode });
    const callbacks =
      isSilent || moved.serviceUrl === null ? [] : [callbackOf(moved, merchant, faults.ofCallback(reference))];
    await put({ ...moved, news: [...moved.news, ...callbacks] });
  }

  /** Sends a callback once. A concurrent call shares the same try. */
  function deliver(reference: string, index: number): Promise<void> {
    const key = keyOf(reference, index);
    const running = sending.get(key);
    if (running) return running;
    const done = quietly(tryOnce(reference, index)).finally(() => {
      sending.delete(key);
      schedule(need(reference));
    });
    sending.set(key, done);
    schedule(need(reference));
    return done;
  }
  async function tryOnce(reference: string, index: number): Promise<void> {
    // A callback must not report what a crash could still undo.
    await saved;
    const payment = need(reference);
    const callback = payment.news[index];
    if (!callback || stop.signal.aborted) return;
    const send = () => sendCallback({ callback, payment, merchant, stop: stop.signal });
    const answers = await severalTimes(callback.tries === 0 ? callback.copies : 1, callback.isParallel, send);
    if (stop.signal.aborted) return;
    const answer = answers.includes('accepted') ? 'accepted' : (answers.at(-1) ?? 'no_answer');
    const tries = callback.tries + 1;
    notes.note('news.sent', reference, { status: callback.status, tries, answers });
    const next = answer === 'accepted' ? null : nextTryAt(callback, tries, now(), speed);
    const state = answer === 'accepted' ? 'accepted' : next === null ? 'given_up' : 'waiting';
    const settled: GatewayCallback = {
      ...callback,
      state,
      tries,
      dueAt: next?.toISOString() ?? null,
      lastAnswer: answer,
    };
    await change(reference, {
      news: need(reference).news.map((callback, at) => (at === index ? settled : callback)),
    });
  }

  const callbacksIn = (state: GatewayCallback['state']): { reference: string; index: number; createdAt: string }[] =>
    [...payments.values()]
      .flatMap(({ orderReference: reference, news }) =>
        news.flatMap((notification, index) =>
          notification.state === state ? [{ reference, index, createdAt: notification.createdAt }] : [],
        ),
      )
      .toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));

  for (const payment of payments.values()) schedule(payment);
  return {
    find: (reference) => payments.get(reference) ?? null,
    byKey: (vkh) => payments.get(references.get(vkh) ?? '') ?? null,
    all: () => [...payments.values()],
    admit: async (payment) => {
      if (payments.has(payment.orderReference)) return false;
      references.set(payment.vkh, payment.orderReference);
      await put(payment);
      return true;
    },
    change,
    move,
    replay: async (reference, status) => {
      const { news } = need(reference);
      const earlier = news.findLast((notification) => status === undefined || notification.status === status);
      if (!earlier) return false;
      const at = now().toISOString();
      const again: GatewayCallback = {
        ...earlier,
        createdAt: at,
        dueAt: at,
        state: 'waiting',
        tries: 0,
        copies: 1,
        lastAnswer: null,
      };
      await change(reference, { news: [...news, again] });
      return true;
    },
    release: async (isReversed) => {
      const held = callbacksIn('held');
      for (const { reference, index } of isReversed ? held.toReversed() : held) await deliver(reference, index);
      return held.length;
    },
    flush: async () => {
      runDue(now().getTime());
      await Promise.all(sending.values());
      const waiting = callbacksIn('waiting');
      await Promise.all(waiting.map(({ reference, index }) => deliver(reference, index)));
      return { sent: waiting.length, waiting: callbacksIn('waiting').length };
    },
    close: async () => {
      stop.abort();
      clearTimeout(timer);
      await Promise.all(sending.values());
      await file.close();
    },
  };
}

function callbackOf(payment: Payment, merchant: Merchant, fault: CallbackFault): GatewayCallback {
  return {
    ...bodyOf(messageOf(payment, merchant, fault), fault.send),
    status: payment.status,
    copies: fault.copies,
    isParallel: fault.isParallel,
    state: fault.isDropped ? 'dropped' : fault.isHeld ? 'held' : 'waiting',
    createdAt: payment.changedAt,
    dueAt:
      fault.isDropped || fault.isHeld ? null : new Date(Date.parse(payment.changedAt) + fault.delayMs).toISOString(),
    tries: 0,
    lastAnswer: null,
  };
}

async function severalTimes<T>(times: number, isParallel: boolean, work: () => Promise<T>): Promise<readonly T[]> {
  if (isParallel) return Promise.all(Array.from({ length: times }, work));
  const results: T[] = [];
  for (let done = 0; done < times; done++) results.push(await work());
  return results;
}
