import { purgeRows } from '#lib/auth/purge-rows.ts';
import type { Context } from '#lib/context/context.ts';
import { before } from '#lib/core/time.ts';
import { FAILING_DEVICE_MS, UNSEEN_DEVICE_MS } from '#lib/notifications/limits.ts';
import { withoutAddress } from './address.ts';
import { PushRegistrations } from './collections.ts';
import { deviceOfKeyAfter, devicesFailingSince, devicesOfKeyUnseenSince, devicesUnseenSince } from './queries.ts';

const PAGE = 100;
/** The maximum number of subscriptions with a lost key that one call deletes. */
const MOST_FORGOTTEN = 2_000;

/**
 * Deletes a slice of the devices that accepted nothing for a month or were not seen for three months. By then, every
 * browser in use has moved from a replaced key pair to the new one. Returns the number of deleted devices.
 */
export async function clearDevices(ctx: Context): Promise<number> {
  const failing = await purgeRows(ctx, devicesFailingSince(before(ctx.now(), FAILING_DEVICE_MS), PAGE));
  const unseen = await purgeRows(ctx, devicesUnseenSince(before(ctx.now(), UNSEEN_DEVICE_MS), PAGE));
  return failing + unseen + (await forgetLostKeys(ctx));
}

/**
 * Deletes subscriptions made with keys that this server no longer has, because pushes to them are impossible.
 * Subscriptions seen in the last month stay, so that keys lost by mistake can be restored.
 */
async function forgetLostKeys(ctx: Context): Promise<number> {
  const { web } = ctx.push;
  if (!web) return 0;
  for (let forgotten = 0, keyId = ''; ; ) {
    const { rows } = await ctx.data.find(deviceOfKeyAfter(keyId));
    if (!rows[0]?.data.keyId) return forgotten;
    keyId = rows[0].data.keyId;
    if (!web.knows(keyId)) forgotten += await forgetKey(ctx, keyId);
    if (forgotten >= MOST_FORGOTTEN) return forgotten;
  }
}

async function forgetKey(ctx: Context, keyId: string): Promise<number> {
  for (let forgotten = 0; ; ) {
    const { rows } = await ctx.data.find(devicesOfKeyUnseenSince(keyId, before(ctx.now(), FAILING_DEVICE_MS), PAGE));
    if (rows.length === 0 || forgotten >= MOST_FORGOTTEN) return forgotten;
    await ctx.data.batch((write) => {
      for (const { id, data } of rows) {
        const { subscription } = data;
        const left = subscription && withoutAddress(data, { provider: 'webpush', subscription, keyId });
        if (left) write.set(PushRegistrations, id, left);
        else write.delete(PushRegistrations, id);
      }
    });
    forgotten += rows.length;
  }
}
