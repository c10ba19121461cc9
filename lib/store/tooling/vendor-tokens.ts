import { randomBytes } from 'node:crypto';
import { auditRow } from '#lib/audit/audit.ts';
import type { UserContext } from '#lib/context/context.ts';
import { assertSteppedUpAlways } from '#lib/context/step-up.ts';
import { conflict, notFound } from '#lib/core/errors.ts';
import { hashOf, newPlainId } from '#lib/core/ids.ts';
import { after, DAY_MS } from '#lib/core/time.ts';
import type { Cursor } from '#lib/data/query.ts';
import type { Row } from '#lib/data/store.ts';
import { Vendors } from '#lib/store/collections.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';
import type { NewToken, TokenCreated, TokenPage, TokenView, VendorToken } from '#lib/store/schemas/vendor-token.ts';
import { assertRight, getOwnVendor } from '#lib/store/vendors/profile.ts';
import { VendorTokens } from './collections.ts';
import { MOST_LIVE_TOKENS } from './limits.ts';
import { liveTokens, tokensNewestFirst } from './queries.ts';
import { toolScopes } from './values.ts';

const SECRET_BYTES = 32;

/** The queue of everything that changes the tokens of a vendor. */
const laneOf = (vendorId: string): string => `${VendorTokens.name}/${vendorId}`;

/** Lists the tokens of a vendor, newest first, also those that work no longer. */
export async function listTokens(
  { data }: Pick<UserContext, 'data'>,
  vendorId: string,
  { limit, cursor }: { readonly limit: number; readonly cursor?: Cursor | undefined },
): Promise<TokenPage> {
  const page = await data.find(tokensNewestFirst(vendorId, limit, cursor));
  return { tokens: page.rows.map(toTokenView), nextCursor: page.next };
}

/** Tokens of a page that work no longer. */
const SHOWN_BESIDE_LIVE = 40;

/** Returns every token of a vendor that works, newest first, and after them the newest of the others. */
export async function tokensForPage(
  { data, now }: Pick<UserContext, 'data' | 'now'>,
  vendorId: string,
): Promise<readonly TokenView[]> {
  const [{ rows: live }, { rows: newest }] = await Promise.all([
    data.find(liveTokens(vendorId, now().toISOString(), MOST_LIVE_TOKENS)),
    data.find(tokensNewestFirst(vendorId, SHOWN_BESIDE_LIVE + MOST_LIVE_TOKENS)),
  ]);
  const first = live.toSorted((a, b) => (a.data.createdAt < b.data.createdAt ? 1 : -1));
  const ids = new Set(live.map(({ id }) => id));
  return [...first, ...newest.filter(({ id }) => !ids.has(id))].map(toTokenView);
}

/** Returns the shop that the caller may make tokens for now. Throws VendorNotApproved and StepUpRequired. */
export async function loadForToken(ctx: UserContext): Promise<Row<Vendor>> {
  const vendor = await getOwnVendor(ctx, 'write');
  assertSteppedUpAlways(ctx);
  return vendor;
}

/**
 * Makes a token for the caller's shop. Its secret is in this response alone: the row keeps a hash. Throws
 * VendorNotApproved, StepUpRequired whatever ADMIN_STEP_UP is, and TooManyTokens.
 */
export async function createToken(ctx: UserContext, given: NewToken): Promise<TokenCreated> {
  const { id: vendorId } = await loadForToken(ctx);
  const id = newPlainId();
  const secret = `pvt_${id}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  const now = ctx.now();
  const { name, expiresInDays } = given;
  const made: VendorToken = {
    ...{ vendorId, name, scopes: toolScopes.filter((scope) => given.scopes.includes(scope)), hash: hashOf(secret) },
    ...{ createdBy: ctx.user.id, createdAt: now.toISOString(), expiresAt: after(now, expiresInDays * DAY_MS) },
    ...{ lastUsedAt: null, revokedAt: null },
  };
  await ctx.data.tx(
    async (t) => {
      const [applied, vendor, live] = await Promise.all([
        t.get(VendorTokens, id),
        t.need(Vendors, vendorId),
        t.find(liveTokens(vendorId, made.createdAt, MOST_LIVE_TOKENS)),
      ]);
      // Firestore may repeat an applied commit. This run then finds its own token.
      if (applied) return;
      assertRight(vendor.data, 'write');
      if (live.rows.length >= MOST_LIVE_TOKENS)
        throw conflict(`A seller has at most ${MOST_LIVE_TOKENS} active tokens`, { code: 'TooManyTokens' });
      t.create(VendorTokens, id, made);
      auditRow(t, ctx, { action: 'vendor-token.created', ...targetOf(id), after: factsOf(made), now });
    },
    { lane: laneOf(vendorId), mayQuery: true },
  );
  return { token: toTokenView({ id, data: made }), secret };
}

/** Returns a token of the caller's shop. Throws the same NotFound for another seller's token as for a missing one. */
export async function getOwnToken(ctx: UserContext, id: string): Promise<Row<VendorToken>> {
  const vendor = await getOwnVendor(ctx, 'write');
  const row = await ctx.data.get(VendorTokens, id);
  if (row?.data.vendorId !== vendor.id) throw notFound(VendorTokens.label, id);
  return row;
}

/** Revokes a token: its next call is refused. Revoking it again changes nothing. */
export async function revokeToken(ctx: UserContext, id: string): Promise<void> {
  const { vendorId } = (await getOwnToken(ctx, id)).data;
  const now = ctx.now();
  await ctx.data.tx(
    async (t) => {
      const [vendor, row] = await Promise.all([t.need(Vendors, vendorId), t.need(VendorTokens, id)]);
      assertRight(vendor.data, 'write');
      if (row.data.revokedAt !== null) return;
      t.update(VendorTokens, id, { revokedAt: now.toISOString() });
      auditRow(t, ctx, { action: 'vendor-token.revoked', ...targetOf(id), before: factsOf(row.data), now });
    },
    { lane: laneOf(vendorId) },
  );
}

const targetOf = (id: string) => ({ targetType: 'vendor-token', targetId: id });

/** The facts of a token for the audit: neither its name nor its secret. */
const factsOf = ({ vendorId, scopes, expiresAt }: VendorToken) => ({ vendorId, scopes: scopes.join(','), expiresAt });

function toTokenView({ id, data }: Pick<Row<VendorToken>, 'id' | 'data'>): TokenView {
  const { name, scopes, createdAt, expiresAt, lastUsedAt, revokedAt } = data;
  return { id, name, scopes, createdAt, expiresAt, lastUsedAt, revokedAt };
}
