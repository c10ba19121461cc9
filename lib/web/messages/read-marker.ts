import { ApiProblem, mayPass } from '#lib/web/api/api-client.ts';
import { type Later, NamedTimers } from '#lib/web/named-timers.ts';

/** A conversation is told at most so often how far it was read. */
const EVERY_MS = 2000;
/** What did not get through is told again ever more seldom, and at least so often. */
const MOST_WAIT_MS = 64_000;

type ReadWorld = {
  /** Tells the server; `isLeaving`: the page may go before there is an answer. */
  readonly post: (seq: number, isLeaving: boolean) => Promise<void>;
  readonly now: () => number;
  readonly later: Later;
};

/** How far the reader has come in one conversation, told to the server in good time and not too often. */
export class ReadMarker {
  readonly #world: ReadWorld;
  readonly #timers: NamedTimers<'post'>;
  #seq: number;
  #told: number;
  #toldAt = Number.NEGATIVE_INFINITY;
  /** The reader has said it is unread: what lies up to here is not read again by being in sight. */
  #leftUntil = 0;
  #failures = 0;
  #hasLeft = false;
  #telling: Promise<void> = Promise.resolve();

  constructor(world: ReadWorld, readSeq: number) {
    this.#world = world;
    this.#timers = new NamedTimers(world.later);
    this.#seq = readSeq;
    this.#told = readSeq;
  }

  get seq(): number {
    return this.#seq;
  }

  /** Once what was told last has had its answer, whatever it was. */
  get told(): Promise<void> {
    return this.#telling;
  }

  /** A message was seen. */
  seen(seq: number): void {
    if (seq <= this.#seq || seq <= this.#leftUntil) return;
    this.#seq = seq;
    this.#hasLeft = false;
    if (this.#timers.has('post')) return;
    const wait = this.#toldAt + EVERY_MS - this.#world.now();
    if (wait <= 0) this.#tell(false);
    else this.#timers.set('post', wait, () => this.#tell(false));
  }

  /** The server knows of a position already: one's own message, or another device of this person. */
  known(seq: number): void {
    this.#seq = Math.max(this.#seq, seq);
    this.#told = Math.max(this.#told, seq);
  }

  /**
   * The reader has said it is unread after `seq`: nothing is told until something beyond the newest, `head`, is seen.
   * Answers how to put it as it was, where the server could not be told.
   */
  moveBack(seq: number, head: number): () => void {
    const before = [this.#seq, this.#told, this.#leftUntil] as const;
    this.#timers.clear('post');
    [this.#seq, this.#told, this.#leftUntil] = [seq, seq, head];
    return () => {
      const [wasSeq, wasTold, wasLeft] = before;
      this.#leftUntil = wasLeft;
      this.#told = Math.max(this.#told, wasTold);
      this.#seq = Math.max(this.#seq, wasSeq);
    };
  }

  /** The reader goes: what has not been told is told now. */
  leave(): void {
    this.#hasLeft = true;
    this.#timers.clear('post');
    this.#tell(true);
  }

  #tell(isLeaving: boolean): void {
    const seq = this.#seq;
    if (seq <= this.#told) return;
    const before = this.#told;
    this.#told = seq;
    this.#toldAt = this.#world.now();
    this.#telling = this.#world.post(seq, isLeaving).then(
      () => {
        this.#failures = 0;
      },
      (error: unknown) => {
        // Unless it was moved or told anew meanwhile, it is still to be told: by itself, with the next one, or on leaving.
        if (this.#told !== seq) return;
        this.#told = before;
        if (mayPass(error) && !this.#hasLeft && !this.#timers.has('post')) this.#again(error);
      },
    );
  }

  #again(error: unknown): void {
    const asked = error instanceof ApiProblem && error.retryAfter !== null ? error.retryAfter * 1000 : 0;
    const wait = Math.min(EVERY_MS * 2 ** this.#failures, MOST_WAIT_MS);
    this.#failures += 1;
    this.#timers.set('post', Math.max(asked, wait), () => this.#tell(false));
  }
}
