import { AppError } from '#lib/core/errors.ts';

// Branch on the codes below, never on the messages.

type Named = { readonly name: string; readonly label: string };

/** `create` found an existing document, usually from an earlier attempt that succeeded. */
export const alreadyExists = ({ label }: Named, id: string, cause?: unknown) =>
  new AppError('Conflict', `${label} ${id} already exists`, { code: 'EXISTS', cause });

export const missingDocument = ({ label }: Named, id: string, cause?: unknown) =>
  new AppError('NotFound', `${label} ${id} does not exist`, { code: 'NOT_FOUND', cause });

/** The document has changed since the version that the caller read. */
export const changedSince = ({ label }: Named, id: string, cause?: unknown) =>
  new AppError('Conflict', `${label} ${id} was changed in the meantime. Try again`, { code: 'CONFLICT', cause });

/** A transaction lost all its attempts to other writers. */
export const contention = (attempts: number, cause?: unknown) =>
  new AppError('ServiceUnavailable', `The store is busy: a transaction failed after ${attempts} attempts`, {
    code: 'CONTENTION',
    retryAfter: 1,
    cause,
  });

export const missingIndex = (message: string, cause?: unknown) =>
  new AppError('InternalServerError', message, { code: 'MISSING_INDEX', cause });

/** A rule of the model is broken: a bug in our code, never the caller's fault. */
export const brokenRule = (message: string, cause?: unknown) =>
  new AppError('InternalServerError', message, { code: 'INVALID', cause });

export const tooLarge = ({ name }: Named, id: string, sizeBytes: number) =>
  new AppError('PayloadTooLarge', `${name}/${id} has ${sizeBytes} bytes; a document may have at most 900,000`, {
    code: 'TOO_LARGE',
  });

export const storeUnavailable = (message: string, cause?: unknown) =>
  new AppError('ServiceUnavailable', message, { code: 'UNAVAILABLE', retryAfter: 5, cause });

export const queriedInTransaction = ({ name }: Named) =>
  brokenRule(`A transaction queried ${name} without \`mayQuery\`. A transaction that runs often must read by id`);

/**
 * The database file now belongs to another version of Plaza, whose indexes would not find the documents that this
 * version writes.
 */
export const schemaChanged = () =>
  new AppError('ServiceUnavailable', 'Another version of Plaza has upgraded the database. Restart this process', {
    code: 'OTHER_VERSION',
    retryAfter: 5,
  });
