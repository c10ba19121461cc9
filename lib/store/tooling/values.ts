/** What the token of a seller's program allows. */
export const toolScopes = [
  'products:read',
  'products:write',
  'stock:write',
  'orders:read',
  'orders:contact',
  'orders:write',
  'settlements:read',
] as const;
export type ToolScope = (typeof toolScopes)[number];
