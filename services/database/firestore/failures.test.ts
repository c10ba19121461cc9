import { describe, expect, it } from 'vitest';
import { AppError, conflict } from '#lib/core/errors.ts';
import { Locks } from '#lib/data/locks.ts';
import { closedIsAborted, type FailedOperation, GRPC, toStoreError } from './failures.ts';

const grpc = (code: number, message: string): Error =>
  Object.assign(new Error(`${code} ${message}`), { code, details: message });
const reading: FailedOperation = { what: 'read', document: { collection: Locks, id: 'l1' } };
const silent = () => undefined;

describe('toStoreError', () => {
  it.each([
    [3, 'Some argument', 'INVALID', 500],
    [3, 'maximum entity size is 1048576 bytes', 'TOO_LARGE', 413],
    [4, 'Deadline exceeded', 'UNAVAILABLE', 503],
    [5, 'no entity to update', 'NOT_FOUND', 404],
    [6, 'entity already exists', 'EXISTS', 409],
    [7, 'Missing or insufficient permissions', 'UNAVAILABLE', 503],
    [9, 'the stored version does not match', 'CONFLICT', 409],
    [9, 'The query requires an index. You can create it here: https://console.x/y', 'MISSING_INDEX', 500],
    [10, 'Too much contention', 'CONTENTION', 503],
    [14, 'No connection established', 'UNAVAILABLE', 503],
  ])('maps status %i, "%s", to %s', (status, message, code, http) => {
    const cause = grpc(status, message);

    const error = toStoreError(cause, reading, silent);

    expect(error).toMatchObject({ code, status: http, cause });
  });

  it('logs the link to a missing index at level error', () => {
    const lines: unknown[] = [];
    const missing = grpc(9, 'The query requires an index. Create it here: https://console.firebase.google.com/x?y=1');

    toStoreError(missing, reading, (...line) => lines.push(line));

    expect(lines).toEqual([
      ['error', 'store.index_missing', { collection: 'locks', link: 'https://console.firebase.google.com/x?y=1' }],
    ]);
  });

  it('returns an error thrown by a transaction’s callback unchanged', () => {
    const own = conflict('No', { code: 'Own' });
    const plain = Object.assign(new Error('boom'), { code: 5 });

    expect(toStoreError(own, { what: 'transaction' }, silent)).toBe(own);
    expect(toStoreError(plain, { what: 'transaction' }, silent)).toBe(plain);
  });

  it('maps an error of the client itself to INVALID', () => {
    const error = toStoreError(new Error('Value for argument "data" is not valid'), { what: 'write' }, silent);

    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'INVALID' });
  });
});

describe('closedIsAborted', () => {
  it('makes a closed transaction retryable, and toStoreError reports it as CONTENTION', () => {
    const closed = grpc(3, 'Transaction is invalid or closed.');

    const again = closedIsAborted(closed);

    expect(again).toMatchObject({ code: GRPC.ABORTED, cause: closed });
    expect(toStoreError(again, { what: 'transaction', attempts: 5 }, silent)).toMatchObject({ code: 'CONTENTION' });
  });

  it.each([
    grpc(3, 'Some argument'),
    grpc(14, 'No connection established'),
    new Error('Transaction is invalid or closed.'),
    conflict('taken'),
  ])('returns %o unchanged', (error) => {
    expect(closedIsAborted(error)).toBe(error);
  });
});
