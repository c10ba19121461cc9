import { type Later, NamedTimers } from '#lib/web/named-timers.ts';

/** A conversation is told at most so often how far it was read. */
const EVERY_MS = 2000;

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

  constructor(world: ReadWorld, readSeq: number) {
    this.#world = world;
    this.#timers = new NamedTimers(world.later);
    this.#seq = readSeq;
    this.#told = readSeq;
  }

  get seq(): number {
    return this.#seq;
  }

  /** A message was seen. */
  seen(seq: number): void {
    if (seq <= this.#seq) return;
    this.#seq = seq;
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

  /** The reader has said it is unread from here on: nothing is told until something beyond is seen anew. */
  moveBack(seq: number): void {
    this.#timers.clear('post');
    this.#seq = seq;
    this.#told = seq;
  }

  /** The reader goes: what has not been told is told now. */
  leave(): void {
    this.#timers.clear('post');
    this.#tell(true);
  }

  #tell(isLeaving: boolean): void {
    const seq = this.#seq;
    if (seq <= this.#told) return;
    const before = this.#told;
    this.#told = seq;
    this.#toldAt = this.#world.now();
    this.#world.post(seq, isLeaving).catch(() => {
      // It goes with the next message that is seen, or on leaving.
      if (this.#told === seq) this.#told = before;
    });
  }
}
