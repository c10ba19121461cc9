/**
 * The query of a page's address, set by `proxy.ts`: a layout is told none, and what it lists may depend on it. The server
 * process deletes what a caller sent under this name.
 */
export const QUERY_HEADER = 'x-plaza-query';
