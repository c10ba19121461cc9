// biome-ignore lint/style/noRestrictedImports: docs/ holds no code and has no alias; the file is generated.
import document from '../../docs/api/openapi.json' with { type: 'json' };
import type { OpenApi } from './openapi.ts';

/** The committed document. A test compares it with the routes. */
export const openApiDocument = document as unknown as OpenApi;
