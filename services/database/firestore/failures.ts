import type { Log } from '#lib/context/ports/log.ts';
import { AppError } from '#lib/core/errors.ts';
import type { AnyCollection } from '#lib/data/collection.ts';
import {
  alreadyExists,
  brokenRule,
  changedSince,
  contention,
  missingDocument,
  missingIndex,
  storeUnavailable,
} from '#lib/data/store-errors.ts';

/** The gRPC statuses that the driver distinguishes. */
export const GRPC = {
  CANCELLED: 1,
  INVALID_ARGUMENT: 3,
  NOT_FOUND: 5,
  ALREADY_EXISTS: 6,
  FAILED_PRECONDITION: 9,
  ABORTED: 10,
} as const;

type GrpcError = Error & { readonly code: number };

/** Returns true when an error came from the database, not from a caller's callback. */
export const isGrpc = (error: unknown): error is GrpcError =>
  error instanceof Error &&
  typeof (error as { code?: unknown }).code === 'number' &&
  ('details' in error || 'metadata' in error);

export const hasStatus = (error: unknown, status: number): boolean => isGrpc(error) && error.code === status;

/**
 * Converts a read that found its transaction closed to an error that the SDK retries. The emulator closes a transaction
 * that waited too long for a lock, with a message that the SDK does not know. Use it only for errors of a callback,
 * which reads before anything is committed.
 */
export function closedIsAborted(error: unknown): unknown {
  if (!hasStatus(error, GRPC.INVALID_ARGUMENT)) return error;
  const { message } = error as GrpcError;
  return /transaction is invalid or closed/i.test(message)
    ? Object.assign(new Error(message, { cause: error }), { code: GRPC.ABORTED, details: message })
    : error;
}

/** The operation that failed, for the error message. */
export type FailedOperation = {
  readonly what: 'read' | 'write' | 'transaction';
  readonly document?: { readonly collection: AnyCollection; readonly id: string };
  readonly attempts?: number;
};

const unnamed = { name: 'documents', label: 'Document' };

const isSize = (message: string): boolean =>
  /longer than \d+ bytes|maximum entity size|exceeds the maximum/i.test(message);

/**
 * Converts a failure of the database to the store's own error. An error that a transaction callback throws stays
 * unchanged.
 */
export function toStoreError(error: unknown, doing: FailedOperation, log: Log): unknown {
  if (error instanceof AppError) return error;
  if (!isGrpc(error)) {
    return doing.what === 'transaction' ? error : brokenRule(`The Firestore client rejected a ${doing.what}`, error);
  }
  const { collection = unnamed, id = 'of this commit' } = doing.document ?? {};
  switch (error.code) {
    case GRPC.ALREADY_EXISTS:
      return alreadyExists(collection, id, error);
    case GRPC.NOT_FOUND:
      return missingDocument(collection, id, error);
    case GRPC.FAILED_PRECONDITION: {
      const link = /https:\/\/console\.\S+/.exec(error.message)?.[0];
      if (link === undefined && !/index/i.test(error.message)) return changedSince(collection, id, error);
      log('error', 'store.index_missing', { collection: collection.name, link });
      return missingIndex(`Firestore has no index for this query of ${collection.name}`, error);
    }
    case GRPC.ABORTED:
      return contention(doing.attempts ?? 1, error);
    case GRPC.INVALID_ARGUMENT:
      return isSize(error.message)
        ? new AppError('PayloadTooLarge', `${collection.name}/${id} is larger than the maximum document size`, {
            code: 'TOO_LARGE',
            cause: error,
          })
        : brokenRule(`Firestore rejected a ${doing.what} of ${collection.name}`, error);
    default:
      return storeUnavailable(`Firestore failed a ${doing.what} with status ${error.code}`, error);
  }
}
