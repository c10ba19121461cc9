import { ApiProblem } from '#lib/web/api/api-client.ts';
import { type Later, NamedTimers } from '#lib/web/named-timers.ts';
import type { SentSignal } from './call-signals.ts';

/** Candidates come in bursts. Those within this time are sent together. */
const GATHER_MS = 100;
/** The pauses before a signal is sent again. The last pause repeats. */
const PAUSES_MS = [500, 1000, 2000, 4000];

type Send = (signal: SentSignal) => Promise<unknown>;
type Refused = (signal: SentSignal, problem: ApiProblem) => void;

/** Sends the signals of a call one after the other, each until it arrives. A refusal by the server drops the signal. */
export class CallSender {
  readonly #send: Send;
  readonly #refused: Refused;
  readonly #timers: NamedTimers<'gather' | 'again'>;
  #queue: SentSignal[] = [];
  #candidates: RTCIceCandidateInit[] = [];
  #work: Promise<void> | null = null;
  #isClosed = false;
  #wake = () => {};

  constructor(send: Send, refused: Refused, later: Later) {
    this.#send = send;
    this.#refused = refused;
    this.#timers = new NamedTimers(later);
  }

  /** Whether every signal has arrived. */
  get isIdle(): boolean {
    return this.#queue.length === 0;
  }

  send(signal: SentSignal): void {
    if (this.#isClosed) return;
    this.#queue.push(signal);
    this.#work ??= this.#sendAll();
  }

  addCandidate(candidate: RTCIceCandidateInit, to: string | undefined): void {
    this.#candidates.push(candidate);
    if (this.#timers.has('gather')) return;
    this.#timers.set('gather', GATHER_MS, () => {
      const candidates = this.#candidates.splice(0);
      this.send({ type: 'candidates', payload: { ...(to !== undefined && { to }), candidates } });
    });
  }

  /** Sends nothing more. Resolves when the signal in progress has arrived or was dropped. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#queue = [];
    this.#timers.clearAll();
    this.#wake();
    await this.#work;
  }

  async #sendAll(): Promise<void> {
    for (let [signal] = this.#queue; signal; [signal] = this.#queue) {
      const problem = await this.#try(signal);
      if (this.#isClosed) break;
      if (problem) this.#refused(signal, problem);
      this.#queue.shift();
    }
    this.#work = null;
  }

  /** Retries until there is a response. Returns the server's refusal, or null. */
  async #try(signal: SentSignal): Promise<ApiProblem | null> {
    for (let tries = 0; !this.#isClosed; tries += 1) {
      try {
        await this.#send(signal);
        return null;
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error;
        const isPassing = error.status === 0 || error.status === 429 || error.status >= 500;
        if (!isPassing) return error;
        const pause = PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)] ?? 0;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
          this.#timers.set('again', pause, resolve);
        });
      }
    }
    return null;
  }
}
