import { purgeRows } from '#lib/auth/purge-rows.ts';
import type { Context } from '#lib/core/context.ts';
import { before, DAY_MS } from '#lib/core/time.ts';
import { devicesFailingSince, devicesUnseenSince } from './queries.ts';

const FAILING_MS = 30 * DAY_MS;
/** Some services say of a permission that was taken back that all is well; they also forget apps after 270 days. */
const UNSEEN_MS = 90 * DAY_MS;
const PAGE = 400;

/** Deletes devices that took nothing for a month, or were not seen for three. Answers how many. */
export async function clearDevices(ctx: Context): Promise<number> {
  const failing = await purgeRows(ctx, devicesFailingSince(before(ctx.now(), FAILING_MS), PAGE));
  return failing + (await purgeRows(ctx, devicesUnseenSince(before(ctx.now(), UNSEEN_MS), PAGE)));
}
