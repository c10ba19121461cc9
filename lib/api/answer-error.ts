import type { Context } from '#lib/context/context.ts';
import { AppError, type ErrorName } from '#lib/core/errors.ts';

/** The one error format of every route. */
export type ErrorBody = {
  readonly error: ErrorName;
  readonly message: string;
  readonly statusCode: number;
  readonly details?: Readonly<Record<string, string>>;
  readonly retryAfter?: number;
  readonly requestId?: string;
};

type Failing = Pick<Context, 'log' | 'requestId'>;

/**
 * Responds to any failure: an AppError as itself, any other error as InternalServerError without its text. Logs it
 * with `route`, which names the route as `noteServed` does.
 */
export function answerError(thrown: unknown, ctx: Failing, headers = new Headers(), route?: string): Response {
  const error = loggedFailure(thrown, ctx, route);
  headers.set('cache-control', 'private, no-store');
  headers.set('x-request-id', ctx.requestId);
  if (error.name === 'UpgradeRequired') setUpgrade(headers);
  if (error.retryAfter !== undefined) headers.set('retry-after', String(error.retryAfter));
  return Response.json(bodyOf(error, ctx.requestId), { status: error.status, headers });
}

/** Logs a failure like `answerError` and returns its body, for a response whose status has been sent. */
export const failureBody = (thrown: unknown, ctx: Failing, route?: string): ErrorBody =>
  bodyOf(loggedFailure(thrown, ctx, route), ctx.requestId);

function loggedFailure(thrown: unknown, ctx: Failing, route: string | undefined): AppError {
  const error = thrown instanceof AppError ? thrown : internalError(thrown);
  ctx.log(error.level, 'request.failed', {
    requestId: ctx.requestId,
    ...(route !== undefined && { route }),
    error: error.name,
    status: error.status,
    ...(error.code && { code: error.code }),
    ...(error.status >= 500 && { message: error.message, cause: error.cause ?? thrown }),
  });
  return error;
}

/** RFC 9110 15.5.22 and 7.8: names the protocol to upgrade to, for the next hop only. */
function setUpgrade(headers: Headers): void {
  headers.set('upgrade', 'websocket');
  headers.set('connection', 'upgrade');
}

function bodyOf(error: AppError, requestId: string): ErrorBody {
  const details = { ...error.details, ...(error.code && { code: error.code }) };
  const isOurs = error.status === 500;
  return {
    error: error.name,
    message: isOurs ? 'Something went wrong on our side' : error.message,
    statusCode: error.status,
    ...(!isOurs && Object.keys(details).length > 0 && { details }),
    ...(error.retryAfter !== undefined && { retryAfter: error.retryAfter }),
    ...(error.status >= 500 && { requestId }),
  };
}

const internalError = (cause: unknown) =>
  new AppError('InternalServerError', 'Something went wrong on our side', { cause });
