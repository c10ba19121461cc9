import { requestStepUp } from './step-up.ts';

/** The one error format of the API. See `lib/api/answer-error.ts`. */
type ErrorBody = {
  readonly error: string;
  readonly message: string;
  readonly statusCode: number;
  readonly details?: Readonly<Record<string, string>>;
  readonly retryAfter?: number;
  readonly requestId?: string;
};

/** A failed call. `code` is the exact reason for programs. `details` holds one message per field. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, string>>;
  readonly retryAfter: number | null;
  readonly requestId: string | null;

  constructor(body: ErrorBody) {
    super(body.message);
    const { code, ...details } = body.details ?? {};
    this.status = body.statusCode;
    this.code = code ?? body.error;
    this.details = details;
    this.retryAfter = body.retryAfter ?? null;
    this.requestId = body.requestId ?? null;
  }
}

/** Returns whether a call was refused because the session has ended. */
export const isSignedOut = (error: unknown): boolean => error instanceof ApiProblem && error.status === 401;

/** Returns whether a retry can help: no response came, or the server failed or was overloaded. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.status === 0 || error.status >= 500 || error.status === 429);

export type CallOptions = {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Lets the call outlive the page, for data that must be saved while the page closes. */
  readonly keepalive?: boolean;
};

/** Reads from our own API. The caller names the type of the response, which is the route's response schema. */
export const get = <T>(path: string, options: CallOptions = {}): Promise<T> => call<T>('GET', path, undefined, options);
/** Writes JSON to our own API. */
export const post = <T>(path: string, body: unknown = {}, options: CallOptions = {}): Promise<T> =>
  call<T>('POST', path, body, options);
export const put = <T>(path: string, body: unknown, options: CallOptions = {}): Promise<T> =>
  call<T>('PUT', path, body, options);
export const patch = <T>(path: string, body: unknown, options: CallOptions = {}): Promise<T> =>
  call<T>('PATCH', path, body, options);
export const remove = <T>(path: string, options: CallOptions = {}, body?: unknown): Promise<T> =>
  call<T>('DELETE', path, body, options);

async function call<T>(method: string, path: string, body: unknown, options: CallOptions): Promise<T> {
  const init: RequestInit = {
    method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...spokenHere(),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(options.signal && { signal: options.signal }),
    ...(options.keepalive && { keepalive: true }),
  };
  try {
    return await send<T>(path, init);
  } catch (error) {
    // Repeats the same request once only, so that a step-up that does not help is not asked for again and again.
    if (lacksProof(error) && (await requestStepUp())) return send<T>(path, init);
    throw error;
  }
}

const lacksProof = (error: unknown): boolean => error instanceof ApiProblem && error.code === 'StepUpRequired';

async function send<T>(path: string, init: RequestInit): Promise<T> {
  const response = await reach(path, init);
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as T; // has the type of the route's response schema
  throw refusalOf(response.status, answer);
}

/** Returns the error of a failed response. A proxy in between may respond with anything. */
export const refusalOf = (status: number, answer: unknown): ApiProblem =>
  new ApiProblem(isErrorBody(answer) ? answer : unreadable(status));

/** Returns the error of a call without a response. The call may or may not have had its effect. */
export const unreachable = (): ApiProblem =>
  new ApiProblem({ error: 'Unreachable', message: 'The server could not be reached', statusCode: 0 });

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw unreachable();
  }
}

/** Returns the language of the page for the texts of a response. A script without a page has none. */
const spokenHere = (): Record<string, string> =>
  typeof document === 'undefined' ? {} : { 'accept-language': document.documentElement.lang };

const unreadable = (statusCode: number): ErrorBody => ({
  error: 'InternalServerError',
  message: 'The server’s response could not be read',
  statusCode,
});

const isErrorBody = (value: unknown): value is ErrorBody =>
  typeof value === 'object' && value !== null && 'error' in value && 'statusCode' in value && 'message' in value;
