import { Users } from '#lib/auth/collections.ts';
import type { User } from '#lib/auth/schemas/user.ts';
import type { Context, UserContext } from '#lib/context/context.ts';
import { hasRank } from '#lib/context/values.ts';
import { codeOf } from '#lib/core/errors.ts';
import { hashOf } from '#lib/core/ids.ts';
import { secretsEqual } from '#lib/core/secrets.ts';
import type { Row } from '#lib/data/store.ts';
import { Vendors } from '#lib/store/collections.ts';
import type { VendorToken } from '#lib/store/schemas/vendor-token.ts';
import { VendorTokens } from './collections.ts';
import { TOKEN_TOUCH_MS } from './limits.ts';
import type { ToolScope } from './values.ts';

/** A seller's program that has shown a token. It acts as the person who made the token, for their shop alone. */
export type Program = {
  readonly ctx: UserContext;
  readonly tokenId: string;
  readonly vendorId: string;
  readonly scopes: readonly ToolScope[];
};

const bearer = /^bearer (pvt_([a-z0-9]{20})_[a-z0-9_-]{43})$/i;

/**
 * Returns the program that an Authorization header names. Null without a token that works: unknown, expired, revoked,
 * of a shop that is not approved, or of a deleted person.
 */
export async function openProgram(ctx: Context, authorization: string | null): Promise<Program | null> {
  const [, secret = '', id = ''] = bearer.exec(authorization ?? '') ?? [];
  const token = id === '' ? undefined : await ctx.data.get(VendorTokens, id);
  if (!token || !secretsEqual(hashOf(secret), token.data.hash) || !isLive(token.data, ctx.now())) return null;
  const { vendorId, createdBy, scopes } = token.data;
  const [vendor, owner] = await Promise.all([ctx.data.get(Vendors, vendorId), ctx.data.get(Users, createdBy)]);
  if (vendor?.data.status !== 'approved' || !owner || !isOwner(owner.data, vendorId)) return null;
  await touch(ctx, token);
  const user = { ...withoutAdminRights(owner.data), id: owner.id };
  return {
    ctx: { ...ctx, user, session: null, locale: user.locale, tokenId: id },
    ...{ tokenId: id, vendorId, scopes },
  };
}

const isLive = ({ revokedAt, expiresAt }: VendorToken, now: Date): boolean =>
  revokedAt === null && expiresAt > now.toISOString();

const isOwner = ({ status, vendorId }: User, id: string): boolean => status !== 'deleted' && vendorId === id;

/** An administrator may act for every shop. The token of one may not. */
const withoutAdminRights = (user: User): User => (hasRank(user.role, 'admin') ? { ...user, role: 'member' } : user);

/** Records that the token was used. A failed write does not fail the call, because the token may be gone by now. */
async function touch(ctx: Context, { id, data }: Row<VendorToken>): Promise<void> {
  const now = ctx.now();
  if (data.lastUsedAt !== null && now.getTime() - Date.parse(data.lastUsedAt) < TOKEN_TOUCH_MS) return;
  try {
    await ctx.data.update(VendorTokens, id, { lastUsedAt: now.toISOString() });
  } catch (error) {
    ctx.log('warn', 'vendor-token.untouched', { tokenId: id, code: codeOf(error) });
  }
}
