import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiProblem, get, post, put } from './api-client.ts';
import { openStepUpQueue } from './step-up-queue.ts';

type Call = { readonly path: string; readonly init: RequestInit };

const refused = () =>
  Response.json(
    { error: 'Forbidden', message: 'A fresh code', statusCode: 403, details: { code: 'StepUpRequired' } },
    { status: 403 },
  );

/** Opens a server that requires a step-up until it has one. `takes` says whether it accepts it. */
function guarded({ takes = true } = {}) {
  const calls: Call[] = [];
  let isProven = false;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    calls.push({ path, init });
    return isProven ? Response.json({ path }) : refused();
  });
  const prove = () => {
    isProven = takes;
  };
  return { calls, prove };
}

const refusal = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'went well',
    (error: unknown) => (error instanceof ApiProblem ? error.code : error),
  );

describe('the step-up queue', () => {
  beforeEach(() => void vi.stubGlobal('window', new EventTarget()));
  afterEach(() => void vi.unstubAllGlobals());

  it('repeats a rejected call unchanged after the step-up', async () => {
    const { calls, prove } = guarded();
    const queue = openStepUpQueue(() => {
      prove();
      queueMicrotask(() => queue.settle(true));
    });

    const answer = await post('/api/a', { reason: 'why' }, { headers: { 'idempotency-key': 'key-1' } });

    expect(answer).toEqual({ path: '/api/a' });
    expect(calls).toHaveLength(2);
    expect(calls[1]).toEqual(calls[0]);
    expect(calls[1]?.init).toMatchObject({ body: '{"reason":"why"}', headers: { 'idempotency-key': 'key-1' } });
  });

  it('returns the rejection without repeating the call when the step-up is cancelled', async () => {
    const { calls } = guarded();
    const queue = openStepUpQueue(() => queueMicrotask(() => queue.settle(false)));

    expect(await refusal(put('/api/a', {}))).toBe('StepUpRequired');
    expect(calls).toHaveLength(1);
  });

  it('repeats a call at most once, and asks for one step-up', async () => {
    const { calls, prove } = guarded({ takes: false });
    const ask = vi.fn(() => {
      prove();
      queueMicrotask(() => queue.settle(true));
    });
    const queue = openStepUpQueue(ask);

    expect(await refusal(post('/api/a'))).toBe('StepUpRequired');
    expect(calls).toHaveLength(2);
    expect(ask).toHaveBeenCalledOnce();
  });

  it('asks for one step-up for several calls', async () => {
    const { calls, prove } = guarded();
    const ask = vi.fn();
    const queue = openStepUpQueue(ask);
    const both = Promise.all([post('/api/a'), get('/api/b')]);
    await new Promise(setImmediate); // by now both calls were refused

    prove();
    queue.settle(true);

    expect(await both).toEqual([{ path: '/api/a' }, { path: '/api/b' }]);
    expect(calls).toHaveLength(4);
    expect(ask).toHaveBeenCalledOnce();
  });

  it('returns the rejection on a page without a queue, and after the queue was closed', async () => {
    guarded();
    expect(await refusal(post('/api/a'))).toBe('StepUpRequired');

    const ask = vi.fn(() => queueMicrotask(() => queue.close()));
    const queue = openStepUpQueue(ask);
    expect(await refusal(post('/api/a'))).toBe('StepUpRequired');
    expect(await refusal(post('/api/a'))).toBe('StepUpRequired');
    expect(ask).toHaveBeenCalledOnce();
  });

  it('returns any other rejection without asking for a step-up', async () => {
    vi.stubGlobal('fetch', async () =>
      Response.json({ error: 'Forbidden', message: 'No', statusCode: 403 }, { status: 403 }),
    );
    const ask = vi.fn();
    openStepUpQueue(ask);

    expect(await refusal(post('/api/a'))).toBe('Forbidden');
    expect(ask).not.toHaveBeenCalled();
  });
});
