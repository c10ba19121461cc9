import { defineRoute } from '#lib/api/define-route.ts';
import { openApiDocument } from '#lib/api/openapi-document.ts';

export const GET = defineRoute({
  summary: 'Get this document',
  auth: 'public',
  handler: async () => Response.json(openApiDocument),
});
