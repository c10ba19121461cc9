import { describe, expect, it } from 'vitest';
import { MAX_MERGED_BYTES, MAX_QUEUED_BYTES } from '#lib/tunnel/limits.ts';
import { MemorySink } from '#tests/support/memory-sink.ts';
import { Frame } from './frame.ts';
import { SendQueue } from './send-queue.ts';
import type { TunnelSink } from './sink.ts';

/** A message of about this many bytes, in a script with two bytes per letter. */
const ukrainian = (sizeBytes: number) =>
  new Frame({
    type: 'event',
    channel: 'conversation:cvs_1',
    event: 'message.created',
    at: '2026-03-02T10:00:00.000Z',
    data: { text: 'ї'.repeat(sizeBytes / 2) },
  });

/** A client that has stopped reading. */
const stalled: TunnelSink = {
  transport: 'websocket',
  pendingBytes: () => MAX_MERGED_BYTES,
  write: () => undefined,
  ping: () => undefined,
  end: () => undefined,
};

describe('SendQueue', () => {
  it('limits the queued bytes as encoded in UTF-8', () => {
    const queue = new SendQueue();
    const half = ukrainian(MAX_QUEUED_BYTES / 2 - MAX_MERGED_BYTES);

    queue.push(half);
    const first = queue.flush(stalled);
    queue.push(half);
    const second = queue.flush(stalled);
    queue.push(ukrainian(2 * MAX_MERGED_BYTES));

    expect([first, second, queue.flush(stalled)]).toEqual([true, true, false]);
  });

  it('does not merge frames beyond the allowed size', () => {
    const sink = new MemorySink();
    const queue = new SendQueue();
    for (let n = 0; n < 3; n++) queue.push(ukrainian(MAX_MERGED_BYTES / 2));

    queue.flush(sink);

    expect(sink.writes).toEqual([1, 1, 1]);
  });
});
