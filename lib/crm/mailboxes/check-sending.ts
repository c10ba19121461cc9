import type { Context } from '#lib/context/context.ts';
import { channelRows, healthOf, unknownChannel } from './channel-health.ts';
import { isLoginDue } from './channel-sending.ts';
import { noteSending } from './note-sending.ts';
import type { Channel } from './ports.ts';

/**
 * Tries the login of every sending channel whose last login failed or was never tried. A wrong password is noticed
 * before a reply fails because of it, and a corrected password is noticed too. Sends no mail and never throws.
 */
export async function checkSending(ctx: Context): Promise<void> {
  try {
    const { all } = ctx.channels;
    const rows = await channelRows(ctx, all);
    const now = ctx.now();
    const due = all.filter((channel, at) =>
      isLoginDue(healthOf(channel, rows[at] ?? unknownChannel(now)).sending, now),
    );
    await Promise.all(due.map((channel) => tryLogin(ctx, channel)));
  } catch (error) {
    ctx.log('warn', 'channels.logins_not_tried', { error });
  }
}

async function tryLogin(ctx: Context, channel: Channel): Promise<void> {
  try {
    await noteSending(ctx, channel, await ctx.channelSender.signIn(channel));
  } catch (error) {
    ctx.log('warn', 'channel.login_not_tried', { channelId: channel.id, error });
  }
}
