import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiProblem, get, post } from './api-client.ts';

const answering = (reply: () => Response | Promise<Response>) => {
  const calls: { path: string; init: RequestInit }[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    calls.push({ path, init });
    return reply();
  });
  return calls;
};

const problemOf = async (call: Promise<unknown>): Promise<ApiProblem> => {
  const thrown: unknown = await call.catch((error: unknown) => error);
  if (thrown instanceof ApiProblem) return thrown;
  throw new Error(`expected an ApiProblem, got ${String(thrown)}`);
};

describe('the API client', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it('returns the body of a successful response', async () => {
    const calls = answering(() => Response.json({ items: [] }));

    const answer = await post<{ items: unknown[] }>('/api/store/cart', { items: [] }, { headers: { 'x-a': 'b' } });

    expect(answer).toEqual({ items: [] });
    expect(calls[0]?.init).toMatchObject({
      method: 'POST',
      body: '{"items":[]}',
      headers: { 'content-type': 'application/json', 'x-a': 'b' },
    });
  });

  it('sends no body and no content type with a GET', async () => {
    const calls = answering(() => Response.json({}));

    await get('/api/store/cart');

    expect(calls[0]?.init.body).toBeUndefined();
    expect(calls[0]?.init.headers).not.toHaveProperty('content-type');
  });

  it('separates the error code from the details of the fields', async () => {
    answering(() =>
      Response.json(
        {
          error: 'Conflict',
          message: 'Not enough stock',
          statusCode: 409,
          details: { code: 'InsufficientStock', prd_lamp: '2' },
          retryAfter: 3,
        },
        { status: 409 },
      ),
    );

    const problem = await problemOf(post('/api/store/cart', {}));

    expect(problem).toMatchObject({
      status: 409,
      code: 'InsufficientStock',
      details: { prd_lamp: '2' },
      retryAfter: 3,
    });
  });

  it('uses the error class as the code when the response has no code', async () => {
    answering(() => Response.json({ error: 'NotFound', message: 'No such order', statusCode: 404 }, { status: 404 }));

    const problem = await problemOf(get('/api/store/orders/ord_x'));

    expect(problem).toMatchObject({ status: 404, code: 'NotFound', details: {} });
  });

  it('turns an error response of another server into an ApiProblem', async () => {
    answering(() => new Response('<html>Bad gateway</html>', { status: 502 }));

    const problem = await problemOf(get('/api/store/cart'));

    expect(problem).toMatchObject({ status: 502, code: 'InternalServerError' });
  });

  it('reports “Unreachable” when there is no response', async () => {
    answering(() => Promise.reject(new TypeError('failed to fetch')));

    const problem = await problemOf(get('/api/store/cart'));

    expect(problem).toMatchObject({ status: 0, code: 'Unreachable' });
  });
});
