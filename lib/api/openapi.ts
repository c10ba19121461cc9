import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { errorNames, statusOf } from '#lib/core/errors.ts';
import { VERSION } from '#lib/core/version.ts';
import type { AnyRouteSpec } from './define-route.ts';
import type { Auth } from './guards.ts';
import { rateLimits } from './rate-limits.ts';

export const httpMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type HttpMethod = (typeof httpMethods)[number];

/** A route as the file tree names it: `/api/store/orders/{id}`. */
export type RouteEntry = { readonly path: string; readonly method: HttpMethod; readonly spec: AnyRouteSpec };

type Json = Readonly<Record<string, unknown>>;
export type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Json;
};
export type Content = {
  readonly [type in 'application/json' | 'multipart/form-data' | '*/*']?: { readonly schema: Json };
};
export type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly deprecated?: true;
  /** Who may call it. */
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
};
export type OpenApi = {
  readonly openapi: '3.1.0';
  readonly info: Readonly<Record<'title' | 'version' | 'description', string>> & {
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>>; readonly securitySchemes: Json };
};

const errorBody = z
  .object({
    error: z.enum(errorNames),
    message: z.string(),
    statusCode: z.int(),
    details: z.record(z.string(), z.string()).optional(),
    retryAfter: z.int().optional(),
    requestId: z.string().optional(),
  })
  .meta({ id: 'Error' });

const securityOf: Record<Auth, Operation['security']> = {
  public: [{}],
  optional: [{}, { session: [] }],
  session: [{ session: [] }],
  admin: [{ session: [] }],
  superadmin: [{ session: [] }],
  cron: [{ cronSecret: [] }],
  emailWebhook: [{ mailSecret: [] }, { mailSignature: [] }],
  signed: [{}],
  token: [{ vendorToken: [] }],
};
const who: Record<Auth, string> = {
  public: 'Public.',
  optional: 'Public. The response may depend on the signed-in user.',
  session: 'Requires a signed-in user.',
  admin: 'Requires the admin role.',
  superadmin: 'Requires the superadmin role.',
  cron: 'Requires the cron secret.',
  emailWebhook: 'Requires the secret or the signature of the mail provider.',
  signed: 'For a server that signs its requests.',
  token: 'Requires the token of a seller’s program.',
};

/** Builds the OpenAPI 3.1 document from the declarations of the routes and nothing else. */
export function openApiOf(routes: readonly RouteEntry[]): OpenApi {
  const schemas: Record<string, Json> = {};
  const paths: Record<string, Record<string, Operation>> = {};
  // The handler of unknown paths is not listed: it has no path of its own.
  const named = routes.filter(({ path }) => !path.includes('{...'));
  const inOrder = named.toSorted((a, b) => orderOf(a).localeCompare(orderOf(b), 'en'));
  for (const route of inOrder) {
    paths[route.path] ??= {};
    Object.assign(paths[route.path] ?? {}, { [route.method.toLowerCase()]: operationOf(route, schemas) });
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Plaza',
      version: VERSION,
      license: { name: 'MIT', identifier: 'MIT' },
      description: 'Generated from the routes by `npm run openapi`. Every error response has the shape of `Error`.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-session' },
        cronSecret: { type: 'http', scheme: 'bearer' },
        mailSecret: { type: 'http', scheme: 'bearer' },
        vendorToken: { type: 'http', scheme: 'bearer' },
        mailSignature: { type: 'apiKey', in: 'header', name: 'X-Email-Webhook-Signature' },
      },
    },
  };
}

const orderOf = ({ path, method }: RouteEntry): string => `${path} ${httpMethods.indexOf(method)}`;

function operationOf({ path, method, spec }: RouteEntry, schemas: Record<string, Json>): Operation {
  const parameters = [
    ...parametersOf('path', spec.params, schemas),
    ...parametersOf('query', spec.query, schemas),
    ...parametersOf('header', spec.headers, schemas),
  ];
  return {
    operationId: operationIdOf(method, path),
    summary: spec.summary,
    ...(spec.successor !== undefined && { deprecated: true as const }),
    description: who[spec.auth],
    tags: [path.split('/')[2] ?? 'api'],
    security: securityOf[spec.auth],
    ...(parameters.length > 0 && { parameters }),
    ...(spec.body && {
      requestBody: { required: !spec.body.safeParse(undefined).success, content: bodyOf(spec, spec.body, schemas) },
    }),
    responses: responsesOf(spec, schemas),
  };
}

