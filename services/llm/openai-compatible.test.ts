import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type ModelServer, openModelServer } from '#tests/support/model-server.ts';
import { openCompatibleModel } from './openai-compatible.ts';

const schema = z.object({ intent: z.string(), score: z.number() });
const good = { intent: 'payment', score: 0.5 };

let server: ModelServer;
beforeEach(async () => {
  server = await openModelServer({ say: good });
});
afterEach(() => server.close());

/** Ten minutes. An answer that came only after this timeout would be beyond the timeout of a test. */
const model = (timeoutMs = 600_000) =>
  openCompatibleModel({
    baseUrl: server.baseUrl,
    apiKey: 'key-1',
    models: { classify: 'm-classify', draft: 'm-draft', agent: 'm-agent' },
    maxOutputTokens: 333,
    timeoutMs,
    fetch: globalThis.fetch,
  });
const ask = (signal = new AbortController().signal) => ({
  purpose: 'classify' as const,
  instructions: 'Say what it is.',
  data: 'the mail',
  signal,
});

describe('openCompatibleModel', () => {
  it('calls the model of the purpose once and returns the token usage', async () => {
    const answer = await model().complete(ask(), schema);

    expect(answer).toEqual({
      ok: true,
      value: good,
      usage: { inputTokens: 120, cachedInputTokens: 20, outputTokens: 30 },
    });
    expect(server.asked).toHaveLength(1);
    expect(server.asked[0]?.authorization).toBe('Bearer key-1');
    expect(server.asked[0]?.body).toMatchObject({
      model: 'm-classify',
      max_tokens: 333,
      response_format: { type: 'json_schema' },
      messages: [
        { role: 'system', content: 'Say what it is.' },
        { role: 'user', content: 'the mail' },
      ],
    });
    expect(server.asked[0]?.body).not.toHaveProperty('tools');
  });

  it.each([
    ['text that is not JSON', { text: 'I am sorry, I cannot do that' }],
    ['JSON of another shape', { say: { mood: 'fine' } }],
    ['an empty reply', { text: '' }],
  ])('F16 returns BadOutput with the usage for %s, after one call', async (_, behaviour) => {
    server.behave(behaviour);

    const answer = await model().complete(ask(), schema);

    expect(answer).toEqual({
      ok: false,
      failure: 'BadOutput',
      retry: true,
      usage: { inputTokens: 120, cachedInputTokens: 20, outputTokens: 30 },
    });
    expect(server.asked).toHaveLength(1);
  });

  it.each([
    ['500', { status: 500 }, 'Unavailable', true],
    ['503', { status: 503 }, 'Unavailable', true],
    ['429', { status: 429, headers: { 'retry-after': '60' } }, 'RateLimited', true],
    ['401', { status: 401 }, 'Refused', false],
    ['404', { status: 404 }, 'Refused', false],
    ['a garbled body', 'garbage', 'Unavailable', true],
    ['a connection cut in the middle', 'cut', 'Unavailable', true],
  ] as const)('F16 fails after one call on %s', async (_, behaviour, failure, retry) => {
    server.behave(behaviour);

    const answer = await model().complete(ask(), schema);

    expect(answer).toMatchObject({ ok: false, failure, retry, usage: null });
    expect(server.asked).toHaveLength(1);
  });

  it('F16 times out on a silent server and closes the connection', async () => {
    server.behave('hang');

    // On a busy machine the request may not reach the server in time, so the next one gets a longer timeout.
    for (let ms = 1_000; server.asked.length === 0; ms *= 2)
      expect(await model(ms).complete(ask(), schema)).toMatchObject({
        ok: false,
        failure: 'Timeout',
        retry: true,
        usage: null,
      });

    await expect.poll(() => server.left()).toBe(1);
  });

  it('F16 stops when its caller aborts', async () => {
    server.behave('hang');
    const caller = new AbortController();
    const answer = model().complete(ask(caller.signal), schema);
    await expect.poll(() => server.asked.length).toBe(1);

    caller.abort();

    expect(await answer).toMatchObject({ ok: false, failure: 'Timeout' });
    await expect.poll(() => server.left()).toBe(1);
  });

  it('F16 returns Unavailable when the connection is refused', async () => {
    const gone = model();
    await server.close();

    expect(await gone.complete(ask(), schema)).toMatchObject({ ok: false, failure: 'Unavailable', retry: true });
  });
});
