/** Every failure the API can name. Status and log level are defined here once, so that no caller repeats them. */
const kinds = {
  ValidationError: { status: 400, level: 'info' },
  Unauthorized: { status: 401, level: 'info' },
  Forbidden: { status: 403, level: 'warn' },
  NotFound: { status: 404, level: 'info' },
  MethodNotAllowed: { status: 405, level: 'info' },
  Conflict: { status: 409, level: 'info' },
  PayloadTooLarge: { status: 413, level: 'info' },
  UnsupportedMediaType: { status: 415, level: 'info' },
  UpgradeRequired: { status: 426, level: 'info' },
  RateLimitError: { status: 429, level: 'warn' },
  InternalServerError: { status: 500, level: 'error' },
  ServiceUnavailable: { status: 503, level: 'error' },
} as const;

export type ErrorName = keyof typeof kinds;
export const errorNames = Object.keys(kinds) as readonly ErrorName[];
export const statusOf = (name: ErrorName): number => kinds[name].status;

/** The facts of a failure besides its message: `code` for programs, `details` by field, `retryAfter` in seconds. */
export type Facts = {
  readonly code?: string;
  readonly details?: Readonly<Record<string, string>>;
  readonly retryAfter?: number;
  readonly cause?: unknown;
};

const brand = Symbol.for('plaza.error');

/** A failure with a name from the table above. `message` may be shown to the caller. `cause` is for the log. */
export class AppError extends Error {
  readonly [brand] = true;
  override readonly name: ErrorName;
  readonly facts: Facts;

  constructor(name: ErrorName, message: string, facts: Facts = {}) {
    super(message, { cause: facts.cause });
    this.name = name;
    this.facts = facts;
  }

  get status(): number {
    return kinds[this.name].status;
  }

  get level(): 'info' | 'warn' | 'error' {
    return kinds[this.name].level;
  }

  get code(): string | undefined {
    return this.facts.code;
  }

  get details(): Readonly<Record<string, string>> | undefined {
    return this.facts.details;
  }

  get retryAfter(): number | undefined {
    return this.facts.retryAfter;
  }

  // A process holds several copies of this module, so a brand identifies the failure, not its class.
  static override [Symbol.hasInstance](value: unknown): value is AppError {
    return typeof value === 'object' && value !== null && brand in value;
  }
}

export const invalid = (message: string, details: Readonly<Record<string, string>> = {}, facts: Facts = {}) =>
  new AppError('ValidationError', message, { ...facts, details });
export const unauthorized = (message = 'Sign in to do this', facts: Facts = {}) =>
  new AppError('Unauthorized', message, facts);
export const forbidden = (message: string, facts: Facts = {}) => new AppError('Forbidden', message, facts);
export const notFound = (what: string, id: string, facts: Facts = {}) =>
  new AppError('NotFound', `${what} ${id} does not exist`, facts);
export const conflict = (message: string, facts: Facts = {}) => new AppError('Conflict', message, facts);
export const rateLimited = (message: string, retryAfter: number, facts: Facts = {}) =>
  new AppError('RateLimitError', message, { ...facts, retryAfter });
export const unavailable = (message: string, facts: Facts = {}) => new AppError('ServiceUnavailable', message, facts);

/** Returns the code of a failure, or undefined for any other error. */
export const codeOf = (error: unknown): string | undefined => (error instanceof AppError ? error.code : undefined);
