import { auditRow } from '#lib/audit/audit.ts';
import type { Context, UserContext } from '#lib/context/context.ts';
import { conflict, forbidden, notFound } from '#lib/core/errors.ts';
import { newNumber } from '#lib/core/ids.ts';
import type { Row } from '#lib/data/store.ts';
import { Orders } from '#lib/store/collections.ts';
import { MOST_REFERRAL_CODES, MOST_REWARDS_SHOWN } from '#lib/store/limits.ts';
import type { ReferralCode, ReferralLink, ReferralView } from '#lib/store/schemas/shoppers/referral.ts';
import { ReferralCodes } from './collections.ts';
import { codesOf, ordersOfReferrer, rewardsOf } from './queries.ts';

const LETTERS = 8;

const urlOf = ({ origin }: Pick<Context, 'origin'>, code: string): string => `${origin}/?ref=${code}`;
const linkOf = (ctx: Context, code: string): ReferralLink => ({ code, url: urlOf(ctx, code) });
const codeLane = (userId: string): string => `${ReferralCodes.name}/${userId}`;
const isLive = ({ data }: Row<ReferralCode>): boolean => data.disabledAt === null;

/** Returns the user's live code with its figures: all paid orders, and the newest rewards that are not void. */
export async function referralOf(ctx: UserContext): Promise<ReferralView> {
  const { data, user, env } = ctx;
  const [codes, rewards, orders] = await Promise.all([
    data.find(codesOf(user.id, MOST_REFERRAL_CODES)),
    data.find(rewardsOf(user.id, MOST_REWARDS_SHOWN)),
    data.count(ordersOfReferrer(user.id)),
  ]);
  const code = codes.rows.find(isLive)?.id ?? null;
  const sold = await data.getMany(
    Orders,
    rewards.rows.map(({ id }) => id),
  );
  return {
    code,
    url: code === null ? null : urlOf(ctx, code),
    codesLeft: Math.max(0, MOST_REFERRAL_CODES - codes.rows.length),
    rewardBps: env.STORE_REFERRAL_BPS,
    orders,
    rewards: rewards.rows.flatMap(({ data: { amountMinor, currency, state, createdAt } }, at) => {
      const order = sold[at];
      return order ? [{ orderNumber: order.data.number, amountMinor, currency, state, createdAt }] : [];
    }),
  };
}

/** Makes a code for the user, or returns the live one. Throws TooManyCodes after the last code ever. */
export async function makeReferralCode(ctx: UserContext): Promise<ReferralLink & { readonly isNew: boolean }> {
  const { data, user, now } = ctx;
  if (user.status !== 'active')
    throw forbidden('Your account is restricted: it can read but not write', { code: 'AccountRestricted' });
  const fresh = newNumber('R', LETTERS);
  const createdAt = now().toISOString();
  return data.tx(
    async (t) => {
      const { rows } = await t.find(codesOf(user.id, MOST_REFERRAL_CODES));
      const live = rows.find(isLive);
      // The transaction may run again after its commit was not confirmed: the live code is then the fresh one.
      if (live) return { ...linkOf(ctx, live.id), isNew: live.id === fresh };
      if (rows.length >= MOST_REFERRAL_CODES)
        throw conflict(`An account has at most ${MOST_REFERRAL_CODES} codes ever`, { code: 'TooManyCodes' });
      t.create(ReferralCodes, fresh, { userId: user.id, disabledAt: null, disabledBy: null, createdAt });
      return { ...linkOf(ctx, fresh), isNew: true };
    },
    { lane: codeLane(user.id), mayQuery: true },
  );
}

/** Disables the user's live code. Without one it changes nothing. Orders that were placed with it keep their referrer. */
export async function disableOwnCode({ data, user, now }: UserContext): Promise<void> {
  const at = now().toISOString();
  await data.tx(
    async (t) => {
      for (const { id } of (await t.find(codesOf(user.id, MOST_REFERRAL_CODES))).rows.filter(isLive))
        t.update(ReferralCodes, id, { disabledAt: at, disabledBy: user.id });
    },
    { lane: codeLane(user.id), mayQuery: true },
  );
}

/** Returns the codes of a user for the console, newest first. */
export const codesForAdmin = async ({ data }: Context, userId: string) =>
  (await data.find(codesOf(userId, MOST_REFERRAL_CODES))).rows.map(({ id: code, data: { createdAt, disabledAt } }) => ({
    code,
    createdAt,
    disabledAt,
  }));

export const getReferralCode = async ({ data }: Context, code: string): Promise<Row<ReferralCode>> => {
  const row = await data.get(ReferralCodes, code);
  if (!row) throw notFound(ReferralCodes.label, code);
  return row;
};

/** Disables any code for a reason that the audit keeps. A code that is disabled already stays as it is. */
export async function disableCode(ctx: UserContext, code: string, reason: string) {
  const now = ctx.now();
  return ctx.data.tx(async (t) => {
    const { data } = await t.need(ReferralCodes, code);
    const disabledAt = data.disabledAt ?? now.toISOString();
    if (data.disabledAt === null) {
      t.update(ReferralCodes, code, { disabledAt, disabledBy: ctx.user.id });
      const target = { targetType: 'user', targetId: data.userId };
      auditRow(t, ctx, { action: 'referral.disabled', ...target, after: { code }, reason, now });
    }
    return { success: true as const, code, userId: data.userId, disabledAt };
  });
}
