import { describe, expect, it } from 'vitest';
import { openGate } from './gate.ts';

describe('a gate', () => {
  it('shuts only after every pass has ended, failed ones included', async () => {
    const gate = openGate();
    const slow = Promise.withResolvers<string>();
    const failing = Promise.withResolvers<string>();
    const passing = Promise.allSettled([gate.pass(() => slow.promise), gate.pass(() => failing.promise)]);
    const order: string[] = [];

    const shut = gate.shut().then(() => order.push('shut'));
    failing.reject(new Error('lost'));
    slow.resolve('done');
    await slow.promise.then(() => order.push('out'));
    await shut;

    expect(order).toEqual(['out', 'shut']);
    expect((await passing).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });

  it('rejects a pass after it was shut', async () => {
    const gate = openGate();
    let isStarted = false;
    await gate.shut();

    const late = gate.pass(async () => {
      isStarted = true;
    });

    await expect(late).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(isStarted).toBe(false);
  });
});
