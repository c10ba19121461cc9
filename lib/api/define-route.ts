import { after } from 'next/server.js';
import { z } from 'zod';
import { auditRefusedCall } from '#lib/audit/audit.ts';
import type { Context } from '#lib/context/context.ts';
import { mostUploadBytes } from '#lib/core/env/uploads.ts';
import { admit, type ContextFor, errorHeadersOf, noteServed } from './admit.ts';
import { answerError } from './answer-error.ts';
import { flushCollected, noteFailure } from './collecting/note-failure.ts';
import type { Auth } from './guards.ts';
import { isKnownTag } from './known-tag.ts';
import { openContext } from './open-context.ts';
import type { RateLimitGroup } from './rate-limits.ts';
import { MAX_BYTES, readBytes } from './read-bytes.ts';
import { type FormFile, readForm } from './read-form.ts';
import { jsonOf, parsePart, queryOf } from './read-input.ts';

type Schema = z.ZodType | undefined;
type Out<S extends Schema> = S extends z.ZodType ? z.output<S> : undefined;
type In<S extends Schema> = S extends z.ZodType ? z.input<S> : Response;

export type BodyForm = 'json' | 'raw' | 'form';
type BodySpec = {
  readonly bodyAs?: BodyForm;
  readonly maxBytes?: number;
  readonly jsonTypes?: readonly string[];
};
/** The body of a route that reads it `raw`. */
export const rawBody = z.instanceof(Uint8Array);
const formFile = z.object({ filename: z.string(), bytes: rawBody });
/** The files of one name in a form. Every other name holds a text. */
export const formFiles = z.array(
  // The document describes a file by its bytes, not by the object it is parsed into.
  z.custom<FormFile>((value) => formFile.safeParse(value).success).meta({ type: 'string', format: 'binary' }),
);

type Asked<A extends Auth, P extends Schema, Q extends Schema, H extends Schema> = {
  readonly ctx: ContextFor<A>;
  readonly params: Out<P>;
  readonly query: Out<Q>;
  readonly headers: Out<H>;
  readonly request: Request;
};

/** The description of a route. The API document and the access matrix are generated from it. */
export type RouteSpec<
  A extends Auth,
  P extends Schema,
  Q extends Schema,
  H extends Schema,
  B extends Schema,
  R extends Schema,
  S,
> = {
  /** One line, published. */
  readonly summary: string;
  readonly auth: A;
  readonly params?: P;
  readonly query?: Q;
  /** The request headers the route reads, in lower case. */
  readonly headers?: H;
  readonly body?: B;
  /** An allow-list: a field it does not name is not sent. Left out only where the handler itself returns a Response. */
  readonly response?: R;
  readonly status?: number;
  readonly rateLimit?: RateLimitGroup;
  readonly maxBytes?: number;
  /** The query keys that may be repeated. The schema gets each as a list. */
  readonly repeatable?: readonly string[];
  /**
   * How the body is read. `raw`: the exact bytes, whatever their content type. `form`: the texts and files of
   * `multipart/form-data`, each file at most UPLOAD_MAX_BYTES. Defaults to JSON.
   */
  readonly bodyAs?: BodyForm;
  /** The content types of the JSON, in lower case. Defaults to `application/json`. */
  readonly jsonTypes?: readonly string[];
  /** The JSON inside a `raw` body, for the API document. The handler has it parsed in another thread. */
  readonly holds?: z.ZodType;
  /** Another site may send a browser here. Only for routes that read no session and change nothing. */
  readonly crossSite?: boolean;
  /** The address that replaces this one. Every response names it, a refusal as well. */
  readonly successor?: string;
  /** Finds what the path names, or throws NotFound. Runs before the body is read. */
  readonly load?: (asked: {
    readonly ctx: ContextFor<A>;
    readonly params: Out<P>;
    readonly request: Request;
    readonly reply: Headers;
  }) => Promise<S>;
  /**
   * Makes the response public and revalidated: a caller who still has this tag gets 304 and the handler does not run.
   */
  readonly etag?: (asked: Pick<Asked<A, P, Q, H>, 'ctx' | 'params' | 'query'>) => Promise<string>;
  /** The request headers that a public response depends on, for caches: RFC 9110 12.5.5. */
  readonly vary?: string;
  readonly handler: (
    asked: Asked<A, P, Q, H> & {
      readonly body: Out<B>;
      readonly loaded: S;
      /** Headers of the response, for cookies. */
      readonly reply: Headers;
    },
  ) => Promise<In<R> | Response>;
};

/** A route as its readers see it: the OpenAPI script, the access matrix, the fuzz gate. */
export type AnyRouteSpec = {
  readonly summary: string;
  readonly auth: Auth;
  readonly status?: number;
  readonly rateLimit?: RateLimitGroup;
  readonly maxBytes?: number;
  readonly bodyAs?: BodyForm;
  readonly jsonTypes?: readonly string[];
  readonly crossSite?: boolean;
  readonly successor?: string;
} & { readonly [K in 'params' | 'query' | 'headers' | 'body' | 'holds' | 'response']?: z.ZodType | undefined };

