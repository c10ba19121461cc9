import 'server-only';
import type { Context } from '#lib/context/context.ts';
import { defaultChannel } from '#lib/crm/mailboxes/channels.ts';

/** Returns where the shop itself is asked by mail about a page, or null while no mailbox has an address. */
export function houseMail(ctx: Pick<Context, 'channels' | 'origin'>, path: string) {
  const { address } = defaultChannel(ctx);
  return address ? { email: address, url: new URL(path, ctx.origin).href } : null;
}