function responsesOf(spec: AnyRouteSpec, schemas: Record<string, Json>): Operation['responses'] {
  const failure = (description: string) => ({ description, content: json(errorBody, 'output', schemas) });
  const limit = spec.rateLimit && rateLimits[spec.rateLimit];
  return {
    [spec.status ?? 200]: {
      description: 'The request succeeded.',
      ...(spec.response && { content: json(spec.response, 'output', schemas) }),
    },
    ...(takesInput(spec) && {
      [statusOf('ValidationError')]: failure('The input is not valid. `details` names the fields.'),
    }),
    ...(securityOf[spec.auth][0]?.session ||
    spec.auth === 'cron' ||
    spec.auth === 'emailWebhook' ||
    spec.auth === 'token'
      ? { [statusOf('Unauthorized')]: failure('The session or the secret is missing or wrong.') }
      : {}),
    ...(limit && {
      [statusOf('RateLimitError')]: failure(`The limit is ${limit.limit} requests in ${limit.windowSeconds} s.`),
    }),
    // Every route can refuse: a repeated query key, another site, an ended session.
    '4XX': failure('The request was rejected. `error` and `details.code` give the reason.'),
    default: failure('The request failed because of an error on the server.'),
  };
}

const takesInput = ({ params, query, headers, body }: AnyRouteSpec): boolean =>
  [params, query, headers, body].some((part) => part !== undefined);

/** `GET /api/store/orders/{id}` is `getStoreOrdersById`. */
function operationIdOf(method: HttpMethod, path: string): string {
  const words = path
    .split('/')
    .slice(2)
    .map((part) => part.replace(/^\{(.*)\}$/, 'by-$1'))
    .flatMap((part) => part.split(/[-.]/));
  return [method.toLowerCase(), ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('');
}

function parametersOf(place: Parameter['in'], schema: z.ZodType | undefined, schemas: Record<string, Json>) {
  if (!schema) return [];
  const { properties = {}, required = [] } = resolved(jsonSchemaOf(schema, 'input', schemas), schemas);
  return Object.entries(properties as Record<string, Json>).map(
    ([name, part]): Parameter => ({
      name,
      in: place,
      required: place === 'path' || (required as string[]).includes(name),
      schema: part,
    }),
  );
}

const json = (schema: z.ZodType, io: 'input' | 'output', schemas: Record<string, Json>): Content => ({
  'application/json': { schema: jsonSchemaOf(schema, io, schemas) },
});

const jsonAs = (types: readonly string[], schema: z.ZodType, schemas: Record<string, Json>): Content => {
  const part = { schema: jsonSchemaOf(schema, 'input', schemas) };
  return Object.fromEntries(types.map((type) => [type, part]));
};

function bodyOf(
  { bodyAs = 'json', holds, jsonTypes = ['application/json'] }: AnyRouteSpec,
  body: z.ZodType,
  schemas: Record<string, Json>,
): Content {
  if (holds) return json(holds, 'input', schemas);
  switch (bodyAs) {
    case 'json':
      return jsonAs(jsonTypes, body, schemas);
    case 'raw':
      return { '*/*': { schema: {} } };
    case 'form':
      return { 'multipart/form-data': { schema: jsonSchemaOf(body, 'input', schemas) } };
  }
}

const inComponents = '#/components/schemas/';

const resolved = (schema: Json, schemas: Record<string, Json>): Json =>
  typeof schema.$ref === 'string' ? (schemas[schema.$ref.slice(inComponents.length)] ?? {}) : schema;

/**
 * Returns the JSON schema of one part. Named schemas move to the components. Schemas of an input get names of their
 * own unless they equal those of an output.
 */
function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output', schemas: Record<string, Json>): Json {
  const { $schema: _, $defs = {}, ...root } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  const outputs = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }).$defs ?? {};
  const named = (id: string): string => (isDeepStrictEqual($defs, outputs) ? id : `${id}Input`);
  const moved = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(moved);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(
      Object.entries(part).map(([key, value]) =>
        key === '$ref' && typeof value === 'string'
          ? [key, `${inComponents}${named(value.replace('#/$defs/', ''))}`]
          : [key, moved(value)],
      ),
    );
  };
  for (const [id, definition] of Object.entries($defs)) schemas[named(id)] ??= moved(definition) as Json;
  return moved(root) as Json;
}
