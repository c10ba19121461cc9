import { connect, type Socket } from 'node:net';
import type { Speech } from './kinds.ts';
import { Scan } from './scan.ts';
import { stampNow } from './stamp.ts';

/** So many are on their way in at a time. */
const AT_ONCE = 200;
const READ_BYTES = 64 * 1024;
const PATIENCE_MS = 60_000;

export type Crowd = {
  readonly speech: Speech;
  readonly port: number;
  /** Whose session each uses, in turn; none for the references. */
  readonly cookies: readonly string[];
};

/** Many subscribers on bare sockets, and every delivery they get. */
export class Subscribers {
  readonly #crowd: Crowd;
  readonly #sockets = new Set<Socket>();
  /** One buffer for all sockets: what is read is looked at before the next read. */
  readonly #shared = Buffer.alloc(READ_BYTES);
  #heard: (ageUs: number) => void = () => {};
  delivered = 0;
  lost = 0;

  constructor(crowd: Crowd) {
    this.#crowd = crowd;
  }

  /** Calls back with the age of each delivery, until told otherwise. */
  hear(heard: (ageUs: number) => void = () => {}): void {
    this.#heard = heard;
  }

  /** Brings in `count` of them; resolves when the last is in. */
  async enter(count: number, cursor = ''): Promise<void> {
    let next = 0;
    const worker = async () => {
      for (let n = next++; n < count; n = next++) await this.#enterOne(n, cursor);
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count) }, worker));
  }

  /** Tells a server that asks now and then that all are still there. */
  keepAlive(): void {
    const { alive } = this.#crowd.speech;
    if (alive) for (const socket of this.#sockets) socket.write(alive);
  }

  /** Cuts all of them off without a word. */
  cut(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
    this.#sockets.clear();
  }

  #enterOne(n: number, cursor: string): Promise<void> {
    const { speech, port, cookies } = this.#crowd;
    const cookie = cookies[n % Math.max(1, cookies.length)] ?? '';
    return new Promise((resolve, reject) => {
      const scan = new Scan();
      const found = (stampUs: number) => {
        this.delivered += 1;
        this.#heard((stampNow() % 10 ** 15) - stampUs);
      };
      let heard = '';
      let turn = 0;
      let isIn = false;
      const impatience = setTimeout(
        () => reject(new Error(`subscriber ${n} is not in: ${heard.slice(0, 300)}`)),
        PATIENCE_MS,
      );
      const read = (length: number): boolean => {
        const bytes = this.#shared.subarray(0, length);
        scan.read(bytes, found);
        if (isIn) return true;
        heard += bytes.toString('latin1');
        const said = speech.next(heard, turn, cursor);
        if (said === 'in') {
          isIn = true;
          heard = '';
          clearTimeout(impatience);
          resolve();
        } else if (said) {
          turn += 1;
          socket.write(said);
        }
        return true;
      };
      const socket = connect({
        port,
        host: '127.0.0.1',
        noDelay: true,
        onread: { buffer: this.#shared, callback: read },
      });
      socket.on('connect', () => socket.write(speech.hello(`127.0.0.1:${port}`, cookie, cursor)));
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        if (this.#sockets.delete(socket)) this.lost += 1;
        if (!isIn) reject(new Error(`subscriber ${n} was sent away: ${heard.slice(0, 300)}`));
      });
      this.#sockets.add(socket);
    });
  }
}
