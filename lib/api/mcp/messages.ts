import { z } from 'zod';
import { assertJsonType, jsonOf } from '#lib/api/read-input.ts';
import { AppError } from '#lib/core/errors.ts';

export const codes = {
  parse: -32_700,
  message: -32_600,
  method: -32_601,
  params: -32_602,
  scope: -32_001,
  headers: -32_020,
  revision: -32_022,
} as const;

const id = z.union([z.string(), z.number()]);
export type Id = z.infer<typeof id> | null;

/** A request, or without an id a notification. Batches are not supported. */
export const rpcMessage = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: id.optional(),
  method: z.string(),
  params: z.unknown().optional(),
});
export type RpcMessage = z.infer<typeof rpcMessage>;

/** A refusal in the words of the protocol. */
export class RpcError extends Error {
  readonly code: number;
  readonly status: number;
  readonly data: object | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: number,
    message: string,
    { status = 200, data, headers = {} }: Partial<Pick<RpcError, 'status' | 'data' | 'headers'>> = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.data = data;
    this.headers = headers;
  }
}

/** Returns the response to a request that is refused. */
export const refusalOf = ({ code, message, status, data, headers }: RpcError, to: Id): Response =>
  Response.json({ jsonrpc: '2.0', id: to, error: { code, message, ...(data && { data }) } }, { status, headers });

/** Returns the JSON of a body, or the refusal of one that is broken. Throws for another content type. */
export function parsedBody(bytes: Uint8Array, contentType: string | null): { readonly value: unknown } | RpcError {
  assertJsonType(contentType);
  try {
    const value = jsonOf(bytes, contentType);
    return value === undefined ? new RpcError(codes.parse, 'The body is empty') : { value };
  } catch (error) {
    if (error instanceof AppError && error.status === 400) return new RpcError(codes.parse, error.message);
    throw error;
  }
}

/** Returns the id of whatever was sent. Null where none can be read. */
export function idIn(value: unknown): Id {
  const sent = isObject(value) ? id.safeParse(value.id) : undefined;
  return sent?.success ? sent.data : null;
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
