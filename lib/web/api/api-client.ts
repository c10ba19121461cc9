import { wantStepUp } from './step-up.ts';

/** The one shape in which the API fails; see `lib/api/answer-error.ts`. */
type ErrorBody = {
  readonly error: string;
  readonly message: string;
  readonly statusCode: number;
  readonly details?: Readonly<Record<string, string>>;
  readonly retryAfter?: number;
  readonly requestId?: string;
};

/** A call that failed. `code` is the exact reason for programs; `details` holds one message per field. */
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

/** Whether a call was refused because the session has ended meanwhile. */
export const isSignedOut = (error: unknown): boolean => error instanceof ApiProblem && error.status === 401;

/** Whether trying again can help: no answer came, or the server was in trouble or had too much to do. */
export const mayPass = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.status === 0 || error.status >= 500 || error.status === 429);

export type CallOptions = {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Lets the call outlive the page, for what must be saved while leaving it. */
  readonly keepalive?: boolean;
};

/** Reads from our own API. The caller names the answer's type, which is the route's response schema. */
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
    // The very same request again, and once only: a proof that does not help is not asked for in circles.
    if (lacksProof(error) && (await wantStepUp())) return send<T>(path, init);
    throw error;
  }
}

const lacksProof = (error: unknown): boolean => error instanceof ApiProblem && error.code === 'StepUpRequired';

async function send<T>(path: string, init: RequestInit): Promise<T> {
  const response = await reach(path, init);
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as T; // the route's response schema made it
  throw refusalOf(response.status, answer);
}

/** A refusal out of what the server answered; a proxy before it may answer anything. */
export const refusalOf = (status: number, answer: unknown): ApiProblem =>
  new ApiProblem(isErrorBody(answer) ? answer : unreadable(status));

/** What a call without any answer fails with: it may or may not have had its effect. */
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

/** The language of the page, for the texts of an answer; a script without a page has none. */
const spokenHere = (): Record<string, string> =>
  typeof document === 'undefined' ? {} : { 'accept-language': document.documentElement.lang };

const unreadable = (statusCode: number): ErrorBody => ({
  error: 'InternalServerError',
  message: 'The answer could not be read',
  statusCode,
});

const isErrorBody = (value: unknown): value is ErrorBody =>
  typeof value === 'object' && value !== null && 'error' in value && 'statusCode' in value && 'message' in value;
