import { VERSION } from '#lib/core/version.ts';
import { assertEnvelope, isStateless } from './envelope.ts';
import { codes, idIn, isObject, parsedBody, RpcError, refusalOf, rpcMessage } from './messages.ts';
import { handshakes, LATEST_HANDSHAKE, revisions, STATELESS } from './revisions.ts';

/** A tool as programs see it, and the scope that a token needs for it. */
export type ServedTool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly scope: string;
  readonly annotations: object;
  readonly inputSchema: object;
};
export type ServedResource = {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly scope: string;
};
type Result = { readonly isError: boolean; readonly value: object; readonly message?: string };

/** What stands behind the protocol. */
export type Served<T extends ServedTool = ServedTool, R extends ServedResource = ServedResource> = {
  readonly instructions: string;
  /** The scopes of the token. */
  readonly scopes: readonly string[];
  readonly tools: readonly T[];
  readonly resources: readonly R[];
  readonly call: (tool: T, args: unknown) => Promise<Result>;
  readonly read: (resource: R) => Promise<Result>;
  /** Is told of what the token lacks the scope for. */
  readonly refused: (asked: T | R) => Promise<void>;
};

const serverInfo = { name: 'plaza', title: 'Plaza', version: VERSION };
const capabilities = { tools: {}, resources: {} };
const JSON_TYPE = 'application/json';

/**
 * Answers one message of the Model Context Protocol, without a session, in three revisions. Throws for another content
 * type and for failures of our own.
 */
export async function serveMcp<T extends ServedTool, R extends ServedResource>(
  bytes: Uint8Array,
  headers: Headers,
  served: Served<T, R>,
): Promise<Response> {
  const parsed = parsedBody(bytes, headers.get('content-type'));
  const id = parsed instanceof RpcError ? null : idIn(parsed.value);
  const revision = headers.get('mcp-protocol-version');
  try {
    assertKnown(revision);
    if (parsed instanceof RpcError) throw parsed;
    const message = rpcMessage.safeParse(parsed.value);
    if (!message.success) throw new RpcError(codes.message, 'The body is not one JSON-RPC request');
    const { method, params } = message.data;
    if (message.data.id === undefined) return new Response(null, { status: 202 });
    if (revision === STATELESS || isStateless(params)) {
      assertEnvelope(method, params, headers);
      return resultOf(id, await stateless(method, params, served));
    }
    return resultOf(id, await withHandshake(method, params, served));
  } catch (error) {
    if (error instanceof RpcError) return refusalOf(error, id);
    throw error;
  }
}

const resultOf = (id: unknown, result: object): Response => Response.json({ jsonrpc: '2.0', id, result });

function assertKnown(revision: string | null): void {
  if (revision === null || revisions.includes(revision)) return;
  const data = { supported: revisions, requested: revision.slice(0, 100) };
  throw new RpcError(codes.revision, 'Unsupported protocol version', { status: 400, data });
}

/** 2025-06-18 and 2025-11-25. */
async function withHandshake<T extends ServedTool, R extends ServedResource>(
  method: string,
  params: unknown,
  served: Served<T, R>,
): Promise<object> {
  if (method === 'ping') return {};
  if (method !== 'initialize') return common(method, params, served, 200);
  const { protocolVersion } = paramsOf(params);
  if (typeof protocolVersion !== 'string') throw new RpcError(codes.params, 'protocolVersion is missing');
  return {
    protocolVersion: handshakes.includes(protocolVersion) ? protocolVersion : LATEST_HANDSHAKE,
    ...{ capabilities, serverInfo, instructions: served.instructions },
  };
}

/** 2026-07-28: each result says that it is complete, and who made it. */
async function stateless<T extends ServedTool, R extends ServedResource>(
  method: string,
  params: unknown,
  served: Served<T, R>,
): Promise<object> {
  const result =
    method === 'server/discover'
      ? { supportedVersions: revisions, capabilities, instructions: served.instructions }
      : await common(method, params, served, 404);
  return {
    ...result,
    resultType: 'complete',
    ...(method !== 'tools/call' && { ttlMs: 0, cacheScope: 'private' }),
    _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
  };
}

/** The methods of every revision. `unknown`: the status of a method that does not exist. */
async function common<T extends ServedTool, R extends ServedResource>(
  method: string,
  params: unknown,
  served: Served<T, R>,
  unknown: number,
): Promise<object> {
  const { scopes } = served;
  switch (method) {
    case 'tools/list':
      assertFirstPage(params);
      return { tools: served.tools.filter(({ scope }) => scopes.includes(scope)).map(shownTool) };
    case 'tools/call': {
      const { name, arguments: given } = paramsOf(params);
      const args = given ?? {};
      const tool = served.tools.find((known) => known.name === name);
      if (!tool) throw new RpcError(codes.params, 'There is no such tool');
      if (!isObject(args)) throw new RpcError(codes.params, 'arguments must be an object');
      await assertScope(served, tool);
      return toolResult(await served.call(tool, args));
    }
    case 'resources/list':
      assertFirstPage(params);
      return { resources: served.resources.filter(({ scope }) => scopes.includes(scope)).map(shownResource) };
    case 'resources/read': {
      const { uri } = paramsOf(params);
      const resource = served.resources.find((known) => known.uri === uri);
      if (!resource) throw new RpcError(codes.params, 'There is no such resource');
      await assertScope(served, resource);
      const { isError, value, message = '' } = await served.read(resource);
      if (isError) throw new RpcError(codes.params, message);
      return { contents: [{ uri: resource.uri, mimeType: JSON_TYPE, text: JSON.stringify(value) }] };
    }
    default:
      throw new RpcError(codes.method, 'There is no such method', { status: unknown });
  }
}

/** Some programs send null for what they leave out. */
function paramsOf(params: unknown): Readonly<Record<string, unknown>> {
  if (params === null) return {};
  if (!isObject(params)) throw new RpcError(codes.params, 'params must be an object');
  return params;
}

/** Lists have one page. */
function assertFirstPage(params: unknown): void {
  if (params !== undefined && (paramsOf(params).cursor ?? null) !== null)
    throw new RpcError(codes.params, 'This cursor is not valid');
}

async function assertScope<T extends ServedTool, R extends ServedResource>(
  { scopes, refused }: Served<T, R>,
  asked: T | R,
): Promise<void> {
  const { scope } = asked;
  if (scopes.includes(scope)) return;
  await refused(asked);
  const challenge = `Bearer error="insufficient_scope", scope="${scope}"`;
  throw new RpcError(codes.scope, `The token lacks the scope ${scope}`, {
    ...{ status: 403, data: { scope }, headers: { 'www-authenticate': challenge } },
  });
}

const shownTool = ({ name, title, description, inputSchema, annotations }: ServedTool) => ({
  ...{ name, title, description, inputSchema, annotations },
});

const shownResource = ({ uri, name, title, description }: ServedResource) => ({
  ...{ uri, name, title, description, mimeType: JSON_TYPE },
});

/** A refusal is said in words as well, for models. */
function toolResult({ isError, value, message }: Result): object {
  const texts = [JSON.stringify(value), ...(message === undefined ? [] : [message])];
  return {
    content: texts.map((text) => ({ type: 'text', text })),
    structuredContent: value,
    ...(isError && { isError }),
  };
}
