import type { Context } from '#lib/context/context.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { aiAccess } from '#lib/settings/settings.ts';

const KEPT_MS = 5 * SECOND_MS;

/** Returns whether product pages offer the agent. At most a few seconds old, because every product page asks. */
export const isAgentOn = (ctx: Context): Promise<boolean> =>
  ctx.memo.get('store.agent-on', KEPT_MS, async () => (await aiAccess(ctx)).settings.productAgent);
