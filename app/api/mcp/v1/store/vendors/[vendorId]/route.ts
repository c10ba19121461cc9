import { z } from 'zod';
import { defineRoute, rawBody } from '#lib/api/define-route.ts';
import { rpcMessage } from '#lib/api/mcp/messages.ts';
import { serveMcp } from '#lib/api/mcp/serve-mcp.ts';
import {
  callTool,
  instructions,
  readResource,
  recordLackOfScope,
  resources,
  tools,
} from '#lib/store/tooling/tool-server.ts';
import { admitProgram } from './admit-program.ts';

export const POST = defineRoute({
  summary: 'Call the tools of a shop over the Model Context Protocol, one message at a time',
  auth: 'token',
  rateLimit: 'vendor-tooling',
  // Only compared with the shop of the token, so that every path is refused alike without one.
  params: z.object({ vendorId: z.string() }),
  load: admitProgram,
  bodyAs: 'raw',
  body: rawBody,
  holds: rpcMessage,
  handler: ({ request, body, loaded: program }) =>
    serveMcp(body, request.headers, {
      ...{ instructions, scopes: program.scopes, tools, resources },
      call: (tool, args) => callTool(program, tool, args),
      read: (resource) => readResource(program, resource),
      refused: (asked) => recordLackOfScope(program, asked),
    }),
});
