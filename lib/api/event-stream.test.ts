import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { testContext } from '#tests/support/context.ts';
import { eventStream } from './event-stream.ts';

const request = { url: 'http://localhost:3000/api/store/products/mug/agent-chat' };

describe('a stream of events', () => {
  it.each([
    ['comes', () => Promise.resolve(), []],
    ['fails', () => Promise.reject(new Error('no disk')), ['Error: no disk']],
  ])('logs only failures of the source for a reader who leaves while an event %s', async (_, storing, causes) => {
    const ctx = await testContext();
    const reached = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    async function* events() {
      try {
        yield { event: 'start', data: {} };
        reached.resolve();
        await gate.promise;
        await storing();
        yield { event: 'done', data: {} };
      } finally {
        ended.resolve();
      }
    }
    const reader = eventStream(ctx, request, 'Ask', events()).body?.getReader();
    await reader?.read();
    await reached.promise;
    const left = reader?.cancel();
    gate.resolve();

    await ended.promise;
    await left;
    // The stream finishes its work in this turn of the event loop, after its source has ended.
    await setImmediate();

    const failed = ctx.lines.filter(({ event }) => event === 'request.failed');
    expect(failed.map(({ facts }) => String(facts.cause))).toEqual(causes);
  });

  it('ends with the failure of its source', async () => {
    const ctx = await testContext();
    async function* events(): AsyncGenerator<{ event: string; data: unknown }, void> {
      // It fails before its first event.
      yield* [];
      throw new Error('no disk');
    }

    const text = await eventStream(ctx, request, 'Ask', events()).text();

    expect(text).toContain('event: error');
    expect(text).not.toContain('no disk');
  });
});