export type NextArgs = { readonly params: Promise<Record<string, string | string[] | undefined>> };
/** The body of a successful response. Unknown where the handler itself returns a Response. */
type Answered<R extends Schema> = R extends z.ZodType ? z.output<R> : unknown;
export type RouteHandler<T = unknown> = ((request: Request, args: NextArgs) => Promise<Response>) & {
  readonly spec: AnyRouteSpec & { readonly response?: z.ZodType<T> | undefined };
};

/**
 * Builds a route handler from a description. Checks run in the order 401, 403, 404, 400, so that a broken body
 * reveals nothing to a stranger. The response passes the response schema, and every failure has the one error format.
 */
export function defineRoute<
  const A extends Auth,
  P extends Schema = undefined,
  Q extends Schema = undefined,
  H extends Schema = undefined,
  B extends Schema = undefined,
  R extends Schema = undefined,
  S = undefined,
>(spec: RouteSpec<A, P, Q, H, B, R, S>): RouteHandler<Answered<R>> {
  async function answer(request: Request, args: NextArgs): Promise<Response> {
    const base = openContext(request.headers);
    const fromMs = performance.now();
    const response = await serve(base, request, args);
    // On other hosts a drainer of the process watches the outbox.
    if (base.env.VERCEL !== undefined && request.method !== 'GET') after(base.drain);
    // On other hosts the process stores it every few seconds.
    if (base.env.VERCEL !== undefined) after(() => flushCollected(base));
    noteServed(base, { method: request.method, route: spec.summary, status: response.status, fromMs });
    return response;
  }

  async function serve(base: Context, request: Request, args: NextArgs): Promise<Response> {
    const reply = new Headers();
    if (spec.successor) setSuccessor(reply, spec.successor);
    // The body is read once: by a guard that verifies its signature, or later for the schema.
    let bytes: Promise<Uint8Array> | undefined;
    const raw = () => {
      bytes ??= readBytes(request, spec.maxBytes ?? MAX_BYTES);
      return bytes;
    };
    let admitted: Context | undefined;
    try {
      const ctx = await admit(base, spec, request, reply, { raw });
      admitted = ctx;
      const params = optional(spec.params, await args.params, 'params');
      const loaded = (await spec.load?.({ ctx, params, request, reply })) as S;
      const body = spec.body ? parsePart(spec.body, await bodyOf(ctx, request, spec, raw), 'body') : undefined;
      const query = optional(spec.query, queryOf(request.url, spec.repeatable), 'query');
      const headers = optional(spec.headers, Object.fromEntries(request.headers), 'headers');

      const asked = { ctx, params, query, headers, request };
      const tag = spec.etag && `W/"${await spec.etag(asked)}"`;
      setCaching(reply, base.requestId, tag);
      if (spec.vary) reply.set('vary', spec.vary);
      if (tag && isKnownTag(tag, request.headers)) return new Response(null, { status: 304, headers: reply });

      const result = await spec.handler({ ...asked, loaded, body: body as Out<B>, reply });
      if (result instanceof Response) return withHeaders(result, reply);
      return Response.json(spec.response?.parse(result), { status: spec.status ?? 200, headers: reply });
    } catch (error) {
      noteFailure(admitted ?? base, request.url, error);
      try {
        if (admitted && isForAdmins(spec)) await auditRefusedCall(admitted, request, error);
      } catch (unrecorded) {
        return answerError(unrecorded, base, errorHeadersOf(reply), spec.summary);
      }
      return answerError(error, base, errorHeadersOf(reply), spec.summary);
    }
  }
  return Object.assign(answer, { spec: spec as unknown as RouteHandler<Answered<R>>['spec'] });
}

const isForAdmins = ({ auth }: { readonly auth: Auth }): boolean => auth === 'admin' || auth === 'superadmin';

async function bodyOf(
  { env }: Context,
  request: Request,
  { bodyAs = 'json', maxBytes = MAX_BYTES, jsonTypes }: BodySpec,
  raw: () => Promise<Uint8Array>,
): Promise<unknown> {
  switch (bodyAs) {
    case 'json':
      return jsonOf(await raw(), request.headers.get('content-type'), { types: jsonTypes });
    case 'raw':
      return raw();
    case 'form':
      return readForm(request, { maxBytes, maxFileBytes: mostUploadBytes(env) });
  }
}

const optional = <S extends Schema>(schema: S | undefined, value: unknown, part: string): Out<S> =>
  (schema ? parsePart(schema, value, part) : undefined) as Out<S>;

function setCaching(reply: Headers, requestId: string, tag: string | undefined): void {
  reply.set('x-request-id', requestId);
  reply.set('cache-control', tag ? 'public, max-age=0, must-revalidate' : 'private, no-store');
  if (tag) reply.set('etag', tag);
}

/** A Response of the handler keeps its own headers. Ours are added where it has none. */
function withHeaders(response: Response, reply: Headers): Response {
  for (const [name, value] of reply) {
    if (name === 'set-cookie') response.headers.append(name, value);
    else if (!response.headers.has(name)) response.headers.set(name, value);
  }
  return response;
}

function setSuccessor(reply: Headers, successor: string): void {
  reply.set('deprecation', 'true');
  reply.set('link', `<${successor}>; rel="successor-version"`);
}
