import { codes, isObject, RpcError } from './messages.ts';
import { STATELESS } from './revisions.ts';

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';

/** The parameter that a header repeats, by method. */
const named: Readonly<Record<string, string>> = { 'tools/call': 'name', 'resources/read': 'uri' };

const metaOf = (params: unknown): unknown => (isObject(params) ? params._meta : undefined);

/** Returns whether a body belongs to the revision without a handshake. */
export function isStateless(params: unknown): boolean {
  const meta = metaOf(params);
  return isObject(meta) && meta[VERSION_KEY] === STATELESS;
}

/** Throws for a request whose headers do not say what its body says, or whose body lacks what each must have. */
export function assertEnvelope(method: string, params: unknown, headers: Headers): void {
  const meta = metaOf(params);
  if (!isObject(meta) || typeof meta[VERSION_KEY] !== 'string' || !isObject(meta[CAPABILITIES_KEY]))
    throw new RpcError(codes.params, `_meta needs ${VERSION_KEY} and ${CAPABILITIES_KEY}`, { status: 400 });
  assertSame(headers, 'MCP-Protocol-Version', meta[VERSION_KEY]);
  assertSame(headers, 'Mcp-Method', method);
  const field = named[method];
  if (field !== undefined && isObject(params)) assertSame(headers, 'Mcp-Name', params[field]);
}

function assertSame(headers: Headers, header: string, value: unknown): void {
  const sent = headers.get(header);
  if (sent === null || plainOf(sent) !== value)
    throw new RpcError(codes.headers, `The header ${header} is missing or differs from the body`, { status: 400 });
}

const encoded = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/;

/** Decodes the form in which a header holds what is not plain ASCII. */
function plainOf(text: string): string {
  const packed = encoded.exec(text)?.[1];
  return packed === undefined ? text : Buffer.from(packed, 'base64').toString('utf8');
}
