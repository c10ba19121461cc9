import { ApiProblem, isTransient } from '#lib/web/api/api-client.ts';
import { type Later, NamedTimers } from '#lib/web/named-timers.ts';

/** The read position of a conversation is sent at most this often. */
const EVERY_MS = 2000;
/** A failed update is repeated with growing pauses, at most this long. */
const MOST_WAIT_MS = 64_000;

type ReadWorld = {
  /** Sends the position. `isLeaving`: the page may close before there is a response. */
  readonly post: (seq: number, isLeaving: boolean) => Promise<void>;
  readonly now: () => number;
  readonly later: Later;
};

/** The read position of one conversation, sent to the server promptly but not too often. */
export class ReadMarker {
  readonly #world: ReadWorld;
  readonly #timers: NamedTimers<'post'>;
  #seq: number;
  #sentSeq: number;
  #sentAt = Number.NEGATIVE_INFINITY;
  /** The reader has marked it as unread: visible messages up to here do not count as read. */
  #leftUntil = 0;
  #failures = 0;
  #hasLeft = false;
  #sending: Promise<void> = Promise.resolve();

  constructor(world: ReadWorld, readSeq: number) {
    this.#world = world;
    this.#timers = new NamedTimers(world.later);
    this.#seq = readSeq;
    this.#sentSeq = readSeq;
  }

  get seq(): number {
    return this.#seq;
  }

  /** Resolves after the last update got its response, whatever it was. */
  get sent(): Promise<void> {
    return this.#sending;
  }

  /** A message was seen. */
  seen(seq: number): void {
    if (seq <= this.#seq || seq <= this.#leftUntil) return;
    this.#seq = seq;
    this.#hasLeft = false;
    if (this.#timers.has('post')) return;
    const wait = this.#sentAt + EVERY_MS - this.#world.now();
    if (wait <= 0) this.#send(false);
    else this.#timers.set('post', wait, () => this.#send(false));
  }

  /** The server already knows a position: from an own message, or from another device of this user. */
  known(seq: number): void {
    this.#seq = Math.max(this.#seq, seq);
    this.#sentSeq = Math.max(this.#sentSeq, seq);
  }

  /**
   * Marks the conversation as unread after `seq`. Nothing is sent until a message beyond the newest, `head`, is seen.
   * Returns the function that undoes this if the server could not be told.
   */
  moveBack(seq: number, head: number): () => void {
    const before = [this.#seq, this.#sentSeq, this.#leftUntil] as const;
    this.#timers.clear('post');
    [this.#seq, this.#sentSeq, this.#leftUntil] = [seq, seq, head];
    return () => {
      const [wasSeq, wasSent, wasLeft] = before;
      this.#leftUntil = wasLeft;
      this.#sentSeq = Math.max(this.#sentSeq, wasSent);
      this.#seq = Math.max(this.#seq, wasSeq);
    };
  }

  /** The reader leaves: an unsent position is sent now. */
  leave(): void {
    this.#hasLeft = true;
    this.#timers.clear('post');
    this.#send(true);
  }

  #send(isLeaving: boolean): void {
    const seq = this.#seq;
    if (seq <= this.#sentSeq) return;
    const before = this.#sentSeq;
    this.#sentSeq = seq;
    this.#sentAt = this.#world.now();
    this.#sending = this.#world.post(seq, isLeaving).then(
      () => {
        this.#failures = 0;
      },
      (error: unknown) => {
        // Unless it was moved or sent again meanwhile, it still has to be sent: by the retry, with the next position,
        // or on leaving.
        if (this.#sentSeq !== seq) return;
        this.#sentSeq = before;
        if (isTransient(error) && !this.#hasLeft && !this.#timers.has('post')) this.#again(error);
      },
    );
  }

  #again(error: unknown): void {
    const asked = error instanceof ApiProblem && error.retryAfter !== null ? error.retryAfter * 1000 : 0;
    const wait = Math.min(EVERY_MS * 2 ** this.#failures, MOST_WAIT_MS);
    this.#failures += 1;
    this.#timers.set('post', Math.max(asked, wait), () => this.#send(false));
  }
}
