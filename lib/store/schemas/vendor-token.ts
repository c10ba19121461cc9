import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { cursorText, pageLimit } from '#lib/core/paging.ts';
import { plainLine } from '#lib/core/plain-text.ts';
import { isoTime } from '#lib/core/time.ts';
import { DEFAULT_TOKEN_DAYS, MAX_TOKEN_DAYS, MAX_TOKEN_NAME } from '#lib/store/tooling/limits.ts';
import { toolScopes } from '#lib/store/tooling/values.ts';

const scopes = z.array(z.enum(toolScopes)).min(1).max(toolScopes.length);

/** A token with which a seller's program calls the tools of its shop. Only a hash of its secret is stored. */
export const vendorToken = z.object({
  vendorId: idText,
  name: z.string(),
  scopes,
  /** SHA-256 of the whole secret. */
  hash: z.string(),
  createdBy: idText,
  createdAt: isoTime,
  expiresAt: isoTime,
  /** At most a few minutes old. */
  lastUsedAt: isoTime.nullable(),
  revokedAt: isoTime.nullable(),
});
export type VendorToken = z.infer<typeof vendorToken>;

export const newTokenInput = z.strictObject({
  name: plainLine(MAX_TOKEN_NAME),
  scopes: scopes.refine((all) => new Set(all).size === all.length, 'must not name a scope twice'),
  expiresInDays: z.int().min(1).max(MAX_TOKEN_DAYS).default(DEFAULT_TOKEN_DAYS),
});
export type NewToken = z.output<typeof newTokenInput>;

/** A token as its owner sees it. */
export const tokenView = vendorToken
  .pick({ name: true, scopes: true, createdAt: true, expiresAt: true, lastUsedAt: true, revokedAt: true })
  .extend({ id: idText })
  .meta({ id: 'VendorToken' });
export type TokenView = z.infer<typeof tokenView>;

export const tokensQuery = z.object({ limit: pageLimit(50, 100), cursor: cursorText.optional() });
export const tokenPage = z.object({ tokens: z.array(tokenView), nextCursor: z.string().nullable() });
export type TokenPage = z.infer<typeof tokenPage>;
/** `secret` is in this response alone. */
export const tokenCreated = z.object({ token: tokenView, secret: z.string() });
export type TokenCreated = z.infer<typeof tokenCreated>;
export const tokenRevoked = z.object({ revoked: z.literal(true), id: idText });
