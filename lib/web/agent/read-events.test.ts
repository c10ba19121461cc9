import { describe, expect, it } from 'vitest';
import { readEvents } from './read-events.ts';

const text =
  ': \n\nevent: start\ndata: {"id":"a"}\n\nevent: delta\ndata: {"text":"Ціна: 100\\n₴"}\n\n: \n\nevent: done\ndata: {}\n\n';

/** Returns the text in pieces of `size` bytes, which cut letters and events anywhere. */
function streamOf(size: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
    },
  });
}

describe('readEvents', () => {
  it.each([1, 2, 3, 7, 50, 1_000])('reads the same events in pieces of %i bytes', async (size) => {
    const read = [];
    for await (const event of readEvents(streamOf(size))) read.push(event);

    expect(read).toEqual([
      { event: 'start', data: { id: 'a' } },
      { event: 'delta', data: { text: 'Ціна: 100\n₴' } },
      { event: 'done', data: {} },
    ]);
  });

  it('lets go of the connection when its reader stops', async () => {
    let isCanceled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('event: start\ndata: {}\n\n')),
      cancel() {
        isCanceled = true;
      },
    });

    for await (const { event } of readEvents(body)) {
      expect(event).toBe('start');
      break;
    }

    expect(isCanceled).toBe(true);
  });
});
