import { connect, type Socket } from 'node:net';
import type { Speech } from './kinds.ts';
import { Scan } from './scan.ts';
import { stampNow } from './stamp.ts';

/** The number of subscribers that connect at the same time. */
const AT_ONCE = 200;
const READ_BYTES = 64 * 1024;
const PATIENCE_MS = 60_000;

export type Crowd = {
  readonly speech: Speech;
  readonly port: number;
};

type Line = { readonly n: number; readonly socket: Socket; listen: ((bytes: Buffer) => void) | null };

/** Many subscribers on bare sockets, and every delivery that they get. */
export class Subscribers {
  readonly #crowd: Crowd;
  readonly #lines = new Set<Line>();
  /** One buffer for all sockets: the bytes of a read are scanned before the next read. */
  readonly #shared = Buffer.alloc(READ_BYTES);
  #heard: (ageUs: number) => void = () => {};
  /** The session cookies that subscribers use in turn; none for the references. */
  cookies: readonly string[] = [];
  delivered = 0;
  lost = 0;

  constructor(crowd: Crowd) {
    this.#crowd = crowd;
  }

  /** Calls back with the age of each delivery, until the next call of `hear`. */
  hear(heard: (ageUs: number) => void = () => {}): void {
    this.#heard = heard;
  }

  /** Connects `count` subscribers; resolves when the last has its first response. */
  connect(count: number, cursor = ''): Promise<void> {
    return atOnce(count, async (n) => void (await this.#connectOne(n, cursor)));
  }

  /** Subscribes every connected subscriber to the channel; resolves when the last is subscribed. */
  subscribe(cursor = ''): Promise<void> {
    const lines = [...this.#lines];
    return atOnce(lines.length, (n) => this.#subscribeOne(lines[n] as Line, cursor)); // `n` is below their count
  }

  /** Connects `count` subscribers as in production, where each requests the channel as soon as it is connected. */
  enter(count: number, cursor = ''): Promise<void> {
    return atOnce(count, async (n) => this.#subscribeOne(await this.#connectOne(n, cursor), cursor));
  }

  /** Sends the keep-alive of every subscriber to a server that expects one. */
  keepAlive(): void {
    const { alive } = this.#crowd.speech;
    if (alive) for (const { socket } of this.#lines) socket.write(alive);
  }

  /** Cuts all subscribers off without a close frame. */
  cut(): void {
    for (const { socket } of this.#lines) socket.resetAndDestroy();
    this.#lines.clear();
  }

  async #connectOne(n: number, cursor: string): Promise<Line> {
    const { speech, port } = this.#crowd;
    const cookie = this.cookies[n % Math.max(1, this.cookies.length)] ?? '';
    const scan = new Scan();
    const found = (stampUs: number) => {
      this.delivered += 1;
      this.#heard((stampNow() % 10 ** 15) - stampUs);
    };
    const read = (length: number): boolean => {
      const bytes = this.#shared.subarray(0, length);
      scan.read(bytes, found);
      line.listen?.(bytes);
      return true;
    };
    const socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: { buffer: this.#shared, callback: read },
    });
    const line: Line = { n, socket, listen: null };
    socket.on('connect', () => socket.write(speech.hello(`127.0.0.1:${port}`, cookie, cursor)));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      if (this.#lines.delete(line)) this.lost += 1;
    });
    this.#lines.add(line);
    let turn = 0;
    await untilHeard(line, (heard) => {
      const said = speech.next(heard, turn);
      if (said === 'connected') return true;
      if (said) {
        turn += 1;
        socket.write(said);
      }
      return false;
    });
    return line;
  }

  async #subscribeOne(line: Line, cursor: string): Promise<void> {
    const { subscribe } = this.#crowd.speech;
    if (!subscribe) return;
    line.socket.write(subscribe.ask(cursor));
    await untilHeard(line, (heard) => subscribe.isAnswered(heard));
  }
}

async function atOnce(count: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let n = next++; n < count; n = next++) await work(n);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, count) }, worker));
}

/** Waits until the bytes that a line receives from now on satisfy `isIt`. */
function untilHeard(line: Line, isIt: (heard: string) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    let heard = '';
    const end = (settle: () => void) => {
      clearTimeout(impatience);
      line.socket.off('close', sentAway);
      line.listen = null;
      settle();
    };
    const fail = (why: string) => end(() => reject(new Error(`subscriber ${line.n} ${why}: ${heard.slice(0, 300)}`)));
    const sentAway = () => fail('was sent away');
    const impatience = setTimeout(() => fail('is not in'), PATIENCE_MS);
    line.socket.once('close', sentAway);
    line.listen = (bytes) => {
      heard += bytes.toString('latin1');
      if (isIt(heard)) end(resolve);
    };
  });
}
