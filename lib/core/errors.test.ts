import { describe, expect, it } from 'vitest';
import {
  AppError,
  codeOf,
  conflict,
  errorNames,
  notFound,
  rateLimited,
  statusOf,
  unavailable,
} from '#lib/core/errors.ts';

describe('AppError', () => {
  it('is recognised across copies of its module in one process', async () => {
    const copy: typeof import('#lib/core/errors.ts') = await import(
      /* @vite-ignore */ `${new URL('./errors.ts', import.meta.url).pathname}?copy`
    );
    const foreign = copy.conflict('Taken', { code: 'HandleTaken' });

    expect(copy.AppError).not.toBe(AppError);
    expect(foreign).toBeInstanceOf(AppError);
    expect(codeOf(foreign)).toBe('HandleTaken');
    expect(foreign.status).toBe(409);
  });

  it('does not match values that only look like an AppError', () => {
    for (const value of [null, undefined, 'AppError', { name: 'Conflict', status: 409 }, new Error('Conflict')])
      expect(value instanceof AppError).toBe(false);
    expect(codeOf({ code: 'EXISTS' })).toBeUndefined();
  });

  it('carries the status and details for the caller, and the cause for the log', () => {
    const cause = new Error('disk full');

    expect(unavailable('Busy', { cause, retryAfter: 5 })).toMatchObject({ status: 503, retryAfter: 5, cause });
    expect(rateLimited('Slow down', 7)).toMatchObject({ status: 429, retryAfter: 7, level: 'warn' });
    expect(notFound('Order', 'ord_1').message).toBe('Order ord_1 does not exist');
    expect(conflict('No', { details: { a: 'b' } }).details).toEqual({ a: 'b' });
  });

  it('has a different status for each name, between 400 and 503', () => {
    const statuses = errorNames.map(statusOf);

    expect(new Set(statuses).size).toBe(errorNames.length);
    expect(statuses.every((status) => status >= 400 && status <= 503)).toBe(true);
  });
});
