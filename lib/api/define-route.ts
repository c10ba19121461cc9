import { after } from 'next/server.js';
import { z } from 'zod';
import type { Context } from '#lib/context/context.ts';
import { mostUploadBytes } from '#lib/core/env/server.ts';
import { admit, type ContextFor, keptOf, noteServed } from './admit.ts';
import { answerError } from './answer-error.ts';
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
};
/** The body of a route that reads it `raw`. */
export const rawBody = z.instanceof(Uint8Array);
const formFile = z.object({ filename: z.string(), bytes: rawBody });
/** The files of one name in a form; every other name holds a text. */
export const formFiles = z.array(
  // The document describes a file by its bytes, not by the object it is read into.
  z.custom<FormFile>((value) => formFile.safeParse(value).success).meta({ type: 'string', format: 'binary' }),
);

type Asked<A extends Auth, P extends Schema, Q extends Schema, H extends Schema> = {
  readonly ctx: ContextFor<A>;
  readonly params: Out<P>;
  readonly query: Out<Q>;
  readonly headers: Out<H>;
  readonly request: Request;
};

/** What a route says of itself. The document of the API and the access matrix are made from it. */
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
  /** An allow-list: what it does not name does not leave. Left out only where the handler itself answers a Response. */
  readonly response?: R;
  readonly status?: number;
  readonly rateLimit?: RateLimitGroup;
  readonly maxBytes?: number;
  /** The keys of the query that may be given more than once; the schema sees each as a list. */
  readonly repeatable?: readonly string[];
  /**
   * How the body is read; `raw`: its very bytes, whatever type they claim to be of; `form`: the texts and files of
   * `multipart/form-data`, each file at most UPLOAD_MAX_BYTES. JSON unless told.
   */
  readonly bodyAs?: BodyForm;
  /** What a `raw` body holds as JSON, for the document of the API: the handler has it parsed, in another thread. */
  readonly holds?: z.ZodType;
  /** A browser may be sent here by another site. Only for what reads no session and changes nothing. */
  readonly crossSite?: boolean;
  /** The address that has taken this one's place: every answer says so, a refusal as well. */
  readonly successor?: string;
  /** Finds what the path names, or throws NotFound; runs before the body is read. */
  readonly load?: (asked: { readonly ctx: ContextFor<A>; readonly params: Out<P> }) => Promise<S>;
  /** Makes the answer public and revalidated: a caller who still has this tag gets 304 and the handler does not run. */
  readonly etag?: (asked: Pick<Asked<A, P, Q, H>, 'ctx' | 'params' | 'query'>) => Promise<string>;
  /** The request headers a public answer depends on, for whoever keeps it: RFC 9110 12.5.5. */
  readonly vary?: string;
  readonly handler: (
    asked: Asked<A, P, Q, H> & {
      readonly body: Out<B>;
      readonly loaded: S;
      /** Headers of the answer, for cookies. */
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
  readonly crossSite?: boolean;
  readonly successor?: string;
} & { readonly [K in 'params' | 'query' | 'headers' | 'body' | 'holds' | 'response']?: z.ZodType | undefined };

export type NextArgs = { readonly params: Promise<Record<string, string | string[] | undefined>> };
/** What the body of a good answer holds; unknown where the handler itself answers a Response. */
type Answered<R extends Schema> = R extends z.ZodType ? z.output<R> : unknown;
export type RouteHandler<T = unknown> = ((request: Request, args: NextArgs) => Promise<Response>) & {
  readonly spec: AnyRouteSpec & { readonly response?: z.ZodType<T> | undefined };
};

/**
 * Makes a route handler of a description. Refusals come in one order, 401, 403, 404, 400, so a stranger learns nothing
 * from a broken body; the answer leaves through the response schema, and every failure in the one error shape.
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
    // Elsewhere a drainer of the process watches the outbox.
    if (base.env.VERCEL !== undefined && request.method !== 'GET') after(base.drain);
    noteServed(base, { method: request.method, route: spec.summary, status: response.status, fromMs });
    return response;
  }

  async function serve(base: Context, request: Request, args: NextArgs): Promise<Response> {
    const reply = new Headers();
    if (spec.successor) sayReplaced(reply, spec.successor);
    // The body is read once, by a guard that looks at its signature or where its turn comes.
    let bytes: Promise<Uint8Array> | undefined;
    const raw = () => {
      bytes ??= readBytes(request, spec.maxBytes ?? MAX_BYTES);
      return bytes;
    };
    try {
      const ctx = await admit(base, spec, request, reply, { raw });
      const params = optional(spec.params, await args.params, 'params');
      const loaded = (await spec.load?.({ ctx, params })) as S;
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
      return answerError(error, base, keptOf(reply), spec.summary);
    }
  }
  return Object.assign(answer, { spec: spec as unknown as RouteHandler<Answered<R>>['spec'] });
}

async function bodyOf(
  { env }: Context,
  request: Request,
  { bodyAs = 'json', maxBytes = MAX_BYTES }: BodySpec,
  raw: () => Promise<Uint8Array>,
): Promise<unknown> {
  switch (bodyAs) {
    case 'json':
      return jsonOf(await raw(), request.headers.get('content-type'));
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

/** A Response of the handler's own keeps its own headers; ours fill in what it does not say. */
function withHeaders(response: Response, reply: Headers): Response {
  for (const [name, value] of reply) {
    if (name === 'set-cookie') response.headers.append(name, value);
    else if (!response.headers.has(name)) response.headers.set(name, value);
  }
  return response;
}

function sayReplaced(reply: Headers, successor: string): void {
  reply.set('deprecation', 'true');
  reply.set('link', `<${successor}>; rel="successor-version"`);
}
