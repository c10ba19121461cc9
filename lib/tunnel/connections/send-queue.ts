import { MAX_MERGED_BYTES, MAX_QUEUED_BYTES, MAX_QUEUED_FRAMES } from '#lib/tunnel/values.ts';
import type { Frame } from './frame.ts';
import type { TunnelSink } from './sink.ts';

/** Shared by all queues in which nothing waits. */
const nothing: Frame[] = [];

/**
 * What waits for one reader. Frames of one turn leave as one write; while the reader does not read they wait here, where
 * they can still be merged and counted, and not in a socket.
 */
export class SendQueue {
  #frames = nothing;
  #bytes = 0;

  /** Takes a frame; of those with the same key only the newest stays. */
  push(frame: Frame): void {
    if (frame.replaces !== null) this.#drop(frame.replaces);
    this.#bytes += frame.sizeBytes;
    // Mostly one frame waits, for ten thousand readers the same: they share the list that holds it.
    const [first, second] = this.#frames;
    if (!first) this.#frames = frame.alone;
    else if (!second) this.#frames = [first, frame];
    else this.#frames.push(frame);
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
    const all = this.#frames;
    const count = this.#bytes + all.length <= MAX_MERGED_BYTES ? all.length : fitting(all);
    this.#frames = count === all.length ? nothing : all.slice(count);
    this.#bytes = this.#frames.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    return count === all.length ? all : all.slice(0, count);
  }

  #drop(key: string): void {
    const dropped = this.#frames.find(({ replaces }) => replaces === key);
    if (!dropped) return;
    this.#frames = this.#frames.filter((frame) => frame !== dropped);
    this.#bytes -= dropped.sizeBytes;
  }
}

function fitting(frames: readonly Frame[]): number {
  let bytes = 0;
  for (const [at, { sizeBytes }] of frames.entries()) {
    bytes += sizeBytes + 1;
    if (at > 0 && bytes > MAX_MERGED_BYTES) return at;
  }
  return frames.length;
}
