import type { Frame } from './frame.ts';
import type { TunnelSink } from './sink.ts';
import { MAX_MERGED_BYTES, MAX_QUEUED_BYTES, MAX_QUEUED_FRAMES } from './values.ts';

/**
 * What waits for one reader. Frames of one turn leave as one write; while the reader does not read they wait here, where
 * they can still be merged and counted, and not in a socket.
 */
export class SendQueue {
  #frames: Frame[] = [];
  #bytes = 0;

  /** Takes a frame; of those with the same key only the newest stays. */
  push(frame: Frame): void {
    if (frame.replaces !== null) this.#drop(frame.replaces);
    this.#frames.push(frame);
    this.#bytes += frame.text.length;
  }

  /** Hands over what the reader takes; false where it has fallen too far behind. */
  flush(sink: TunnelSink): boolean {
    let pending = sink.pendingBytes();
    while (this.#frames.length > 0 && pending < MAX_MERGED_BYTES) {
      sink.write(this.#take());
      pending = sink.pendingBytes();
    }
    return this.#frames.length <= MAX_QUEUED_FRAMES && this.#bytes + pending <= MAX_QUEUED_BYTES;
  }

  get isEmpty(): boolean {
    return this.#frames.length === 0;
  }

  /** The frames of one write: all of them, or as many as fit, one at least. */
  #take(): readonly Frame[] {
    let bytes = 0;
    let count = 0;
    for (const frame of this.#frames) {
      bytes += frame.text.length + 1;
      if (count > 0 && bytes > MAX_MERGED_BYTES) break;
      count += 1;
    }
    const taken = this.#frames;
    this.#frames = count === taken.length ? [] : taken.splice(count);
    this.#bytes = this.#frames.length === 0 ? 0 : this.#frames.reduce((sum, { text }) => sum + text.length, 0);
    return taken;
  }

  #drop(key: string): void {
    const at = this.#frames.findIndex(({ replaces }) => replaces === key);
    const [dropped] = at === -1 ? [] : this.#frames.splice(at, 1);
    this.#bytes -= dropped?.text.length ?? 0;
  }
}
