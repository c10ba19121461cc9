import { MAX_MERGED_BYTES, MAX_QUEUED_BYTES, MAX_QUEUED_FRAMES } from '#lib/tunnel/limits.ts';
import type { Frame } from './frame.ts';
import type { TunnelSink } from './sink.ts';

/** The empty list that all empty queues share. */
const nothing: Frame[] = [];

/**
 * The frames that wait for one client. Frames of one turn leave in one write. While the client does not read, frames
 * wait here and not in a socket, because here they can still be merged and counted.
 */
export class SendQueue {
  #frames = nothing;
  #bytes = 0;

  /** Adds a frame. Of the frames with the same key only the newest is kept. */
  push(frame: Frame): void {
    if (frame.replaces !== null) this.#drop(frame.replaces);
    this.#bytes += frame.sizeBytes;
    // Usually one frame waits, the same frame for ten thousand clients. Their queues share the list that holds it.
    const count = this.#frames.length;
    if (count === 0) this.#frames = frame.alone;
    else if (count === 1) this.#frames = [...this.#frames, frame];
    else this.#frames.push(frame);
  }

  /** Writes as much as the sink accepts. Returns false when the client has fallen too far behind. */
  flush(sink: TunnelSink): boolean {
    let pending = sink.pendingBytes();
    while (this.#frames.length > 0 && pending < MAX_MERGED_BYTES) {
      sink.write(this.#take());
      pending = sink.pendingBytes();
    }
    return this.#frames.length <= MAX_QUEUED_FRAMES && this.#bytes + pending <= MAX_QUEUED_BYTES;
  }

  clear(): void {
    this.#frames = nothing;
    this.#bytes = 0;
  }

  get isEmpty(): boolean {
    return this.#frames.length === 0;
  }

  /** Removes and returns the frames of the next write: as many as fit, at least one. */
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
