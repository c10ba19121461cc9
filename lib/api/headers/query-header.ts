/**
 * The query of a page's address, set by `proxy.ts`. A layout does not get the query, but its lists may depend on it.
 * The server process deletes this header from incoming requests.
 */
export const QUERY_HEADER = 'x-plaza-query';
